import type { attachments } from "../../sdk/contract/attachments.ts"
import { conflict, notFound } from "../base/service-error.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const attachmentHandlers: HandlersFor<typeof attachments> = {
  download(world, { brand }, { params, query }) {
    const { conversations, conversationMessages, attachments } = world.tables
    const conversation = conversations.get(params.conversation_id)
    const mail = conversationMessages.get(params.conversation_message_id)
    const file = attachments.get(params.id)
    const found =
      conversation?.brand_id === brand.id &&
      mail?.conversation_id === conversation.id &&
      !mail.quarantined &&
      file?.conversation_message_id === mail.id
    if (!found) throw notFound("Attachment")
    if (!file.scanned && query.acknowledge_unscanned !== true) {
      throw conflict(
        "The file has not been scanned for viruses: send acknowledge_unscanned=true to download it all the same",
        "attachment_unscanned",
      )
    }
    const { filename, content_type: contentType, content_base64 } = file
    return { filename, contentType, bytes: Buffer.from(content_base64, "base64") }
  },
}
