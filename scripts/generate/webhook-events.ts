import type * as z from "zod"
import { webhookEventTypes } from "../../sdk/contract/models/webhook-event-types.ts"
import { WebhookAttachment, WebhookEvent } from "../../sdk/contract/models/webhook-events.ts"
import { modelName } from "../../sdk/contract/openapi/models.ts"
import { readModelDocs } from "./model-docs.ts"
import { comment, type Model, typesOf } from "./model-types.ts"

const docs = readModelDocs()

/**
 * `sdk/webhooks/events.gen.ts`: the events of the contract as plain interfaces, for `mas-sdk/webhooks`, which has no
 * dependencies and loads no schema.
 */
export function renderWebhookEvents(): string {
  const events = WebhookEvent.options.map((event) => {
    const [name, data] = [nameOf(event), nameOf(event.shape.data)]
    return { name, type: event.shape.type.value, about: docs[name]?.about, data }
  })
  const data = [...new Set([WebhookAttachment, ...WebhookEvent.options.map(({ shape }) => shape.data)])]
  return `// Written by \`npm run generate\` from sdk/contract/models/webhook-events.ts. Do not edit.

import type { VerifiedWebhook } from "./envelope.ts"

/** Every event type the service documents. A newer service may send others. Spec: Event types. */
export const webhookEventTypes = [
${webhookEventTypes.map((type) => `  "${type}",\n`).join("")}] as const

/** The type of a documented event, for example \`email.bounced\`. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

${typesOf(data.map(modelOf), new Map())}
${events.map(({ name, type, about, data }) => `${comment(about)}export interface ${name} extends VerifiedWebhook<"${type}", ${data}> {}\n`).join("")}
/** Every documented event by its type: \`WebhookEventMap["email.bounced"]\` is \`EmailBouncedEvent\`. */
export interface WebhookEventMap {
${events.map(({ name, type, about }) => `${comment(about, "  ")}  "${type}": ${name}\n`).join("")}}
`
}

const nameOf = (schema: z.core.$ZodType): string => modelName(schema) ?? ""

/** The data of an event. Models in its fields are written out there, with their comments. */
function modelOf(schema: z.core.$ZodObject): Model {
  const name = nameOf(schema)
  const inner = Object.entries(schema._zod.def.shape).flatMap(([field, value]) =>
    Object.entries(docs[nameOf(value)]?.fields ?? {}).map(([path, text]) => [`${field}.${path}`, text]),
  )
  const doc = { ...docs[name], fields: { ...docs[name]?.fields, ...Object.fromEntries(inner) } }
  return { name, schema, io: "output", isClosed: true, doc }
}
