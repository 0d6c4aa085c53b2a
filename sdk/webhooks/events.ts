import type { VerifiedWebhook } from "./envelope.ts"
import type { WebhookEventMap, WebhookEventType } from "./events.gen.ts"

export * from "./envelope.ts"
export * from "./events.gen.ts"

/**
 * Stands for "any type that is not documented". At run time it is just a string. It is an enum because TypeScript
 * keeps narrowing a union by its literals only when no member's discriminant is as wide as `string`.
 */
export declare enum UnlistedEventType {
  any = "",
}

/**
 * What an event of a type that this version does not know may hold: the fields that all documented events have, as those have
 * them, and others.
 */
export interface UnknownEventData {
  /** The message that it is about; null in a test event. */
  message_id?: number | null | undefined
  /** The recipient's address. */
  to?: string | undefined
  /** The subject line. */
  subject?: string | undefined
  /** The `Idempotency-Key` of the send. */
  idempotency_key?: string | undefined
  /** The tags of the send. */
  tags?: Record<string, string> | undefined
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  [field: string]: unknown
}

/**
 * An event of a type that this version does not know: it verifies all the same, and lands in the `default` branch of a
 * `switch (event.type)`. To compare its type, widen it first: `const type: string = event.type`.
 */
export interface UnknownWebhookEvent extends VerifiedWebhook<UnlistedEventType, UnknownEventData> {}

/** A verified event; `switch (event.type)` tells which. `event.data.message_id` and `.tags` can be read before. Fields that are not listed here are passed through. Spec: Events. */
export type WebhookEvent = WebhookEventMap[WebhookEventType] | UnknownWebhookEvent
