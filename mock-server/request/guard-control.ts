import { forbidden } from "../base/service-error.ts"
import type { HostNames } from "./host-names.ts"
import type { WireRequest } from "./wire.ts"

/**
 * Keeps web pages away from the control API: calls go to a name that is answered, no page of another site makes any, and
 * what changes something does not come from a page of another origin. A request without a socket has no `Host`.
 */
export function guardControl({ method, headers }: WireRequest, hostNames: HostNames): void {
  const { host, origin } = headers
  if (host === undefined) return
  const refusal = hostNames.controlRefusal(host)
  if (refusal !== undefined) throw refusal
  if (headers["sec-fetch-site"] === "cross-site") throw forbidden("Control calls are not taken from another site")
  if (method === "GET" || method === "HEAD" || origin === undefined) return
  if (origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw forbidden("Control calls that change something are not taken from another origin")
  }
}
