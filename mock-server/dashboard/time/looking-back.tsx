import { act } from "../app/act.ts"
import { missed } from "../app/live.ts"
import { past } from "../app/past.ts"
import { route, search } from "../app/route.ts"
import { momentText } from "../app/times.tsx"
import { goTo, history } from "./history.ts"

/** Says on every view that it shows the world as it was, and leads on from there. */
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
      <p>
        <b>The world as it was</b> at {momentText(step.at)}, after step {step.step}: <bdi>{step.what}</bdi>. It is for
        looking at; the world itself goes on{missed.value > 0 && ", and has changed since"}.
      </p>
      <div class="line">
        <button type="button" disabled={step.step <= (history.value?.first ?? 0)} onClick={() => go(step.step - 1)}>
          ← Step back
        </button>
        <button type="button" onClick={() => go(step.step + 1)}>
          Step on →
        </button>
        <button type="button" class="main" onClick={() => go(undefined)}>
          Back to now
        </button>
      </div>
    </section>
  )
}
