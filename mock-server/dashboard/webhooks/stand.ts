import type { LightAttempt, LightDelivery } from "../../webhooks/light-delivery.ts"
import type { Tone } from "../app/parts.tsx"

/** How something stands, in a word. */
export interface Stand {
  readonly word: string
  readonly tone: Tone
}

export const isTaken = ({ response_status }: Pick<LightAttempt, "response_status">) =>
  response_status !== null && response_status >= 200 && response_status < 300

/** "500", or why there was no answer. */
export const outcomeOf = ({ response_status, error }: Pick<LightAttempt, "response_status" | "error">) =>
  String(response_status ?? error ?? "no answer")

/** What became of a delivery so far. */
export function standOf({ status, attempts, due }: LightDelivery): Stand {
  const last = attempts.at(-1)
  if (status === "delivered") return { word: last === undefined ? "taken" : `taken: ${outcomeOf(last)}`, tone: "good" }
  if (status === "failed") return { word: "given up", tone: "bad" }
  if (last === undefined) return { word: due.length === 0 ? "waits" : "on its way", tone: "info" }
  return { word: `tried again: ${outcomeOf(last)}`, tone: "warn" }
}

/** The words that deliveries are told apart by in filters, without what was answered. */
export const standWords = ["taken", "tried again", "given up", "on its way"] as const

export const standWordOf = (delivery: LightDelivery) => standOf(delivery).word.split(":")[0] ?? ""
