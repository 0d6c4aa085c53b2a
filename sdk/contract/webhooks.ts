import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { secret } from "./core/secret.ts"
import { givenList, Id, IdParams, openEnum, recordTimes, Timestamp } from "./core/shared.ts"
import { webhookEventTypes } from "./models/webhook-event-types.ts"
import { WebhookEventType, WebhookPayload } from "./models/webhook-events.ts"

/** One event on its way to one endpoint, with all its attempts. Spec: States, Webhook delivery. */
export const WebhookDelivery = z.looseObject({
  /** The delivery's id. */
  id: Id,
  /** `evt_…`: the `webhook-id` header, the same on every attempt. */
  event_id: z.string(),
  /** What happened. */
  event_type: openEnum(webhookEventTypes),
  /** `pending` while attempts remain; `delivered` after a 2xx; `failed` after the last one. */
  status: openEnum(["pending", "delivered", "failed"]),
  /** How often it was tried so far. */
  attempts: z.int(),
  /** HTTP status of the last attempt; null when no response came. */
  last_response_status: z.int().nullish(),
  /** Why the last attempt failed. */
  last_error: z.string().nullish(),
  /** When it is tried again; null when it is not. */
  next_attempt_at: Timestamp.nullish(),
  /** The body that is sent. */
  payload: WebhookPayload,
  ...recordTimes,
})
export interface WebhookDelivery extends models.WebhookDelivery {}

/** The newest delivery of an endpoint, without its payload. */
export const WebhookLastDelivery = z.looseObject({
  /** The delivery's id. */
  id: Id,
  /** `evt_…`: the `webhook-id` header. */
  event_id: z.string(),
  /** What happened. */
  event_type: openEnum(webhookEventTypes),
  /** `pending` while attempts remain; `delivered` after a 2xx; `failed` after the last one. */
  status: openEnum(["pending", "delivered", "failed"]),
  /** How often it was tried so far. */
  attempts: z.int(),
  /** HTTP status of the last attempt; null when no response came. */
  last_response_status: z.int().nullish(),
  /** When it was last changed. */
  updated_at: Timestamp,
})
export interface WebhookLastDelivery extends models.WebhookLastDelivery {}

/** An address that gets the brand's webhook events. Spec: Resources, Webhook. */
export const Webhook = z.looseObject({
  /** The endpoint's id. */
  id: Id,
  /** Where events go. */
  url: z.string(),
  /** The types of events that are sent. */
  events: z.array(openEnum(webhookEventTypes)),
  /** Off: nothing is sent, and what happens meanwhile is never sent. */
  enabled: z.boolean(),
  /** `failing`: the last attempts failed; `disabled`: turned off, by hand or after three days of failures. */
  status: openEnum(["active", "failing", "disabled"]),
  /** Since when every attempt failed. */
  failing_since: Timestamp.nullish(),
  /** The signing secret: whole on create and with `reveal`, else `whsec_••••` and its last four characters. */
  secret: secret(z.string()),
  /** The newest delivery; null before the first. */
  last_delivery: WebhookLastDelivery.nullish(),
  ...recordTimes,
})
export interface Webhook extends models.Webhook {}

/** HTTPS, a public internet address, no credentials. The form is checked here, the address where it is called from. */
const WebhookUrl = z.url({ protocol: z.regexes.httpProtocol }).max(limits.urlLength)

const WebhookEvents = givenList(
  z
    .array(WebhookEventType)
    .min(1)
    .overwrite((types) => [...new Set(types)]),
)

/** An endpoint to add. Spec: Webhooks. */
export const WebhookCreate = z.strictObject({
  /** HTTPS, a public internet address, no user name or password in it. */
  url: WebhookUrl,
  /** The event types to send, at least one; repeated ones count once. */
  events: WebhookEvents,
})
export interface WebhookCreate extends models.WebhookCreate {}

/** The changes to an endpoint; what is left out stays. Spec: Webhooks. */
export const WebhookUpdate = z.strictObject({
  /** HTTPS, a public internet address, no user name or password in it. */
  url: WebhookUrl.optional(),
  /** The event types to send from now on, at least one. */
  events: z.optional(WebhookEvents),
  /** False turns the endpoint off: what is pending waits, until it leaves the history after 7 days; true turns it on, sends the rest, and forgets past failures. */
  enabled: z.boolean().optional(),
})
export interface WebhookUpdate extends models.WebhookUpdate {}

/** How to read an endpoint. */
export const WebhookGetQuery = z.strictObject({
  /** True responds with the whole signing secret. */
  reveal: z.boolean().optional(),
})
export interface WebhookGetQuery extends models.WebhookGetQuery {}

/** Which sample event to send. */
export const TestWebhook = z.strictObject({
  /** `email.delivered` when left out. */
  type: WebhookEventType.default("email.delivered"),
})
export interface TestWebhook extends models.TestWebhook {}

const { read, write } = endpointsWith({ section: "Webhooks", auth: ownKey, only: "admins" })
const url = "https://hooks.example.com/mas"

/** Endpoints that get signed webhook events. */
export const webhooks = {
  list: read({
    path: "/v1/my/webhooks",
    summary: "List the brand's webhook endpoints",
    paginated: { size: limits.pageSizeDefault },
    response: Webhook,
  }),
  create: write({
    method: "POST",
    path: "/v1/my/webhooks",
    summary: "Add a webhook endpoint and get its signing secret",
    recipients: "nobody",
    body: WebhookCreate,
    response: Webhook,
    status: 201,
    example: { body: { url, events: ["email.delivered", "email.bounced"] } },
  }),
  get: read({
    path: "/v1/my/webhooks/{id}",
    summary: "Get a webhook endpoint, with its secret on demand",
    params: IdParams,
    query: WebhookGetQuery,
    response: Webhook,
    example: { params: { id: 1 }, query: { reveal: true } },
  }),
  update: write({
    method: "PATCH",
    path: "/v1/my/webhooks/{id}",
    summary: "Change a webhook endpoint, or turn it on or off",
    recipients: "nobody",
    params: IdParams,
    body: WebhookUpdate,
    response: Webhook,
    example: { params: { id: 1 }, body: { enabled: true } },
  }),
  delete: write({
    method: "DELETE",
    path: "/v1/my/webhooks/{id}",
    summary: "Delete a webhook endpoint and its delivery history",
    recipients: "nobody",
    params: IdParams,
    response: Webhook,
    confirm: "destructive",
    example: { params: { id: 1 } },
  }),
  test: write({
    method: "POST",
    path: "/v1/my/webhooks/{id}/test",
    summary: "Send a signed sample event to a webhook endpoint",
    recipients: "nobody",
    params: IdParams,
    body: TestWebhook,
    bodyOptional: true,
    response: WebhookDelivery,
    status: 202,
    example: { params: { id: 1 }, body: { type: "email.bounced" } },
  }),
  deliveries: read({
    path: "/v1/my/webhooks/{id}/deliveries",
    summary: "List the last seven days of deliveries, newest first",
    params: IdParams,
    paginated: { size: limits.pageSizeDefault },
    response: WebhookDelivery,
    example: { params: { id: 1 } },
  }),
} as const
