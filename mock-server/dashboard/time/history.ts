import { signal } from "@preact/signals"
import type { HistoryView } from "../../control/history.ts"
import { readNow } from "../app/api.ts"
import { forget, lookBack, past } from "../app/past.ts"

/** How far back the world can be shown, as it was last asked for. */
export const history = signal<HistoryView | undefined>(undefined)

export async function readHistory(): Promise<HistoryView> {
  const view = await readNow<HistoryView>("history?limit=50")
  history.value = view
  return view
}

let wanted = 0

/** Shows the world as it was after a step; after the last one, or none, as it is now. Of steps asked for in a row the last counts. */
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

/** The step that is shown: the last where the page shows the world as it is. */
export const shownStep = (): number => past.value?.step ?? history.value?.last ?? 0
