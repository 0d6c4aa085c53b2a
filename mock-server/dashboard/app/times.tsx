const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const

/** 2026-03-01T12:00:00.000Z → "2026-03-01 12:00:00", of a string or of milliseconds since 1970. */
export const momentText = (moment: string | number) =>
  new Date(moment)
    .toISOString()
    .replace("T", " ")
    .replace(/(\.000)?Z$/, "")

/** A span in its two largest units: "1 d 2 h". */
export function span(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(" ") || `${Math.round(ms)} ms`
}

/** A moment with its day, since a world's days go by fast. In UTC. */
export function Moment({ at }: { readonly at: string }) {
  const [day = "", time = ""] = momentText(at).split(" ")
  return (
    <time dateTime={at} class="moment" title={`${day} ${time} UTC`}>
      <span class="year">{day.slice(0, 5)}</span>
      {day.slice(5)} {time.slice(0, 8)}
    </time>
  )
}
