import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

/** Mails that answer one send, or one mail that answers none. */
const conversationsSchema = z.object({
  id: Id,
  brand_id: Id,
  /** The send that it is about. */
  message_id: Id.nullable(),
  subject: z.string(),
  created_at: Timestamp,
})
export interface ConversationRow extends RowOf<typeof conversationsSchema> {}

export const conversationsTable = () =>
  new Collection<ConversationRow, never, "message_id">({
    row: conversationsSchema,
    stamps: "created",
    unique: { message_id: (conversation) => conversation.message_id ?? undefined },
  })
