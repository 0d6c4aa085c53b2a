import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"

/** What was done last, for a few seconds. */
export const done = signal<ComponentChildren>(undefined)
/** What went wrong without anybody's doing; it stays until it is closed. */
export const warning = signal<string | undefined>(undefined)
/** Whether something is being done. */
export const isBusy = signal(false)

/** How long a success is shown, and for how long it outlives the view that it came from. Milliseconds. */
const [shownFor, heldFor] = [5_000, 500]
let shownAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function showDone(text: ComponentChildren): void {
  clearTimeout(timer)
  done.value = text
  shownAt = performance.now()
  if (text) timer = setTimeout(() => showDone(undefined), shownFor)
}

export function warn(text: string | undefined): void {
  warning.value = text
}

addEventListener("hashchange", () => {
  // What leads to another view by itself is said there.
  if (performance.now() - shownAt >= heldFor) showDone(undefined)
})
