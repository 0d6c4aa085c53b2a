import { headerNames } from "../../contract/core/headers.ts"
import { fieldReader, isCode } from "../transport/fields.ts"
import { type HeaderRecord, headerOf } from "../transport/headers.ts"
import { backoff, type Tries, type Verdict } from "../verdict.ts"

/** The pauses of a client that is asked for none: a random part of each. */
export const usualPauses = { first: 500, longest: 8_000 } as const
const repeatableMethods = /GET|PUT|DELETE/

/** True when sending a request twice has the same effect as sending it once. */
export function isRepeatable(method: string, idempotencyKey: string | undefined, body: unknown): boolean {
  // A change of a specific version of a record can be made only once.
  const mark = method === "POST" ? idempotencyKey : fieldReader(body)("if_version", isCode)
  return mark !== undefined || repeatableMethods.test(method)
}

/**
 * Milliseconds that the service asks to wait: `Retry-After` (seconds or a date), else `retry_at` of the body. Dates are compared
 * with the response's own `Date`, so a wrong local clock does no harm.
 */
export function statedPauseOf(headers: HeaderRecord, retryAt: string | undefined, now: number): number | undefined {
  const retryAfter = headerOf(headers, headerNames.retryAfter)?.trim()
  if (retryAfter && /^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const at = moment(retryAfter) || moment(retryAt)
  return at ? Math.max(0, at - (Date.parse(headerOf(headers, "date") ?? "") || now)) : undefined
}

/** A header date begins with a weekday, a body date with a year. Checked first: `Date.parse` also accepts `-5` and `in 12`. */
const beginOfDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun|\d{4}-)/

function moment(text = ""): number {
  // The oldest HTTP date format ends with the year and means UTC.
  return Date.parse(beginOfDate.test(text) ? text.replace(/ \d{4}$/, "$& GMT") : "")
}

/**
 * Milliseconds before the client's next attempt. If the service asks for a pause: that pause and a little more. Undefined when
 * it exceeds `longest`, or when repeating does not help.
 */
export function pauseBefore(verdict: Verdict, { attempts, now, ladder }: Tries, longest: number): number | undefined {
  if (verdict.kind === "repeat") return Math.min(verdict.after, longest)
  if (verdict.kind !== "later") return undefined
  const statedPause = verdict.at - now
  return statedPause > longest ? undefined : statedPause + backoff(attempts, ladder) / 10
}
