import { signal } from "@preact/signals"
import type { StepView } from "../../control/history.ts"

/** Where the page looks back to; undefined where it shows the world as it is. */
export const past = signal<StepView | undefined>(undefined)

/** Whatever the page reads is read of the world as it was; nothing is done there. */
export function pathInTime(path: string, method: string): string {
  const step = past.peek()
  if (step === undefined) return path
  if (method !== "GET" || path.startsWith("..")) {
    throw new Error("This is the world as it was: go back to now to do something.")
  }
  return `/@${step.world}/_mock/${path}`
}
