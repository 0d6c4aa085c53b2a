import { useState } from "preact/hooks"
import type { Advanced } from "../../control/clock.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { clock } from "../app/clock.ts"
import { momentText } from "../app/times.tsx"

const steps = ["1m", "1h", "1d", "3d"]
const rates = [1, 10, 60, 600, 3_600]

const advance = (body: object) =>
  act(async () => {
    const { fired, now } = await call<Advanced>("POST", "clock/advance", body)
    const work = fired === 1 ? "1 piece of work ran" : `${fired} pieces of work ran`
    return `It is ${momentText(now)}: ${work} on the way.`
  })

/** Moves time, lets it stand, or go faster. */
export function Clock() {
  const [by, setBy] = useState("")
  const view = clock.view.value
  const mode = view?.rate === undefined ? view?.mode : `scaled ${view.rate}`
  const set = (next: object) => act(() => call("PUT", "clock", next))
  return (
    <section class="part" aria-label="Clock">
      <div class="actions">
        <button type="button" class="main" disabled={view?.pending === 0} onClick={() => advance({ to: "next" })}>
          To the next work
        </button>
        {steps.map((step) => (
          <button type="button" key={step} onClick={() => advance({ by: step })}>
            +{step}
          </button>
        ))}
        <form
          class="line"
          onSubmit={(event) => {
            event.preventDefault()
            void advance({ by })
          }}
        >
          <input
            aria-label="How far"
            placeholder="36h"
            size={6}
            required
            value={by}
            onInput={({ currentTarget }) => setBy(currentTarget.value)}
          />
          <button type="submit">Advance</button>
        </form>
      </div>
      <fieldset class="actions">
        <legend>How time goes</legend>
        <button type="button" aria-pressed={mode === "frozen"} onClick={() => set({ mode: "frozen" })}>
          Freeze
        </button>
        <button type="button" aria-pressed={mode === "real"} onClick={() => set({ mode: "real" })}>
          Real
        </button>
        {rates.map((rate) => (
          <button
            type="button"
            key={rate}
            aria-pressed={mode === `scaled ${rate}`}
            onClick={() => set({ mode: "scaled", rate })}
          >
            {rate.toLocaleString("en")}×
          </button>
        ))}
      </fieldset>
    </section>
  )
}
