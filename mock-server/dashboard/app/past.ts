import { signal } from "@preact/signals"
import type { StepView } from "../../control/history.ts"
import { addressOf } from "./address.ts"
import { warn } from "./notices.ts"

/** Where the page looks back to; undefined where it shows the world as it is. */
export const past = signal<StepView | undefined>(undefined)

export function lookBack(step: StepView | undefined): void {
  if (past.peek()?.step !== step?.step) past.value = step
}

/** Goes back to now, since a step is kept no more; answers the error that says so. */
export function forget(step: number): Error {
  const error = new Error(`Step ${step} is no longer kept: this is the current state.`)
  past.value = undefined
  warn(error.message)
  return error
}

/** Whatever the page reads is read of the world as it was; nothing is done there. */
export function pathInTime(path: string, method: string): string {
  const step = past.peek()
  if (step === undefined) return path
  if (method !== "GET" || path.startsWith("..")) {
    throw new Error("You are looking at the past: go back to now to change something.")
  }
  return `${addressOf(step.world)}/_mock/${path}`
}
