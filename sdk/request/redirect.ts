import { parseUrl } from "../contract/core/parse-url.ts"
import { headerOf } from "../transport/headers.ts"
import type { TransportRequest, TransportResponse } from "../transport/transport.ts"

export const maxRedirects = 5

/** Where an answer redirects to; undefined when it says so in a way that nobody can follow, false when it does not. */
function redirectTarget({ status, headers }: TransportResponse, from: string): URL | undefined | false {
  const location = headerOf(headers, "location")
  return /30[12378]/.test(String(status)) && (location === null ? undefined : parseUrl(location, from))
}

/** The path to go on with: only for a GET, and only on the same origin, so that a credential never travels elsewhere. */
export function redirectPath(answer: TransportResponse, request: TransportRequest): string | undefined {
  const target = redirectTarget(answer, request.origin + request.path)
  const isHarmless = request.method === "GET" && target && target.origin === request.origin
  return isHarmless ? target.pathname + target.search : undefined
}

/** Why a redirect was not followed, in words; undefined for other answers. */
export function describeRedirect(answer: TransportResponse, method: string, origin: string): string | undefined {
  const target = redirectTarget(answer, origin)
  if (!target) return target === false ? undefined : "a redirect without a usable location"
  if (target.origin !== origin) return `a redirect to another origin (${target.origin}), which is not followed`
  const isTooMany = method === "GET"
  return isTooMany
    ? `one redirect after another, more than ${maxRedirects}`
    : "a redirect, which is only followed for GET"
}
