import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A complete mail received by an inbox address. */
const conversationMessagesSchema = z.object({
  id: Id,
  conversation_id: Id,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  auto_submitted: z.boolean(),
  /** True for spam, a virus or a blocked sender: such mail is never shown. */
  quarantined: z.boolean(),
  created_at: Timestamp,
})
export interface ConversationMessageRow extends RowOf<typeof conversationMessagesSchema> {}

export const conversationMessagesTable = () =>
  new Collection<ConversationMessageRow>({ row: conversationMessagesSchema, timestamps: "created" })
