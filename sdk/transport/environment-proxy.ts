/** True where Node's own `fetch` goes through `HTTP_PROXY` and `HTTPS_PROXY`; older versions of it do not know the variable. */
export function usesEnvironmentProxy(): boolean {
  return globalThis.process?.env.NODE_USE_ENV_PROXY === "1"
}
