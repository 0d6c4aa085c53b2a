import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"

/** What is said of the last thing that was done. */
export const said = signal<{ readonly text: ComponentChildren; readonly isError: boolean }>({
  text: "",
  isError: false,
})
export const isBusy = signal(false)

export function say(text: ComponentChildren, isError = false): void {
  said.value = { text, isError }
}

/** Does something to the world, and says what came of it (what `work` answers, where that is text) or what went wrong. What it changed comes by the stream. */
export async function act(work: () => Promise<unknown>, done: ComponentChildren = ""): Promise<void> {
  isBusy.value = true
  say("")
  try {
    const outcome = await work()
    say(typeof outcome === "string" ? outcome : done)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true)
  } finally {
    isBusy.value = false
  }
}
