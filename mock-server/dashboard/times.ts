const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const

/** "2026-03-01T12:00:00.000Z" → "2026-03-01 12:00:00" */
export const moment = (iso: string) => iso.replace("T", " ").replace(/(\.000)?Z$/, "")

/** The time of day alone. */
export const timeOfDay = (iso: string) => iso.slice(11, 23)

/** A span in its two largest units: "1 d 2 h". */
export function span(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(" ") || `${ms} ms`
}
