import type { LightAttempt, LightDelivery, LightEndpoint } from "../../resources/webhooks/light-delivery.ts"
import type { RowKind } from "../app/list-view.tsx"
import { liveRows } from "../app/live.ts"
import type { Status } from "../app/parts.tsx"

export const isSuccess = ({ response_status }: Pick<LightAttempt, "response_status">) =>
  response_status !== null && response_status >= 200 && response_status < 300

/** "500", or why there was no response. */
export const outcomeOf = ({ response_status, error }: Pick<LightAttempt, "response_status" | "error">) =>
  String(response_status ?? error ?? "no response")

export function statusOf({ status, attempts }: LightDelivery): Status {
  const last = attempts.at(-1)
  const outcome = last === undefined ? "" : `: ${outcomeOf(last)}`
  if (status === "delivered") return { word: `delivered${outcome}`, tone: "good" }
  if (status === "failed") return { word: `failed${outcome}`, tone: "bad" }
  return last === undefined ? { word: "pending", tone: "info" } : { word: `retrying${outcome}`, tone: "warn" }
}

/** The status without the response. */
const stateOf = (delivery: LightDelivery) => statusOf(delivery).word.split(":")[0] ?? ""

export const endpoints = liveRows<LightEndpoint>("endpoint")

export const deliveries = liveRows<LightDelivery>("delivery", (delivery) => [
  stateOf(delivery),
  `endpoint ${delivery.webhook_id}`,
])

export const deliveryKind: RowKind<LightDelivery> = {
  rows: deliveries,
  one: "delivery",
  many: "deliveries",
  textOf: ({ id, event_id, event_type, message_id, to, subject }) => [
    event_type,
    event_id,
    id,
    `message ${message_id ?? ""}`,
    to,
    subject,
  ],
  stateOf,
  states: ["delivered", "retrying", "failed", "pending"],
  endpointOf: ({ webhook_id }) => String(webhook_id),
}
