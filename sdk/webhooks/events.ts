import type { VerifiedWebhook } from "./envelope.ts"
import type { WebhookEventMap, WebhookEventType } from "./events.gen.ts"

export * from "./envelope.ts"
export * from "./events.gen.ts"

/**
 * Stands for "any type that is not documented". At run time it is just a string. It is an enum because TypeScript
 * keeps narrowing a union by its literals only when no member's discriminant is as wide as `string`.
 */
declare enum UnlistedEventType {
  any = "",
}

/**
 * An event of a type that this version does not know: it verifies all the same, and lands in the `default` branch of a
 * `switch (event.type)`. To compare its type, widen it first: `const type: string = event.type`.
 */
export interface UnknownWebhookEvent extends VerifiedWebhook<UnlistedEventType, Record<string, unknown>> {}

/** A verified event; `switch (event.type)` tells which. Fields that are not listed here are passed through. Spec: Events. */
export type WebhookEvent = WebhookEventMap[WebhookEventType] | UnknownWebhookEvent
