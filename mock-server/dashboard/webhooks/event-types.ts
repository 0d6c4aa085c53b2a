import type { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"

/** Every event type; complete by its type, and without what the contract checks it with. */
const known: Readonly<Record<WebhookEventType, true>> = {
  "email.sent": true,
  "email.delivered": true,
  "email.bounced": true,
  "email.complained": true,
  "email.opened": true,
  "email.clicked": true,
  "email.failed": true,
  "email.received": true,
}

export const eventTypes = Object.keys(known)
