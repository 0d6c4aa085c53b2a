import { parseUrl } from "../../contract/core/parse-url.ts"
import { headerOf } from "../transport/headers.ts"
import type { TransportRequest, TransportResponse } from "../transport/transport.ts"

export const maxRedirects = 5

/** The target of a redirect; undefined when it cannot be parsed, false when the response is no redirect. */
function redirectTarget({ status, headers }: TransportResponse, from: string): URL | undefined | false {
  const location = headerOf(headers, "location")
  return /30[12378]/.test(String(status)) && (location === null ? undefined : parseUrl(location, from))
}

/** The path to continue with. Only a GET on the same origin is followed, so a credential never goes elsewhere. */
export function redirectPath(response: TransportResponse, request: TransportRequest): string | undefined {
  const target = redirectTarget(response, request.origin + request.path)
  const isHarmless = request.method === "GET" && target && target.origin === request.origin
  return isHarmless ? target.pathname + target.search : undefined
}

/** Why a redirect was not followed; undefined for other responses. */
export function describeRedirect(response: TransportResponse, method: string, origin: string): string | undefined {
  const target = redirectTarget(response, origin)
  if (!target) return target === false ? undefined : "a redirect without a usable location"
  if (target.origin !== origin) return `a redirect to another origin (${target.origin}), which is not followed`
  const isTooMany = method === "GET"
  return isTooMany
    ? `one redirect after another, more than ${maxRedirects}`
    : "a redirect, which is only followed for GET"
}
