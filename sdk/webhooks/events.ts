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

/** The data of an event whose type this version does not know: the fields that all documented events share, and others. */
export interface UnknownEventData {
  /** The id of the message; null in a test event. */
  message_id?: number | null | undefined
  /** The recipient's address. */
  to?: string | undefined
  /** The subject line. */
  subject?: string | undefined
  /** The `Idempotency-Key` of the send. */
  idempotency_key?: string | undefined
  /** The tags of the send. */
  tags?: Record<string, string> | undefined
  /** True for a sample event from the webhook's test endpoint; otherwise absent. */
  test?: boolean | undefined
  [field: string]: unknown
}

/**
 * An event of a type that this version does not know. It is verified like any other, and reaches the `default` branch
 * of a `switch (event.type)`. To compare its type, widen it first: `const type: string = event.type`.
 */
export interface UnknownWebhookEvent extends VerifiedWebhook<UnlistedEventType, UnknownEventData> {}

/**
 * A verified event; `switch (event.type)` narrows it. `event.data.message_id` and `.tags` can be read without that.
 * Unlisted fields are passed through. Spec: Events.
 */
export type WebhookEvent = WebhookEventMap[WebhookEventType] | UnknownWebhookEvent
