import { findWords } from "../../base/find-words.ts"
import type { LightDelivery, LightEndpoint } from "../../webhooks/light-delivery.ts"
import { liveRows } from "../app/live.ts"
import { standWordOf } from "./stand.ts"

export const endpoints = liveRows<LightEndpoint>({ kind: "endpoint", path: "rows/endpoint" })

/** Every delivery, counted by how it stands and by its endpoint. */
export const deliveries = liveRows<LightDelivery>({
  kind: "delivery",
  path: "rows/delivery",
  groupsOf: (delivery) => [standWordOf(delivery), `endpoint ${delivery.webhook_id}`],
})

/** What is looked for among deliveries. */
export interface DeliverySearch {
  readonly text: string
  readonly stand: string
  /** The id of an endpoint. */
  readonly endpoint: string
}

export function fitsSearch({
  text,
  stand,
  endpoint,
}: DeliverySearch): ((delivery: LightDelivery) => boolean) | undefined {
  const hasWords = findWords(text)
  if (hasWords === undefined && stand === "" && endpoint === "") return undefined
  return (delivery) => {
    if (endpoint !== "" && String(delivery.webhook_id) !== endpoint) return false
    if (stand !== "" && standWordOf(delivery) !== stand) return false
    const { id, event_id, event_type, message_id } = delivery
    return hasWords?.(`${event_type}\n${event_id}\n${id}\nmessage ${message_id ?? ""}`) ?? true
  }
}
