import { serviceHeaderNames } from "../core/headers.ts"
import { limits } from "../core/limits.ts"
import { WebhookEvent, type WebhookEventType } from "../models/webhook-events.ts"
import { sampleData } from "../models/webhook-samples.ts"
import { docs } from "./docs.gen.ts"
import { modelName } from "./models.ts"
import type { SchemaPool } from "./schemas.ts"
import type { Operation, Parameter, PathItem } from "./types.ts"

/** The time of the examples. */
const signedAt = "2026-01-01T00:00:00.000Z"

const required = (name: string, description: string, pattern: string, example: string): Parameter => ({
  name,
  in: "header",
  description,
  required: true,
  schema: { type: "string", pattern },
  example,
})

const parameters: readonly Parameter[] = [
  required(
    serviceHeaderNames.webhookId,
    "The event's id, the same on every attempt: a repeated one is a duplicate.",
    "^evt_",
    "evt_019a0c1e-7d2b-7c3f-8a4e-5b6c7d8e9f00",
  ),
  required(
    serviceHeaderNames.webhookTimestamp,
    "When the attempt was signed, in Unix seconds.",
    "^[0-9]+$",
    String(Date.parse(signedAt) / 1000),
  ),
  required(
    serviceHeaderNames.webhookSignature,
    "One or more values, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`.",
    "^\\S+( \\S+)*$",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
]

/** The requests that the service sends to webhook endpoints, by event type. Spec: Events. */
export function webhookOperations(pool: SchemaPool): Record<string, PathItem> {
  const events = WebhookEvent.options.map((event) => {
    const type = event.shape.type.value
    const about = docs[modelName(event) ?? ""]?.about
    return [type, { post: operation(type, about ?? "", pool.use(event, "output")) }] as const
  })
  return Object.fromEntries(events)
}

function operation(type: WebhookEventType, about: string, schema: Parameter["schema"]): Operation {
  const example = { type, timestamp: signedAt, data: sampleData(type, signedAt) }
  return {
    operationId: `on_${type.replace(".", "_")}`,
    summary: about.replace(/\.$/, ""),
    description: `Signed as the headers say, with the endpoint's secret. Sent again after a failed attempt, ${limits.webhookRetryDelays.length} times at most. Specification: Events.`,
    tags: ["webhooks"],
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "2XX": { description: `Acknowledged, when it comes within ${limits.webhookAckTimeout / 1000} seconds.` },
      default: { description: "Not acknowledged; a redirect is not followed." },
    },
  }
}
