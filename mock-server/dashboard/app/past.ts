import { signal } from "@preact/signals"
import type { StepView } from "../../control/history.ts"
import { addressOf } from "./address.ts"
import { warn } from "./notices.ts"

/** The past step that the page shows; undefined for the current state. */
export const past = signal<StepView | undefined>(undefined)

export function lookBack(step: StepView | undefined): void {
  if (past.peek()?.step !== step?.step) past.value = step
}

/** Returns to the current state because a step is no longer kept; returns the error that says so. */
export function forget(step: number): Error {
  const error = new Error(`Step ${step} is no longer kept: this is the current state.`)
  past.value = undefined
  warn(error.message)
  return error
}

/** The path in the shown past world, which is read-only. */
export function pathInTime(path: string, method: string): string {
  const step = past.peek()
  if (step === undefined) return path
  if (method !== "GET" || path.startsWith("..")) {
    throw new Error("You are looking at the past: go back to now to change something.")
  }
  return `${addressOf(step.world)}/_mock/${path}`
}
