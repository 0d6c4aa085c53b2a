/** True if Node's own `fetch` uses `HTTP_PROXY` and `HTTPS_PROXY`; older versions do not know the variable. */
export function usesEnvironmentProxy(): boolean {
  const { env, execArgv = [] } = globalThis.process ?? {}
  return env?.NODE_USE_ENV_PROXY === "1" || flag.test([...execArgv, env?.NODE_OPTIONS].join(" "))
}

/** The flag for the same. A Node version without it would not start. */
const flag = /(^|\s)--use[-_]env[-_]proxy(\s|$)/
