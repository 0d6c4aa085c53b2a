/** The first row of a day. */
export interface Day {
  /** 2026-03-01 */
  readonly day: string
  /** How many rows stand above it. */
  readonly index: number
}

/**
 * The days of rows, in their order, by few looks at many rows: between two rows of one day, all are taken to be of it. A clock
 * that was set back can show a day twice.
 */
export function daysOf<Row>(
  count: number,
  rowAt: (index: number) => Row | undefined,
  momentOf: (row: Row) => string,
): Day[] {
  const dayAt = (index: number) => {
    const row = rowAt(index)
    return row === undefined ? "" : momentOf(row).slice(0, 10)
  }
  /** The days that begin after `first`, up to `last`. */
  const between = (first: number, last: number): Day[] => {
    const day = dayAt(last)
    if (dayAt(first) === day) return []
    if (last - first <= 1) return [{ day, index: last }]
    const middle = (first + last) >> 1
    return [...between(first, middle), ...between(middle, last)]
  }
  return count === 0 ? [] : [{ day: dayAt(0), index: 0 }, ...between(0, count - 1)]
}

/** "Sunday 1 March 2026, UTC" */
export function dayText(day: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Date(day).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" })
  return `${part({ weekday: "long" })} ${part({ day: "numeric", month: "long", year: "numeric" })}, UTC`
}
