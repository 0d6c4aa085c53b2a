import type { AttachmentQuery } from "../../contract/attachments.ts"
import type { Download } from "../../files/download.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** The ids of an attachment; an `email.received` event has all three. */
export interface AttachmentIds {
  /** The event's `conversation_id`. */
  conversationId: number
  /** The event's `conversation_message_id`: not its `message_id`, which is the message that the mail replies to. */
  messageId: number
  /** The `id` of one of the event's `attachments`. */
  id: number
}

/** Files that came with inbox messages. */
export class Attachments extends Resource {
  /**
   * Download an attachment of an inbox message. The call resolves before the file has arrived: read it as a stream, in
   * memory, or straight into a file with `saveTo`. Spec: Contacts, lists and other groups.
   * @example
   * const { conversation_id, conversation_message_id, attachments } = event.data
   * const ids = { conversationId: conversation_id, messageId: conversation_message_id, id: attachments[0].id }
   * const file = await mas.attachments.download(ids)
   * @throws ConflictError with `errorCode` `attachment_unscanned` for a file whose `scanned` is false, unless
   * `acknowledge_unscanned` is true.
   */
  download(ids: AttachmentIds, query?: AttachmentQuery, options?: RequestOptions): ApiPromise<Download> {
    const params = { conversation_id: ids.conversationId, conversation_message_id: ids.messageId, id: ids.id }
    return this.call("attachments.download", { params, query }, options)
  }
}
