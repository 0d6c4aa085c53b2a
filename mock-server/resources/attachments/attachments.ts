/*
 * Endpoints, listed by `npm run generate`.
 * download: GET /v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}
 */

import type { AttachmentParams } from "../../../sdk/contract/attachments.ts"
import { conflict, notFound } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import type { AttachmentRow } from "./table.ts"

/** A file of one of the brand's conversations; files of quarantined mail are not found. */
export function ownAttachment(world: World, { brand }: Caller, ids: AttachmentParams): AttachmentRow {
  const { conversations, conversationMessages, attachments } = world.tables
  const conversation = conversations.get(ids.conversation_id)
  const mail = conversationMessages.get(ids.conversation_message_id)
  const file = attachments.get(ids.id)
  const attachment =
    conversation?.brand_id === brand.id &&
    mail?.conversation_id === conversation.id &&
    !mail.quarantined &&
    file?.conversation_message_id === mail.id
  if (!attachment) throw notFound("35.3", "Attachment")
  return file
}

export function requireScanned({ scanned }: AttachmentRow, acknowledged: boolean): void {
  if (scanned || acknowledged) return
  throw conflict(
    "28.14",
    "The file has not been scanned for viruses: send acknowledge_unscanned=true to download it all the same",
    "attachment_unscanned",
  )
}

export const attachmentHandlers: HandlersFor<"attachments"> = {
  download(world, caller, { params, query }) {
    const file = ownAttachment(world, caller, params)
    requireScanned(file, query.acknowledge_unscanned === true)
    const { filename, content_type: contentType, content_base64 } = file
    return { filename, contentType, bytes: Buffer.from(content_base64, "base64") }
  },
}
