const form = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?))?$/

/**
 * Parses an ISO 8601 time with any offset from UTC (`Z`, `+02:00`, `+0200`, `+02`), or a date, to milliseconds since
 * 1970. Undefined if it is invalid, such as 30 February, which JavaScript reads as 2 March.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, day, time = "00:00", sign, hours = "0", minutes = "0"] = form.exec(text) ?? []
  if (day === undefined) return undefined
  const start = new Date(`${day}T00:00:00Z`)
  const local = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(local) || !start.toISOString().startsWith(day)) return undefined
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === "-" ? local + ahead : local - ahead
}

/** Whether text is an ISO 8601 time. */
export const isTimestamp = (text: string): boolean => parseTimestamp(text) !== undefined

/** A time in UTC, such as `2026-07-01T08:00:00.000Z`; undefined for any other text, and for a date without a time. */
export function utcOf(text: string): string | undefined {
  const moment = /T(?!24)/.test(text) ? parseTimestamp(text) : undefined
  // A year before 0 or after 9999 has more digits than a timestamp.
  const utc = moment === undefined ? "" : new Date(moment).toISOString()
  return /^\d{4}-/.test(utc) ? utc : undefined
}
