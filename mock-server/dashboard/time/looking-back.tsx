import { act } from "../app/act.tsx"
import { missed } from "../app/live.ts"
import { past } from "../app/past.ts"
import { route, search } from "../app/route.ts"
import { momentText } from "../app/times.tsx"
import { goTo, history } from "./history.ts"

/** Says on every view that it shows the past, and leads on from there. */
export function LookingBack() {
  const step = past.value
  if (step === undefined) return null
  const go = (number: number | undefined) => {
    // There the address says it.
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
