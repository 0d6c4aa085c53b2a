import type { ViewProps } from "../app/route.ts"
import { Clock } from "./clock.tsx"
import { Scrubber } from "./scrubber.tsx"
import { Timers } from "./timers.tsx"

export function Time({ route }: ViewProps) {
  const at = route.query.get("at")
  return (
    <div class="page-body">
      <h2 class="unseen">Time</h2>
      <Clock />
      <Timers />
      <Scrubber at={at === null || !/^\d+$/.test(at) ? undefined : Number(at)} />
    </div>
  )
}
