import * as z from "zod"
import { parseDuration } from "../../sdk/contract/core/duration.ts"
import { readMoment } from "../../sdk/contract/core/timestamp.ts"
import { lastMoment, lastNow, pastLastNow } from "../base/clock.ts"

const spanForm = "must be milliseconds, or text such as 30s, 5m, 2h or 3d"
const isSpan = z.union([z.number(), z.string()], { error: ({ input }) => (input === undefined ? undefined : spanForm) })

/** A duration: milliseconds, or text such as `30s`, `5m`, `2h`, `3d`. Parsed to milliseconds. */
export const Duration = isSpan.transform((value, context) => {
  const ms = typeof value === "number" ? value : parseDuration(value)
  if (ms !== undefined && ms >= 0 && ms <= lastMoment) return Math.round(ms)
  const isTooLong = ms !== undefined && ms > lastMoment
  context.addIssue(isTooLong ? `must be at most ${lastMoment} ms` : spanForm)
  return z.NEVER
})

/** A time: ISO 8601 text with any offset from UTC, or a Date. Parsed to milliseconds since 1970. */
export const Moment = z.union([z.string(), z.date()]).transform((value, context) => {
  const time = readMoment(value)
  if (typeof time === "number" && time >= 0 && time <= lastMoment) return time
  context.addIssue(typeof time === "string" ? time : "must be between the years 1970 and 9999")
  return z.NEVER
})

/** A time that a clock can show. */
export const ClockMoment = Moment.refine((moment) => moment <= lastNow, `is ${pastLastNow}`)
