import { durationUnits, momentText } from "../../base/time-text.ts"
import { clock } from "./clock.ts"

/** "3 min ago", "in 2 h", "just now": a time relative to now, in its largest unit. */
function fromNow(ms: number): string {
  const [unit, size] = durationUnits.find(([, size]) => Math.abs(ms) >= size) ?? ["s", 1_000]
  const count = Math.floor(Math.abs(ms) / size)
  if (ms > 0) return count === 0 ? "now" : `in ${count} ${unit}`
  return unit === "s" ? "just now" : `${count} ${unit} ago`
}

/** The day and the time, without the year: days of a world pass fast. */
const dayTime = (at: string) => momentText(at).slice(5, 19)

const relative = (at: string) => (clock.now.value === 0 ? "" : fromNow(Date.parse(at) - clock.now.value))

/** A time, absolute and relative to now; its tooltip has all of it, in UTC. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} class="moment" title={`${momentText(at)} UTC`}>
    {dayTime(at)} UTC · {relative(at)}
  </time>
)

/** A time in a list: its tooltip tells how long ago. */
export const DayTime = ({ at }: { readonly at: string }) => (
  <time dateTime={at} class="moment" title={`${momentText(at)} (${relative(at)}) UTC`}>
    {dayTime(at)}
  </time>
)
