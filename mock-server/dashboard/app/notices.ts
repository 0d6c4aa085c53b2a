import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"

/** The last success message, for a few seconds. */
export const done = signal<ComponentChildren>(undefined)
/** A problem that no user action caused; it stays until it is closed. */
export const warning = signal<string | undefined>(undefined)
export const isBusy = signal(false)

/** How long a success message is shown, and how long it is kept when the view changes. Milliseconds. */
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
  // Keep a message that was shown just before the view changed.
  if (performance.now() - shownAt >= heldFor) showDone(undefined)
})
