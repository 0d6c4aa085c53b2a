import type { LightDelivery, LightEndpoint } from "../../webhooks/light-delivery.ts"
import type { RowKind } from "../app/list-view.tsx"
import { liveRows } from "../app/live.ts"
import { standWordOf, standWords } from "./stand.ts"

export const endpoints = liveRows<LightEndpoint>({ kind: "endpoint", path: "rows/endpoint" })

/** Every delivery, counted by its state and by its endpoint. */
export const deliveries = liveRows<LightDelivery>({
  kind: "delivery",
  path: "rows/delivery",
  groupsOf: (delivery) => [standWordOf(delivery), `endpoint ${delivery.webhook_id}`],
})

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
  stateOf: standWordOf,
  states: standWords,
  endpointOf: ({ webhook_id }) => String(webhook_id),
}
