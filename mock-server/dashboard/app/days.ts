/** The first row of a day. */
export interface Day {
  /** 2026-03-01 */
  readonly day: string
  /** How many rows stand above it. */
  readonly index: number
}

/** The days of rows, in their order. A clock that was set back can show a day twice. */
export function daysOf<Row>(
  count: number,
  rowAt: (index: number) => Row | undefined,
  momentOf: (row: Row) => string,
): Day[] {
  const days: Day[] = []
  for (let index = 0; index < count; index++) {
    const row = rowAt(index)
    const day = row && momentOf(row).slice(0, 10)
    if (day !== undefined && day !== days.at(-1)?.day) days.push({ day, index })
  }
  return days
}

/** "Sunday 1 March 2026, UTC" */
export function dayText(day: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Date(day).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" })
  return `${part({ weekday: "long" })} ${part({ day: "numeric", month: "long", year: "numeric" })}, UTC`
}
