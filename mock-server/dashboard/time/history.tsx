import { signal } from "@preact/signals"
import type { HistoryView } from "../../control/history.ts"
import { act } from "../app/act.tsx"
import { readNow } from "../app/api.ts"
import { missed } from "../app/live.ts"
import { forget, lookBack, past } from "../app/past.ts"
import { route, search } from "../app/route.ts"
import { momentText } from "../app/times.tsx"

/** The recorded history, as last read. */
export const history = signal<HistoryView | undefined>(undefined)

export async function readHistory(): Promise<HistoryView> {
  const view = await readNow<HistoryView>("history?limit=50")
  history.value = view
  return view
}

let wanted = 0

/** Shows the world after a step; for the last one, or none, the current state. Of overlapping calls, the last wins. */
export async function goTo(number: number | undefined): Promise<void> {
  const asked = ++wanted
  const { last } = await readHistory()
  if (asked !== wanted) return
  if (number === undefined || number >= last) {
    lookBack(undefined)
    return
  }
  const { steps } = await readNow<HistoryView>(`history?before=${number + 1}&limit=1`)
  if (asked !== wanted) return
  if (steps[0] === undefined) throw forget(number)
  lookBack(steps[0])
}

/** A notice on every view that shows the past, with navigation. */
export function LookingBack() {
  const step = past.value
  if (step === undefined) return null
  const go = (number: number | undefined) => {
    // In this view the address holds the step.
    if (route.peek().view === "time") search({ at: number === undefined ? undefined : String(number) })
    else void act(() => goTo(number))
  }
  return (
    <section class="looking-back" aria-label="Looking back">
      <p class="grow">
        <b>Looking back</b> to {momentText(step.at)}, after step {step.step}: <bdi>{step.what}</bdi>. Nothing can be
        changed here{missed.value > 0 && "; the current state has changed since"}.
      </p>
      <button type="button" disabled={step.step <= (history.value?.first ?? 0)} onClick={() => go(step.step - 1)}>
        ← Previous step
      </button>
      <button type="button" onClick={() => go(step.step + 1)}>
        Next step →
      </button>
      <button type="button" class="main" onClick={() => go(undefined)}>
        Back to now
      </button>
    </section>
  )
}
