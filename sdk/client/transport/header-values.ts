import { InvalidArgumentError } from "../errors.ts"
import { isText, pairsOf } from "./fields.ts"

/** Headers that have their own option, or that only the client and its transport can set. */
const ours =
  /^(authorization|idempotency-key|content-(type|length)|connection|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/
const tokenPattern = /^[\w!#$%&'*+.^`|~-]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be refused
export const control = /[\x00-\x1f\x7f-\x9f]/
const beyondLatin1 = /[^\x20-\xff]/

/** Checks a header value. Refuses text that could start a new header or would arrive altered. */
export function headerValue(argument: string, value: unknown): string {
  if (!isText(value) && !Number.isFinite(value)) throw new InvalidArgumentError(argument, "must be text")
  const text = String(value)
  refuseControl(argument, text)
  if (beyondLatin1.test(text)) throw new InvalidArgumentError(argument, "holds a character that a header cannot carry")
  return text
}

/** Refuses text that could break the lines of a request. */
export function refuseControl(argument: string, text: string): void {
  if (control.test(text)) throw new InvalidArgumentError(argument, "holds a line break or another control character")
}

/** A header value as the caller passes it; null or undefined removes the header. */
export type HeaderInput = string | number | null | undefined

/** Headers as a caller passes them: a record, a `Headers`, a `Map`, or pairs. */
export type HeadersInput = Readonly<Record<string, HeaderInput>> | Iterable<readonly [name: string, value: HeaderInput]>

/** Merges headers: names that differ only in case are the same; null or undefined removes one. */
export function mergeHeaders(base: Readonly<Record<string, string>>, over: HeadersInput): Record<string, string> {
  const result = { ...base }
  for (const pair of pairsOf(over)) {
    const [name, value] = typeof pair === "object" ? pair : []
    if (typeof name !== "string") throw new InvalidArgumentError("headers", "must be pairs of a name and a value")
    const argument = `headers["${name.replace(new RegExp(control, "g"), "?")}"]`
    if (!tokenPattern.test(name)) throw new InvalidArgumentError(argument, "is not a header's name")
    const lower = name.toLowerCase()
    if (ours.test(lower)) throw new InvalidArgumentError(argument, "cannot be given as a header: the client sets it")
    for (const existing of Object.keys(result)) if (existing.toLowerCase() === lower) delete result[existing]
    if (value !== null && value !== undefined) result[name] = headerValue(argument, value)
  }
  return result
}
