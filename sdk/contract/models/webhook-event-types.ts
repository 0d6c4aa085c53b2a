/** Every event type that the service documents. A newer service may send others. Spec: Event types. */
export const webhookEventTypes = [
  "email.sent",
  "email.delivered",
  "email.bounced",
  "email.complained",
  "email.opened",
  "email.clicked",
  "email.failed",
  "email.received",
] as const
