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
export function standOf({ status, attempts }: LightDelivery): Stand {
  const last = attempts.at(-1)
  const outcome = last === undefined ? "" : `: ${outcomeOf(last)}`
  if (status === "delivered") return { word: `delivered${outcome}`, tone: "good" }
  if (status === "failed") return { word: `failed${outcome}`, tone: "bad" }
  return last === undefined ? { word: "pending", tone: "info" } : { word: `retrying${outcome}`, tone: "warn" }
}

/** The words that deliveries are told apart by in filters, without what was answered. */
export const standWords = ["delivered", "retrying", "failed", "pending"] as const

export const standWordOf = (delivery: LightDelivery) => standOf(delivery).word.split(":")[0] ?? ""
