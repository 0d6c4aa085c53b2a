import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
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

const attachmentsSchema = z.object({
  id: Id,
  conversation_message_id: Id,
  filename: z.string(),
  content_type: z.string(),
  size: z.int(),
  scanned: z.boolean(),
  content_base64: z.string(),
})

export const attachmentsTable = () =>
  new Collection<AttachmentRow, "mail">({
    row: attachmentsSchema,
    groups: { mail: (file) => file.conversation_message_id },
  })
