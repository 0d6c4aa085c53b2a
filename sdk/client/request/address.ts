import { utcOf } from "../../contract/core/timestamp.ts"
import { InvalidArgumentError } from "../errors.ts"
import { isBoolean, isDate, isText, pairsOf } from "../transport/fields.ts"

/** The path with its parameters filled in; each value stays within its segment. */
export function fillPath(template: string, params: object | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, params && Reflect.get(params, name)))
}

function segment(name: string, value: unknown): string {
  const argument = `params.${name}`
  const text = isText(value) || Number.isSafeInteger(value) ? String(value) : undefined
  if (text === undefined) throw new InvalidArgumentError(argument, "must be a whole number or text")
  // Segments that would change the path: they would address the collection or another record.
  if (/^\.{0,2}$/.test(text)) throw new InvalidArgumentError(argument, "cannot be empty, . or ..")
  return encode(argument, text)
}

/** The path with the query. An array repeats the name; null and undefined are omitted. */
export function addQuery(path: string, query: object | undefined, timestamps: readonly string[] = []): string {
  let full = path
  if (query !== undefined && typeof query !== "object") throw new InvalidArgumentError("query", "must be an object")
  for (const [name, value] of pairsOf(query ?? {})) {
    if (value === undefined || value === null) continue
    for (const [index, one] of (Array.isArray(value) ? value : [value]).entries()) {
      const argument = Array.isArray(value) ? `query.${name}.${index}` : `query.${name}`
      const text = queryText(argument, timestamps.includes(name) ? inUtc(one) : one)
      full += `${full.includes("?") ? "&" : "?"}${encode("query", name)}=${encode(argument, text)}`
    }
  }
  return full
}

/** A timestamp converted to UTC, as the service reads it. Other text is sent unchanged: the service names the error. */
export const inUtc = (value: unknown): unknown => (isText(value) && !value.endsWith("Z") && utcOf(value)) || value

function queryText(argument: string, value: unknown): string {
  if (isText(value) || isBoolean(value) || Number.isFinite(value)) return String(value)
  if (isDate(value)) return value.toISOString()
  throw new InvalidArgumentError(
    argument,
    "must be text, a finite number, a boolean, a valid date, or an array of these",
  )
}

function encode(argument: string, text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    throw new InvalidArgumentError(argument, "holds half of a surrogate pair")
  }
}

const anyEndpoint = /^(GET|POST|PUT|PATCH|DELETE) (\/(?![/\\])[!-"$-[\]-~]*)$/
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i

/** Parses an endpoint such as `GET /v1/my/contacts`; the path may have parameters and a query. */
export function parseEndpoint(endpoint: string): { method: string; path: string } {
  const [, method = "", path = ""] = anyEndpoint.exec(endpoint) ?? []
  if (!path || dotSegment.test(path.replace(/\?.*/, ""))) {
    throw new InvalidArgumentError("endpoint", "must be a name, or a method and a path, as in GET /v1/my/contacts")
  }
  return { method, path }
}
