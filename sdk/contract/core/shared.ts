import * as z from "zod"
import { keyPattern } from "./idempotency-key.ts"
import { limits } from "./limits.ts"
import type * as models from "./models.gen.ts"
import { emailPattern } from "./text-patterns.ts"
import { utcOf } from "./timestamp.ts"

/** A moment: ISO 8601 in UTC, for example `2026-01-31T09:30:00.000Z`. */
export const Timestamp = z.iso.datetime()

/** What every record that can change says of its making. */
export const recordTimes = {
  /** When it was made. */
  created_at: Timestamp,
  /** When it was last changed. */
  updated_at: Timestamp,
}

const TimestampText = z
  .string()
  .meta({ format: "date-time" })
  .transform((text, context) => {
    const utc = utcOf(text)
    if (utc !== undefined) return utc
    const message = / \d\d:?\d\d$/.test(text)
      ? "has a space for the + of its offset: write %2B in an address"
      : "must be a date and time in ISO 8601, such as 2026-01-31T09:30:00Z or 2026-01-31T10:30:00+01:00"
    context.issues.push({ code: "invalid_format", format: "datetime", input: text, message })
    return z.NEVER
  })

/** A moment that a caller gives: ISO 8601 with any offset from UTC, kept as UTC. The client sends a `Date` as such text. */
export const TimestampInput = TimestampText as z.core.$ZodType<string> as z.core.$ZodType<string, string | Date>

/** An e-mail address. */
export const Email = z.email({ pattern: emailPattern })

/** One line of text: nothing in it can start a new header line. */
export const Line = z
  .string()
  .max(limits.lineLength)
  .regex(/^\P{Cc}*$/u, "cannot hold line breaks or other control characters")

/** A text part of a message, at most 1 MiB as UTF-8. */
export const TextPart = z
  .string()
  .refine(
    (text) => new TextEncoder().encode(text).byteLength <= limits.textBytes,
    `must not be larger than ${limits.textBytes / 1024 / 1024} MiB`,
  )

/** A record's id: a positive integer. */
export const Id = z.int().positive()

/** Path parameters of an endpoint that names one record by its id. */
export const IdParams = z.strictObject({
  /** The record's id. */
  id: Id,
})
export interface IdParams extends models.IdParams {}

/** Text to values, for example the tags of a message. */
export const StringMap = z.record(z.string(), z.string())

/** A list that a caller gives: a readonly one fits as well. */
export function givenList<T, Given>(list: z.core.$ZodType<T[], Given[]>): z.core.$ZodType<T[], readonly Given[]> {
  return list as z.core.$ZodType<T[], readonly Given[]>
}

/** A JSON object whose keys are the caller's own. */
export const JsonObject = z.record(z.string(), z.unknown())

/** A set of strings that may grow: the known values complete in an editor, any other string is accepted. */
export function openEnum<const V extends readonly string[]>(values: V): OpenSet<V[number]> {
  return z.string().meta({ examples: [...values] }) as unknown as OpenSet<V[number]>
}

/** The schema of an open set; `string & {}` keeps the known values visible to completion. */
export type OpenSet<V extends string> = z.ZodType<V | (string & {}), V | (string & {})>

/** The page that a list request asks for. Spec: Limits. */
export const PageQuery = z.strictObject({
  /** Number of the page, from 1. */
  page: z.int().positive().optional(),
  /** Rows a page, at most 100; a larger number is taken as 100. */
  limit: z.int().positive().optional(),
  /** Another name for `limit`; `limit` wins. */
  per: z.int().positive().optional(),
  /** Another name for `limit`; `limit` and `per` win. */
  per_page: z.int().positive().optional(),
})
export interface PageQuery extends models.PageQuery {}

/** What makes a repeated request the same one: 1 to 128 printable characters. */
export const IdempotencyKey = z
  .string()
  .max(limits.idempotencyKeyLength)
  .regex(keyPattern, "must be printable characters")
