import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { webhookMachine } from "../../machines/webhooks.ts"
import { Collection } from "../collection.ts"
import { DateMs, statusOf } from "../row-schema.ts"

/** A webhook endpoint, with its secret in full. It is on in every status but `disabled`. */
export interface WebhookRow {
  readonly id: number
  readonly brand_id: number
  readonly url: string
  readonly events: readonly WebhookEventType[]
  readonly status: StateOf<typeof webhookMachine>
  /** The first failed attempt since the last success. Milliseconds since 1970. */
  readonly failing_since: number | null
  readonly secret: string
  /** The secret before this one, which signs as well until a moment, in milliseconds since 1970. */
  readonly old_secret?: { readonly secret: string; readonly until: number } | undefined
  readonly created_at: string
  readonly updated_at: string
}

const webhooksSchema = z.object({
  id: Id,
  brand_id: Id,
  url: z.string(),
  events: z.array(WebhookEventType),
  status: statusOf(webhookMachine),
  failing_since: DateMs.nullable(),
  secret: z.string(),
  old_secret: z.object({ secret: z.string(), until: DateMs }).optional(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const webhooksTable = () =>
  new Collection<WebhookRow, "brand", never, typeof webhookMachine>({
    row: webhooksSchema,
    name: "Webhook",
    stamps: "both",
    machine: webhookMachine,
    groups: { brand: (webhook) => webhook.brand_id },
  })
