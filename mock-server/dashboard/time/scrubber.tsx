import { useEffect, useRef } from "preact/hooks"
import { act } from "../app/act.tsx"
import { updates } from "../app/live.ts"
import { Part } from "../app/parts.tsx"
import { past } from "../app/past.ts"
import { search } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { goTo, history, readHistory } from "./history.tsx"

/** The history is reloaded after this long without changes. Milliseconds. */
const readAfter = 200

/** Chooses a past step: every view then shows the world after it. `at` is the step in the address. */
export function Scrubber({ at }: { readonly at: number | undefined }) {
  const isLive = updates.value > 0
  const isFirst = useRef(true)
  const step = past.value?.step
  const before = useRef(step)
  useEffect(() => {
    // History is recorded only once the stream is open.
    if (!isLive) return
    // Opening the view keeps the past step that is shown.
    if (isFirst.current && at === undefined && step !== undefined) search({ at: String(step) })
    // Not through `act`, which would clear the warning about a forgotten step.
    else if (at === undefined) void goTo(at).catch(() => undefined)
    else void act(() => goTo(at))
    isFirst.current = false
  }, [at, isLive])
  useEffect(() => {
    // The world was reset, or the step is no longer kept.
    if (before.current !== undefined && step === undefined && at !== undefined) search({ at: undefined })
    before.current = step
  }, [step])
  useEffect(() => {
    const soon = setTimeout(() => void readHistory().catch(() => undefined), readAfter)
    return () => clearTimeout(soon)
  }, [updates.value])
  const known = history.value
  if (known === undefined || !known.is_kept) return null
  const { first, last, steps } = known
  const shown = step ?? last
  const choose = (number: number) => search({ at: number >= last ? undefined : String(number) })
  return (
    <Part title="History">
      <p class="faint">
        Drag back to see every view as it was at that step. History begins when this page is first opened, or with the
        last reset.
      </p>
      <div class="scrub">
        <input
          type="range"
          aria-label="Step"
          min={first}
          max={last}
          value={shown}
          aria-valuetext={past.value === undefined ? "now" : `${past.value.what}, ${past.value.at}`}
          onInput={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
        <output>
          {shown} of {last}
        </output>
      </div>
      <ol class="rows steps" aria-label="Steps">
        {steps.toReversed().map(({ step, at: moment, what }) => (
          <li key={step}>
            <button type="button" aria-pressed={step === shown} onClick={() => choose(step)}>
              {step}
            </button>
            <span class="grow">
              <bdi>{what}</bdi>
            </span>
            <Moment at={moment} />
          </li>
        ))}
      </ol>
    </Part>
  )
}
