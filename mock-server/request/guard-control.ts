import { forbidden } from "../base/service-error.ts"
import type { WireRequest } from "./wire.ts"

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Keeps web pages away from the control interface: calls go to a loopback name (a page whose name was pointed here has
 * another), and what changes something does not come from a page of elsewhere. A request without a socket has no `Host`.
 */
export function guardControl({ method, headers }: WireRequest): void {
  const { host, origin } = headers
  if (host === undefined) return
  if (!loopbackName.test(host)) throw forbidden("Control calls are answered for loopback host names only")
  if (method === "GET" || method === "HEAD" || origin === undefined) return
  if (origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw forbidden("Control calls that change something are not taken from another origin")
  }
}
