import { signal } from "@preact/signals"
import type { TimerView } from "../../control/timers.ts"
import { call } from "../app/api.ts"
import { listen } from "../app/live.ts"

/** The earliest that are kept here; of more the page shows nothing. */
const most = 500

const list = signal<readonly TimerView[]>([])
const isReady = signal(false)
let isOpen = false

async function read(): Promise<void> {
  if (!isOpen) return
  list.value = await call<TimerView[]>("GET", `timers?limit=${most}`)
  isReady.value = true
}

listen("timer", {
  apply(changes) {
    if (!isOpen) return
    const byId = new Map(list.value.map((timer) => [timer.id, timer]))
    for (const { id, row } of changes) {
      if (row === null) byId.delete(Number(id))
      // The server says what a row of this kind is.
      else byId.set(Number(id), row as TimerView)
    }
    const sorted = [...byId.values()].sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.id - b.id))
    const isCut = list.value.length >= most && sorted.length < most
    list.value = sorted.slice(0, most)
    // Those that were too late to be kept here may be next now.
    if (isCut) void read().catch(() => undefined)
  },
  reset: () => void read().catch(() => undefined),
})

/** The work that is due next, the earliest first. */
export const timers = {
  list,
  isReady,
  open(): void {
    isOpen = true
    void read().catch(() => undefined)
  },
}
