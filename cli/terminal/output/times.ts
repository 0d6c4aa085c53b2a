import { countText, spanUnits } from "./numbers.ts"
import type { Screen } from "./output.ts"

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const timeField = /(^|[._])(at|since|until|time|now|timestamp)$/

const units = [["year", 31_557_600_000], ["month", 2_629_800_000], ...spanUnits] as const

/** Within this time, a relative time tells more than a date. */
const near = 30 * 86_400_000

export const isTime = (field: string, value: unknown): value is string =>
  typeof value === "string" && timeField.test(field) && moment.test(value)

/** `2 min ago`, `in 3 d`, `now`. */
export function relativeText(time: number, now: number): string {
  const span = Math.abs(now - time)
  const [unit, size] = units.find(([, one]) => span >= one) ?? ["s", 1_000]
  const count = Math.floor(span / size)
  if (count === 0) return "now"
  const text = `${countText(count)} ${unit}${unit.length > 3 && count > 1 ? "s" : ""}`
  return time > now ? `in ${text}` : `${text} ago`
}

/** `2026-03-01 13:00`, in local time or in UTC; dashes for what is no time. */
export function localText(time: number, { utc }: Pick<Screen, "utc">, withSeconds = false): string {
  if (Number.isNaN(new Date(time).valueOf())) return `---------- --:--${withSeconds ? ":--" : ""}`
  // Shifted by the zone, the UTC text is the local time.
  const shifted = utc ? time : time - new Date(time).getTimezoneOffset() * 60_000
  const text = new Date(shifted).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, withSeconds ? 19 : 16)}`
}

/** A time in a table: relative if near, otherwise a date. */
export function shortTime(value: string, screen: Pick<Screen, "utc" | "now">): string {
  if (screen.utc) return value
  const time = Date.parse(value)
  return Math.abs(screen.now - time) < near ? relativeText(time, screen.now) : localText(time, screen)
}

/** A time on its own: absolute and relative. */
export function longTime(value: string, screen: Pick<Screen, "utc" | "now">): string {
  if (screen.utc) return value
  const time = Date.parse(value)
  return `${localText(time, screen, true)} (${relativeText(time, screen.now)})`
}
