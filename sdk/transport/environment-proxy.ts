/** True where Node's own `fetch` goes through `HTTP_PROXY` and `HTTPS_PROXY`; older versions of it do not know the variable. */
export function usesEnvironmentProxy(): boolean {
  const { env, execArgv = [] } = globalThis.process ?? {}
  return env?.NODE_USE_ENV_PROXY === "1" || flag.test([...execArgv, env?.NODE_OPTIONS].join(" "))
}

/** Says the same. A version of Node that does not know it does not start with it. */
const flag = /(^|\s)--use[-_]env[-_]proxy(\s|$)/
