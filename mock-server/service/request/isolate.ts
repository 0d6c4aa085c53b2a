import type { WireResponse } from "./wire.ts"

/** Headers with which a response changes its whole origin or what a proxy in front of it does, beyond its own content. */
const originHeaders: ReadonlySet<string> = new Set([
  "alt-svc",
  "clear-site-data",
  "link",
  "nel",
  "public-key-pins",
  "refresh",
  "report-to",
  "reporting-endpoints",
  "service-worker-allowed",
  "set-cookie",
  "set-cookie2",
  "sourcemap",
  "strict-transport-security",
  "x-accel-redirect",
  "x-lighttpd-send-file",
  "x-sendfile",
  "x-sourcemap",
])

const policyHeader = "content-security-policy"

/**
 * A response whose content somebody chose, such as a fault's: browsers show it without scripts, forms or the origin's storage, and
 * it has no effect on other pages of the origin.
 */
export function isolated(response: WireResponse): WireResponse {
  const headers: Record<string, string> = {}
  const policies: string[] = []
  for (const [name, value] of Object.entries(response.headers)) {
    const lowerName = name.toLowerCase()
    if (lowerName === policyHeader) policies.push(value)
    else if (!originHeaders.has(lowerName) && lowerName !== "x-content-type-options") headers[name] = value
  }
  // Of several policies, a browser applies all: a chosen one cannot loosen the sandbox.
  headers["Content-Security-Policy"] = [...policies, "sandbox"].join(", ")
  headers["X-Content-Type-Options"] = "nosniff"
  return { ...response, headers }
}

/** A response of a mounted mock: sandboxed, but for the dashboard and the documents (`isTrusted`), which have scripts of their own. */
export function sandboxed(response: WireResponse, isTrusted: boolean): WireResponse {
  const { headers } = response
  const policy = Object.keys(headers).find((name) => name.toLowerCase() === policyHeader)
  if (isTrusted && policy !== undefined) return response
  // Pages have a policy without scripts. Their forms need their cookies, and are refused without their own Origin.
  const sandbox = policy === undefined ? "sandbox" : `${headers[policy]}, sandbox allow-forms allow-same-origin`
  return {
    ...response,
    headers: { ...headers, [policy ?? "Content-Security-Policy"]: sandbox, "X-Content-Type-Options": "nosniff" },
  }
}
