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

export const conversationMessagesTable = () =>
  new Collection<ConversationMessageRow, "conversation">({
    stamps: "created",
    groups: { conversation: (mail) => mail.conversation_id },
  })
