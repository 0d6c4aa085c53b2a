import { headerNames } from "../../contract/core/headers.ts"
import type { OutgoingCall } from "./outgoing-call.ts"

/** Headers of a call that select neither another call nor a recipient: the contract's, and what clients and tracing add. */
const harmless = new Set(
  [
    ...Object.values(headerNames),
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Cache-Control",
    "Content-Length",
    "Content-Type",
    "Cookie",
    "Origin",
    "Referer",
    "User-Agent",
    "baggage",
    "traceparent",
    "tracestate",
  ].map((name) => name.toLowerCase()),
)

/** The headers of a call that the contract does not have. */
export const foreignHeaders = (headers: OutgoingCall["headers"]): [name: string, value: string][] =>
  Object.entries(headers).filter(([name]) => !harmless.has(name.toLowerCase()))

/** Words of a header's name by which some service, proxy or framework takes the request for another one. */
const reroutingWord =
  /^(?:uri?l?|path(?:info)?|prefix|host|server|verb|route|location|destination|redirect|forwarded|target|endpoint|operation|(?:soap)?action)$/
/** The same within words, as in `X-MethodOverride` and `X_REWRITE_URL`. */
const reroutingPart = /method|override|rewrit|rerout|originalur|forwardedur|scriptname/
const methodName = /^(?:get|head|post|put|patch|delete|options|query)$/i
const servicePath = /(?:^|[^a-z\d])v1[/\\]/i

function isRerouting(name: string, value: string): boolean {
  const words = name.toLowerCase().split(/[^a-z\d]+/)
  // `X-Forwarded-For` and `-Proto` describe the caller.
  const isSelector = words.some((word) => reroutingWord.test(word)) && !/forwarded-(?:for|proto|port)$/i.test(name)
  return (
    isSelector ||
    reroutingPart.test(words.join("")) ||
    methodName.test(value.trim()) ||
    servicePath.test(unescaped(value))
  )
}

/** Field names that frameworks read as the method: `_method`, `$httpMethod`, `X-HTTP-Method-Override`. */
const methodField = /^(?:x?http)?method(?:override)?$/
const isMethodField = (name: string) =>
  methodField.test(
    unescaped(name)
      .toLowerCase()
      .replace(/[^a-z]/g, ""),
  )

/** Describes what can turn a request into another call on its way; undefined if nothing can. */
export function detourOf({ method, path, headers, body }: OutgoingCall): string | undefined {
  const header = foreignHeaders(headers).find(([name, value]) => isRerouting(name, value))
  if (header !== undefined) return `the header ${header[0]} can turn it into another one`
  if ([...queryOf(path).keys()].some(isMethodField)) return "its query can turn it into another one"
  const field = namesIn(body).find(isMethodField)
  if (field !== undefined) return `the field ${field} can turn it into another one`
  const isWrite = method.toUpperCase() !== "GET"
  return isWrite && [...queryOf(path).values()].some((value) => servicePath.test(unescaped(value)))
    ? "its query can turn it into another one"
    : undefined
}

/** The names of a JSON body's own fields. */
function namesIn(body: OutgoingCall["body"]): string[] {
  const value: unknown = typeof body === "string" ? JSON.parse(body) : undefined
  return typeof value === "object" && value !== null ? Object.keys(value) : []
}

/** The query of a path. */
export const queryOf = (path: string): URLSearchParams => new URLSearchParams(/\?.*/s.exec(path)?.[0])

/** A text as a service may read it: percent-encoding decoded, compatibility characters replaced. */
export function unescaped(text: string): string {
  let read = text
  for (let round = 0; round < 3; round++)
    read = read.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return read.normalize("NFKC")
}
