import type { ClockView } from "../control/clock.ts"
import type { WorldView } from "../control/world.ts"
import { call, callText, Refused } from "./api.ts"
import { clock } from "./clock.ts"
import { deliveriesPanel } from "./deliveries.ts"
import { button, byId, h } from "./dom.ts"
import { faultsPanel } from "./faults.ts"
import { messagesPanel } from "./messages.ts"
import { outboxPanel } from "./outbox.ts"
import type { Panel } from "./panel.ts"
import { requestsPanel } from "./requests.ts"

const pollEvery = 1_000

const panels: readonly Panel[] = [
  requestsPanel(act),
  messagesPanel(act),
  deliveriesPanel,
  outboxPanel,
  faultsPanel(act),
]
let shown = panels.find(({ name }) => `#${name}` === location.hash) ?? panels[0]
/** What the shown rows were made of: where it is the same again, they stay. */
let drawnOf: string | undefined
const theClock = clock(act, say)

function say(text: string, isError = false): void {
  const line = byId("said")
  line.textContent = text
  line.className = isError ? "bad" : ""
}

/** Does something to the world, says what went wrong, and shows how it stands then. */
async function act(work: () => Promise<unknown>): Promise<void> {
  document.body.classList.add("busy")
  say("")
  try {
    await work()
    drawnOf = undefined
    await refresh()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true)
  } finally {
    document.body.classList.remove("busy")
  }
}

function choose(panel: Panel): void {
  shown = panel
  history.replaceState(null, "", `#${panel.name}`)
  drawnOf = undefined
  drawTabs()
  byId("rows").replaceChildren()
  void poll()
}

function drawTabs(): void {
  const tabs = panels.map((panel) =>
    button(panel.title, () => choose(panel), { "aria-current": panel === shown ? "true" : "false" }),
  )
  byId("tabs").replaceChildren(...tabs)
  byId("head").replaceChildren(...(shown?.head === undefined ? [] : [shown.head]))
}

/** Reads the clock and the shown list. */
async function refresh(): Promise<void> {
  const panel = shown
  if (panel === undefined) return
  const [view, text] = await Promise.all([call<ClockView>("GET", "clock"), callText("GET", panel.path)])
  theClock.show(view)
  document.body.classList.remove("offline")
  if (panel === shown && text !== drawnOf) {
    drawnOf = text
    draw(panel, JSON.parse(text))
  }
}

/** Draws the rows anew; those that were open are open again. */
function draw(panel: Panel, answer: unknown): void {
  const list = byId("rows")
  const open = new Set([...list.querySelectorAll<HTMLElement>("details[open]")].map(({ dataset }) => dataset.key))
  const rows = panel.rows(answer)
  list.replaceChildren(...(rows.length > 0 ? rows : [h("p", { class: "empty" }, panel.empty)]))
  for (const row of list.querySelectorAll("details")) row.open = open.has(row.dataset.key)
}

async function poll(): Promise<void> {
  if (document.hidden) return
  try {
    await refresh()
  } catch (error) {
    if (error instanceof Refused) say(error.message, true)
    else document.body.classList.add("offline")
  }
}

async function start(): Promise<void> {
  drawTabs()
  byId("reset").append(
    button("Reset", () => {
      if (confirm("Put the world back to its seed?")) void act(() => call("POST", "reset"))
    }),
  )
  setInterval(() => void poll(), pollEvery)
  document.addEventListener("visibilitychange", () => void poll())
  await poll()
  const { base_url, credentials } = await call<WorldView>("GET", "world")
  byId("address").textContent = base_url
  byId("key").textContent = credentials.api_key
}

void start()
