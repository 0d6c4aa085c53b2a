import { computed, signal } from "@preact/signals"
import type { ClockView } from "../../control/clock.ts"
import { call } from "./api.ts"

const view = signal<ClockView | undefined>(undefined)
/** When `view` was read, by the clock of the browser. */
let readAt = 0
const ticks = signal(0)

async function read(): Promise<void> {
  view.value = await call<ClockView>("GET", "clock")
  readAt = performance.now()
  ticks.value++
}

setInterval(() => {
  if (!document.hidden && view.peek()?.mode !== "frozen") ticks.value++
}, 1_000)

/** The world's clock; between two readings it goes on here, as fast as it goes there. */
export const clock = {
  view,
  read,
  /** Milliseconds since 1970, to about a second. */
  now: computed(() => {
    void ticks.value
    if (view.value === undefined) return 0
    const { now, mode, rate = 1 } = view.value
    return Date.parse(now) + (mode === "frozen" ? 0 : (performance.now() - readAt) * rate)
  }),
}
