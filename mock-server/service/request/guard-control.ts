import { forbidden } from "../../base/mock-error.ts"
import type { HostNames } from "./host-names.ts"
import type { WireRequest } from "./wire.ts"

/**
 * Protects the control API from web pages. Requests must use an allowed host name, must not come from another site, and changes
 * must not come from another origin. A request without a socket has no `Host`.
 */
export function guardControl({ method, headers }: WireRequest, hostNames: HostNames): void {
  const { host, origin } = headers
  if (host === undefined) return
  const refusal = hostNames.controlRefusal(host)
  if (refusal !== undefined) throw refusal
  if (headers["sec-fetch-site"] === "cross-site") throw forbidden("Control calls from another site are refused")
  if (method === "GET" || method === "HEAD" || origin === undefined) return
  // HTTPS is allowed: a proxy, or the app that the mock is mounted in, may use it.
  if (origin.toLowerCase().replace(/^https?:\/\//, "") !== host.toLowerCase()) {
    throw forbidden("Control calls from another origin that change state are refused")
  }
}
