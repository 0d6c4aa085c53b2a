import { Collection } from "../collection.ts"

/** A file of an inbox mail, with its contents. */
export interface AttachmentRow {
  readonly id: number
  readonly conversation_message_id: number
  readonly filename: string
  readonly content_type: string
  /** In bytes. */
  readonly size: number
  /** Whether a virus scan has passed it. */
  readonly scanned: boolean
  readonly content_base64: string
}

export const attachmentsTable = () =>
  new Collection<AttachmentRow, "mail">({ groups: { mail: (file) => file.conversation_message_id } })
