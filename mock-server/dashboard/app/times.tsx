import { clock } from "./clock.ts"

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const

/** 2026-03-01T12:00:00.000Z → "2026-03-01 12:00:00". Also takes milliseconds since 1970. */
export const momentText = (moment: string | number) =>
  new Date(moment)
    .toISOString()
    .replace("T", " ")
    .replace(/(\.000)?Z$/, "")

/** A duration in its two largest units: "1 d 2 h". */
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

/** "3 min ago", "in 2 h", "just now": a time relative to now, in its largest unit. */
function fromNow(ms: number): string {
  const [unit, size] = units.find(([, size]) => Math.abs(ms) >= size) ?? ["s", 1_000]
  const count = Math.floor(Math.abs(ms) / size)
  if (ms > 0) return count === 0 ? "now" : `in ${count} ${unit}`
  return unit === "s" ? "just now" : `${count} ${unit} ago`
}

/** A time relative to now; its tooltip has the full time in UTC. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} class="moment" title={`${momentText(at)} UTC`}>
    {clock.now.value === 0 ? momentText(at).slice(0, 10) : fromNow(Date.parse(at) - clock.now.value)}
  </time>
)
