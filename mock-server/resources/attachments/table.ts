import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A file of an inbox mail, with its contents. */
const attachmentsSchema = z.object({
  id: Id,
  conversation_message_id: Id,
  filename: z.string(),
  content_type: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Whether a virus scan has passed it. */
  scanned: z.boolean(),
  content_base64: z.string(),
})
export interface AttachmentRow extends RowOf<typeof attachmentsSchema> {}

export const attachmentsTable = () => new Collection<AttachmentRow>({ row: attachmentsSchema })
