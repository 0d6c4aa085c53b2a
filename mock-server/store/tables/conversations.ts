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

export const conversationsTable = () =>
  new Collection<ConversationRow, "brand", "message">({
    stamps: "created",
    groups: { brand: (conversation) => conversation.brand_id },
    unique: { message: (conversation) => conversation.message_id ?? undefined },
  })
