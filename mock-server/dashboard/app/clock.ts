import { computed, signal } from "@preact/signals"
import type { ClockView } from "../../control/clock.ts"
import { call } from "./api.ts"
import { listen } from "./live.ts"

const view = signal<ClockView | undefined>(undefined)
/** When `view` was read, on the browser's clock. */
let readAt = 0
const ticks = signal(0)

function take(row: ClockView): void {
  readAt = performance.now()
  view.value = row
  ticks.value++
}

listen("clock", {
  apply: (changes) => {
    const row = changes.at(-1)?.row
    if (row) take(row as ClockView)
  },
  reset: () => void call<ClockView>("GET", "clock").then(take, () => undefined),
})

setInterval(() => {
  if (!document.hidden && view.peek()?.mode !== "frozen") ticks.value++
}, 1_000)

/** The world's clock; between two updates the page advances it at the same rate. */
export const clock = {
  view,
  /** Milliseconds since 1970, to about a second. */
  now: computed(() => {
    void ticks.value
    if (view.value === undefined) return 0
    const { now, mode, rate = 1 } = view.value
    return Date.parse(now) + (mode === "frozen" ? 0 : (performance.now() - readAt) * rate)
  }),
}
