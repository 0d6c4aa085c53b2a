import { limits } from "../../../sdk/contract/core/limits.ts"
import { redactHeaders, redactText } from "../../../sdk/contract/core/redact.ts"
import { signWebhook } from "../../../sdk/webhooks/index.ts"
import type { InjectedFault, WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { LoggedAttempt } from "../../world/attempt-log.ts"
import type { AttemptFacts, DeliveryRequest, DeliveryResponse } from "../../world/delivery.ts"
import type { World } from "../../world/world.ts"
import type { WebhookEventRow } from "./events-table.ts"
import type { WebhookRow } from "./table.ts"

/** The headers of an attempt: a function of its facts, so they need not be kept. Spec: Request to the endpoint. */
function attemptHeaders(facts: AttemptFacts): Record<string, string> {
  const { event_id: id, at, signed_at = at, body, secret, second_secret } = facts
  const secrets = second_secret === undefined ? secret : [secret, second_secret]
  return {
    "Content-Type": "application/json",
    "User-Agent": "MAS-Webhooks/1.0",
    ...signWebhook({ id, timestamp: Math.floor(signed_at / 1_000), body, secret: secrets }),
  }
}

/** The inputs of an attempt: the delivery, its current endpoint and event, and the time. @internal */
interface AttemptParts {
  readonly delivery: WebhookDeliveryRow
  readonly webhook: WebhookRow
  readonly event: WebhookEventRow
  /** Milliseconds since 1970. */
  readonly at: number
  /** The signing time, if by another clock. Milliseconds since 1970. */
  readonly signedAt?: number | undefined
}

/** The facts of the next attempt of a delivery. The field order is fixed: snapshots contain them. @internal */
export const attemptFacts = ({ delivery, webhook, event, at, signedAt }: AttemptParts): AttemptFacts => ({
  webhook_id: webhook.id,
  delivery_id: delivery.id,
  number: delivery.attempts + 1,
  at,
  url: webhook.url,
  secret: webhook.secret,
  ...(webhook.old_secret !== undefined && webhook.old_secret.until > at
    ? { second_secret: webhook.old_secret.secret }
    : {}),
  ...(signedAt === undefined ? {} : { signed_at: signedAt }),
  event_id: event.event_id,
  event_type: event.type,
  body: event.payload,
})

/**
 * The request of an attempt. It is signed when its headers are read: a test's own `deliver` seldom reads them.
 * @internal
 */
export function attemptRequest(facts: AttemptFacts, { scheduler, options }: World): DeliveryRequest {
  const { asked: requestedAt } = scheduler
  const { url, body } = facts
  const late = `no response within ${limits.webhookAckTimeout / 1_000} s`
  return {
    url,
    get headers() {
      return attemptHeaders(facts)
    },
    body,
    allowLocal: options.localWebhooks.areAllowed,
    timeout: limits.webhookAckTimeout,
    get noResponse() {
      return scheduler.asked === requestedAt ? late : `${late}: ${waits}`
    },
  }
}

const waits =
  "an advance of this world's clock started meanwhile and waits for this attempt. If the receiver started it, respond first and advance from the test"

/** An attempt as it is shown. */
export interface DeliveryAttempt {
  /** The id of the attempt. */
  readonly id: number
  /** The endpoint that it went to. */
  readonly webhook_id: number
  /** The delivery that the attempt belongs to. */
  readonly delivery_id: number
  /** The event: `evt_…`. */
  readonly event_id: string
  /** The type of the event. */
  readonly event_type: string
  /** The attempt number within its delivery, from 1. */
  readonly attempt: number
  /** When it was made: ISO 8601. */
  readonly sent_at: string
  /** The address that it was sent to. */
  readonly url: string
  /** The request as sent. */
  readonly request: {
    /** Headers by name. */
    readonly headers: Readonly<Record<string, string>>
    /** The body, as text. */
    readonly body: string
  }
  /** The response status of the receiver; null for no response. */
  readonly response_status: number | null
  /** The response without its secrets; null when there was none, or it was dropped for newer ones. */
  readonly response: DeliveryResponse | null
  /** Why there is no response. */
  readonly error: string | null
  /** How long it took, in milliseconds. */
  readonly duration_ms: number
  /** The injected fault; omitted when there was none. */
  readonly injected?: InjectedFault
}

/** An attempt as it is shown. It is signed again, which gives the signature that was sent. @internal */
export function showAttempt(logged: LoggedAttempt): DeliveryAttempt {
  const { id, webhook_id, delivery_id, event_id, event_type, number, at, url, body, injected, outcome } = logged
  return {
    id,
    webhook_id,
    delivery_id,
    event_id,
    event_type,
    attempt: number,
    sent_at: new Date(at).toISOString(),
    url,
    request: { headers: attemptHeaders(logged), body },
    response_status: "status" in outcome ? outcome.status : null,
    response: "status" in outcome && outcome.response !== undefined ? withoutSecrets(outcome.response) : null,
    error: "error" in outcome ? outcome.error : null,
    duration_ms: outcome.duration,
    ...(injected === undefined ? {} : { injected }),
  }
}

const withoutSecrets = ({ headers, body, truncated }: DeliveryResponse): DeliveryResponse => ({
  headers: redactHeaders(headers),
  body: redactText(body),
  truncated,
})
