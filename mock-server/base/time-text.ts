/** The units of durations for people, with their milliseconds, largest first. */
export const durationUnits = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const

/** 2026-03-01T12:00:00.000Z → "2026-03-01 12:00:00". Also takes milliseconds since 1970. */
export const momentText = (moment: string | number): string =>
  new Date(moment)
    .toISOString()
    .replace("T", " ")
    .replace(/(\.000)?Z$/, "")

/** The same to the second, without the day if it is that of `now`. */
export function timeText(moment: string | number, now: string | number): string {
  const [day = "", time = ""] = momentText(moment).split(" ")
  const second = time.slice(0, 8)
  return momentText(now).startsWith(day) ? second : `${day} ${second}`
}

/** A duration in its two largest units: "1 d 2 h". */
export function span(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const [unit, size] of durationUnits) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(" ") || `${Math.round(ms)} ms`
}
