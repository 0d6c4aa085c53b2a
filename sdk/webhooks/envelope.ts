/** The JSON body of a webhook as the service sends it. Spec: Request to the endpoint. */
export interface WebhookEnvelope<Type extends string, Data> {
  /** The type of the event. */
  type: Type
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What happened. */
  data: Data
}

/** An envelope with a verified signature, and its id. */
export interface VerifiedWebhook<Type extends string, Data> extends WebhookEnvelope<Type, Data> {
  /** The signed `webhook-id` header (`evt_…`), the same on every retry: deduplicate by this. Not part of the body. */
  id: string
}
