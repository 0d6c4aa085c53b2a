import { momentText } from "../../base/time-text.ts"
import type { AdvanceResult } from "../../control/clock.ts"
import { instead, useAct } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { clock } from "../app/clock.ts"
import { Part, Segments } from "../app/parts.tsx"
import { href, type ViewProps } from "../app/route.ts"
import { countText } from "../app/words.ts"
import { History } from "./history.tsx"
import { Timers } from "./timers.tsx"

export function Time({ route }: ViewProps) {
  const isPast = route.query.get("show") === "history"
  const tab = (label: string, show: string | undefined, isCurrent: boolean) => (
    <a aria-current={isCurrent ? "true" : undefined} href={href("time", undefined, { show })}>
      {label}
    </a>
  )
  return (
    <div class="page-body">
      <h2 class="unseen">Time</h2>
      <Clock />
      <div class="tabs">
        {tab("Upcoming events", undefined, !isPast)}
        {tab("History", "history", isPast)}
      </div>
      {isPast ? <History route={route} /> : <Timers />}
    </div>
  )
}

const steps = ["1m", "1h", "1d", "3d"]
const rates = [10, 60, 600, 3_600]

function Clock() {
  const { act, problem } = useAct()
  const view = clock.view.value
  const mode = view?.rate === undefined ? (view?.mode ?? "") : String(view.rate)
  const set = (chosen: string) =>
    act(() => call("PUT", "clock", /^\d/.test(chosen) ? { mode: "scaled", rate: Number(chosen) } : { mode: chosen }))
  const advance = (body: object) =>
    act(async () => {
      const { happened, now } = await call<AdvanceResult>("POST", "clock/advance", body)
      return `It is ${momentText(now)} UTC now: ${happened ?? "nothing was due"}.`
    })
  return (
    <Part title="Clock">
      <div class="actions">
        <button type="button" class="main" disabled={view?.pending === 0} onClick={() => advance({ to: "next" })}>
          Skip to next event
        </button>
        {steps.map((step) => (
          <button type="button" key={step} onClick={() => advance({ by: step })}>
            +{step}
          </button>
        ))}
        <form class="line" onSubmit={instead((form) => advance({ by: new FormData(form).get("by") }))}>
          <input type="text" name="by" aria-label="Advance by" placeholder="36h" size={6} required />
          <button type="submit">Advance</button>
        </form>
      </div>
      {problem}
      <p class="faint">Speed: how fast the clock runs by itself.</p>
      <Segments
        label="Speed"
        chosen={mode}
        choose={set}
        of={[
          ["real", "Real time"],
          ["frozen", "Frozen"],
          ...rates.map((rate) => [String(rate), `${countText(rate)}×`] as const),
        ]}
      />
    </Part>
  )
}
