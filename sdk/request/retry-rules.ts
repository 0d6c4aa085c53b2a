import { headerNames } from "../contract/core/headers.ts"
import { fieldReader, isCode } from "../transport/fields.ts"
import { type HeaderRecord, headerOf } from "../transport/headers.ts"
import type { Host } from "./host.ts"

const firstPause = 500
const longestPause = 8_000
const repeatableMethods = /GET|PUT|DELETE/

/** True when sending a request twice has the effect of sending it once. */
export function isRepeatable(method: string, idempotencyKey: string | undefined, body: unknown): boolean {
  // A change that names the version it is made to can only be made once.
  const mark = method === "POST" ? idempotencyKey : fieldReader(body)("if_version", isCode)
  return mark !== undefined || repeatableMethods.test(method)
}

/**
 * Milliseconds that the service asks to wait, by `Retry-After` (seconds or a date) or else by `retry_at` of the body.
 * Dates are taken against the answer's own `Date`, so that a clock that is wrong here does no harm.
 */
export function askedPause(headers: HeaderRecord, retryAt: string | undefined, now: number): number | undefined {
  const retryAfter = headerOf(headers, headerNames.retryAfter)?.trim()
  if (retryAfter && /^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const at = moment(retryAfter) || moment(retryAt)
  return at ? Math.max(0, at - (Date.parse(headerOf(headers, "date") ?? "") || now)) : undefined
}

/** The date of a header begins with its weekday, that of a body with its year: `Date.parse` takes `-5` and `in 12` as well. */
const beginOfDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun|\d{4}-)/

function moment(text = ""): number {
  // The oldest form of HTTP's dates ends with the year, and means UTC as well.
  return Date.parse(beginOfDate.test(text) ? text.replace(/ \d{4}$/, "$& GMT") : "")
}

/**
 * Milliseconds before the next attempt: what the service asks for and a little more, or else a random part of a span
 * that doubles (full jitter). Undefined when the service asks for more than the caller will wait.
 */
export function pauseBefore(
  retry: number,
  asked: number | undefined,
  longest: number,
  { random }: Host,
): number | undefined {
  const backoff = random() * Math.min(longestPause, firstPause * 2 ** (retry - 1))
  if (asked === undefined) return Math.min(backoff, longest)
  return asked > longest ? undefined : asked + backoff / 10
}
