import "./time.css"
import type { View } from "../app/view.ts"
import { Clock } from "./clock.tsx"
import { Scrubber } from "./scrubber.tsx"
import { Timers } from "./timers.tsx"

export const timeView: View = {
  name: "time",
  title: "Time",
  Body: ({ route }) => {
    const at = route.query.get("at")
    return (
      <div class="page-body">
        <Clock />
        <Scrubber at={at === null || !/^\d+$/.test(at) ? undefined : Number(at)} />
        <Timers />
      </div>
    )
  },
}
