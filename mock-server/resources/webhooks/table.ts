import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { DateMs, SigningSecret, statusOf } from "../../store/row-schema.ts"
import { webhookMachine } from "./machine.ts"

/** A webhook endpoint with its full secret. It is enabled in every status except `disabled`. */
const webhooksSchema = z.object({
  id: Id,
  brand_id: Id,
  url: z.string(),
  events: z.array(WebhookEventType).readonly(),
  status: statusOf(webhookMachine),
  /** The first failed attempt since the last success. Milliseconds since 1970. */
  failing_since: DateMs.nullable(),
  secret: SigningSecret,
  /** The previous secret, which also signs until a time in milliseconds since 1970. */
  old_secret: z.object({ secret: SigningSecret, until: DateMs }).optional(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export interface WebhookRow extends RowOf<typeof webhooksSchema> {}

export const webhooksTable = () =>
  new Collection<WebhookRow, "brand", never, typeof webhookMachine>({
    row: webhooksSchema,
    name: "Webhook",
    timestamps: "both",
    machine: webhookMachine,
    groups: { brand: (webhook) => webhook.brand_id },
  })
