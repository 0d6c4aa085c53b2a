import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"

/** A mail that came to an inbox address, whole. */
export interface ConversationMessageRow {
  readonly id: number
  readonly conversation_id: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly auto_submitted: boolean
  /** Spam, a virus or a blocked sender: kept out of everyone's sight. */
  readonly quarantined: boolean
  readonly created_at: string
}

const conversationMessagesSchema = z.object({
  id: Id,
  conversation_id: Id,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  auto_submitted: z.boolean(),
  quarantined: z.boolean(),
  created_at: Timestamp,
})

export const conversationMessagesTable = () =>
  new Collection<ConversationMessageRow, "conversation">({
    row: conversationMessagesSchema,
    stamps: "created",
    groups: { conversation: (mail) => mail.conversation_id },
  })
