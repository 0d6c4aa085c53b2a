import { durationUnits, momentText } from "../../base/time-text.ts"
import { clock } from "./clock.ts"

/** "3 min ago", "in 2 h", "just now": a time relative to now, in its largest unit. */
function fromNow(ms: number): string {
  const [unit, size] = durationUnits.find(([, size]) => Math.abs(ms) >= size) ?? ["s", 1_000]
  const count = Math.floor(Math.abs(ms) / size)
  if (ms > 0) return count === 0 ? "now" : `in ${count} ${unit}`
  return unit === "s" ? "just now" : `${count} ${unit} ago`
}

/** The day and the time, with the year if it is not that of the world's clock. */
function dayTime(at: string): string {
  const text = momentText(at).slice(0, 19)
  const isOfThisYear = clock.now.value === 0 || momentText(clock.now.value).slice(0, 4) === text.slice(0, 4)
  return isOfThisYear ? text.slice(5) : text
}

const relative = (at: string) => (clock.now.value === 0 ? "" : fromNow(Date.parse(at) - clock.now.value))

/** A time, absolute and relative to now; its tooltip has all of it, in UTC. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} class="moment" title={`${momentText(at)} UTC`}>
    {dayTime(at)} UTC · {relative(at)}
  </time>
)

interface DayTimeProps {
  readonly at: string
  /** True under a heading with the day: then only a screen reader, which reads no headings of rows, needs it. */
  readonly isUnderDay?: boolean | undefined
}

/** A time in a list: its tooltip tells how long ago. */
export function DayTime({ at, isUnderDay }: DayTimeProps) {
  const [day, time] = dayTime(at).split(" ")
  return (
    <time dateTime={at} class="moment" title={`${momentText(at)} (${relative(at)}) UTC`}>
      {isUnderDay ? <span class="unseen">{day}</span> : day} {time}
    </time>
  )
}
