import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"

/** Mails that answer one send, or one mail that answers none. */
export interface ConversationRow {
  readonly id: number
  readonly brand_id: number
  /** The send that it is about. */
  readonly message_id: number | null
  readonly subject: string
  readonly created_at: string
}

const conversationsSchema = z.object({
  id: Id,
  brand_id: Id,
  message_id: Id.nullable(),
  subject: z.string(),
  created_at: Timestamp,
})

export const conversationsTable = () =>
  new Collection<ConversationRow, "brand", "message">({
    row: conversationsSchema,
    stamps: "created",
    groups: { brand: (conversation) => conversation.brand_id },
    unique: { message: (conversation) => conversation.message_id ?? undefined },
  })
