import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** Mails that reply to one sent message, or one mail that is not a reply. */
const conversationsSchema = z.object({
  id: Id,
  brand_id: Id,
  /** The message that the mails reply to. */
  message_id: Id.nullable(),
  subject: z.string(),
  created_at: Timestamp,
})
export interface ConversationRow extends RowOf<typeof conversationsSchema> {}

export const conversationsTable = () =>
  new Collection<ConversationRow, never, "message_id">({
    row: conversationsSchema,
    timestamps: "created",
    unique: { message_id: (conversation) => conversation.message_id ?? undefined },
  })
