import type { ApiPromise } from "../answer/api-promise.ts"
import type { AttachmentQuery } from "../contract/attachments.ts"
import type { Download } from "../files/download.ts"
import type { RequestOptions } from "../options.ts"
import { Resource } from "./resource.ts"

/** Files that came with inbox messages. */
export class Attachments extends Resource {
  /**
   * Download an attachment; the ids are those of an `email.received` event. The answer is there before the file: read it
   * as a stream, in memory, or straight into a file with `saveTo`. Spec: Contacts, lists and other groups.
   * @throws ConflictError with `errorCode` `attachment_unscanned` for a file whose `scanned` is false, unless
   * `acknowledge_unscanned` is true.
   */
  download(
    conversationId: number,
    conversationMessageId: number,
    id: number,
    query?: AttachmentQuery,
    options?: RequestOptions,
  ): ApiPromise<Download> {
    const params = { conversation_id: conversationId, conversation_message_id: conversationMessageId, id }
    return this.call("attachments.download", { params, query }, options)
  }
}
