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

/** A number in this range is a time in seconds, or one in milliseconds before March 1973. */
const isInSeconds = (number: number) => number >= 1e8 && number < 1e11
const example = "2026-03-01T12:00:00Z"

/**
 * Reads a time that a person gives: a `Date`, milliseconds since 1970, or ISO 8601 text with its offset from UTC; a date
 * alone is its midnight in UTC. Milliseconds since 1970, or the problem as text.
 */
export function readMoment(moment: Date | string | number): number | string {
  if (typeof moment === "string") return parseTimestamp(moment) ?? textProblem(moment)
  const time = typeof moment === "number" ? moment : Object(moment).getTime?.()
  // A `Date` holds no more than this.
  if (!(Math.abs(time) <= 8.64e15)) return `must be a Date, milliseconds since 1970, or a time such as ${example}`
  if (typeof moment === "number" && isInSeconds(moment))
    return `is ${moment}: seconds? Give milliseconds (${moment * 1000}), or ${new Date(moment * 1000).toISOString()}`
  return time
}

function textProblem(text: string): string {
  if (/^\d{9,15}$/.test(text)) {
    const isSeconds = isInSeconds(Number(text))
    const time = new Date(Number(text) * (isSeconds ? 1000 : 1)).toISOString()
    return `is ${text}: ${isSeconds ? "seconds" : "milliseconds"}? Give ${time}`
  }
  if (/^\d{4}-\d\d-\d\d[T ]\d\d(?::?\d\d)*(?:\.\d+)?$/.test(text))
    return "must have an offset from UTC: Z, or one such as +02:00"
  if (form.test(text)) return "must be a day and time that exist"
  return `must be a time in ISO 8601 with its offset from UTC, such as ${example}`
}

/** A time in UTC, such as `2026-07-01T08:00:00.000Z`; undefined for any other text, and for a date without a time. */
export function utcOf(text: string): string | undefined {
  const moment = /T(?!24)/.test(text) ? parseTimestamp(text) : undefined
  // A year before 0 or after 9999 has more digits than a timestamp.
  const utc = moment === undefined ? "" : new Date(moment).toISOString()
  return /^\d{4}-/.test(utc) ? utc : undefined
}
