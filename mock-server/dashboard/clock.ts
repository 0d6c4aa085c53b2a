import type { Advanced, ClockView } from "../control/clock.ts"
import { call } from "./api.ts"
import { button, byId, h } from "./dom.ts"
import type { Act } from "./panel.ts"
import { moment } from "./times.ts"

const steps = ["1m", "5m", "1h", "1d", "3d"]

/** Shows the clock and what moves it. */
export function clock(act: Act, say: (text: string) => void) {
  let view: ClockView | undefined
  const advance = (by: string) =>
    act(async () => {
      const { fired } = await call<Advanced>("POST", "clock/advance", { by })
      say(fired === 1 ? "1 piece of work was due on the way." : `${fired} pieces of work were due on the way.`)
    })
  const mode = button("", () => act(() => call("PUT", "clock", { mode: view?.mode === "frozen" ? "real" : "frozen" })))
  const other = h("input", { name: "by", placeholder: "36h", size: 5, "aria-label": "How far", required: true })
  const form = h("form", {}, other, h("button", {}, "Advance"))
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void advance(other.value)
  })
  byId("steps").append(...steps.map((by) => button(`+${by}`, () => advance(by))), form, mode)

  return {
    show(next: ClockView): void {
      view = next
      byId("now").textContent = moment(next.now)
      byId("mode").textContent = next.rate === undefined ? next.mode : `${next.rate} times as fast`
      byId("pending").textContent = next.pending === 1 ? "1 piece of work waits" : `${next.pending} pieces of work wait`
      mode.textContent = next.mode === "frozen" ? "Let it run" : "Freeze"
    },
  }
}
