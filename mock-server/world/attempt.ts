import { limits } from "../../sdk/contract/core/limits.ts"
import { signWebhook } from "../../sdk/webhooks/index.ts"
import type { WebhookDeliveryRow } from "../store/tables/webhook-deliveries.ts"
import type { WebhookEventRow } from "../store/tables/webhook-events.ts"
import type { WebhookRow } from "../store/tables/webhooks.ts"

/** One HTTP request to a webhook endpoint. */
export interface DeliveryRequest {
  readonly url: string
  /** Signed for this one attempt. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True when the endpoint may be on this machine. */
  readonly allowLocal: boolean
  /** Milliseconds to wait for the answer. */
  readonly timeout: number
}

/** What came of it: the status, or why there is none. Durations are milliseconds. */
export type DeliveryOutcome =
  | { readonly status: number; readonly duration: number }
  | { readonly error: string; readonly duration: number }

/** Sends one webhook over the network. Answers at once or with a promise; never rejects. */
export type Deliver = (request: DeliveryRequest) => DeliveryOutcome | Promise<DeliveryOutcome>

/** Everything that an attempt is made of; plain data. */
export interface AttemptFacts {
  readonly webhook_id: number
  readonly delivery_id: number
  /** Which attempt of its delivery it is, from 1. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly url: string
  readonly secret: string
  /** `evt_…` */
  readonly event_id: string
  readonly event_type: string
  readonly body: string
}

/** The headers of an attempt: a function of its facts, so they need not be kept. Spec: Request to the endpoint. */
export function attemptHeaders({ event_id: id, at, body, secret }: AttemptFacts): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "MAS-Webhooks/1.0",
    ...signWebhook({ id, timestamp: Math.floor(at / 1_000), body, secret }),
  }
}

/** An attempt as it is made. It is signed when its headers are asked for: that costs more than all the rest in the process. */
export class Attempt implements AttemptFacts, DeliveryRequest {
  readonly webhook_id: number
  readonly delivery_id: number
  readonly number: number
  readonly url: string
  readonly secret: string
  readonly event_id: string
  readonly event_type: string
  readonly body: string

  constructor(
    delivery: WebhookDeliveryRow,
    webhook: WebhookRow,
    event: WebhookEventRow,
    readonly at: number,
    readonly allowLocal: boolean,
  ) {
    this.webhook_id = webhook.id
    this.delivery_id = delivery.id
    this.number = delivery.attempts + 1
    this.url = webhook.url
    this.secret = webhook.secret
    this.event_id = event.event_id
    this.event_type = event.type
    this.body = event.payload
  }

  get timeout(): number {
    return limits.webhookAckTimeout
  }

  get headers(): Record<string, string> {
    return attemptHeaders(this)
  }
}
