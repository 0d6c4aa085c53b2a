import type { IncomingMessage } from "node:http"
import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Why an unsigned request is not forwarded; undefined if it may be. Only browsers send `Origin` and `Sec-Fetch-Site`: a web page
 * must not reach a program on this machine, nor under a host name that was pointed at it.
 */
export function foreignRefusal(
  { headers }: Pick<IncomingMessage, "headers">,
  publicUrl: string | undefined,
): string | undefined {
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined)
    return "Refused: a web page sent this request, and --skip-verify checks no signature.\n"
  // HTTP 1.0 has no Host, and no browser uses it.
  const { host } = headers
  if (host === undefined || host === "") return undefined
  const name = parseUrl(`http://${host}`)?.hostname
  if (name !== undefined && (loopbackName.test(name) || name === parseUrl(publicUrl ?? "")?.hostname)) return undefined
  return "Refused: the Host is neither this machine nor --public-url, and --skip-verify checks no signature.\n"
}
