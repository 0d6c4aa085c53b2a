import { ownAttachment, requireScanned } from "../domain/attachments.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const attachmentHandlers: HandlersFor<"attachments"> = {
  download(world, caller, { params, query }) {
    const file = ownAttachment(world, caller, params)
    requireScanned(file, query.acknowledge_unscanned === true)
    const { filename, content_type: contentType, content_base64 } = file
    return { filename, contentType, bytes: Buffer.from(content_base64, "base64") }
  },
}
