import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import type * as models from "./core/models.gen.ts"
import { Id } from "./core/shared.ts"

/** Which attachment of which message. */
export const AttachmentParams = z.strictObject({
  /** The conversation, as a webhook event names it. */
  conversation_id: Id,
  /** The message in it. */
  conversation_message_id: Id,
  /** The attachment's id. */
  id: Id,
})
export interface AttachmentParams extends models.AttachmentParams {}

/** How to download it. */
export const AttachmentQuery = z.strictObject({
  /** True to download a file that has not been scanned for viruses; without it that is a 409. */
  acknowledge_unscanned: z.boolean().optional(),
})
export interface AttachmentQuery extends models.AttachmentQuery {}

/** Files that came with inbox messages. */
export const attachments = {
  download: defineEndpoint({
    method: "GET",
    path: "/v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}",
    summary: "Download an attachment of an inbox message",
    section: "Contacts, lists and other groups",
    auth: anyKey,
    recipients: "nobody",
    params: AttachmentParams,
    query: AttachmentQuery,
    response: null,
    download: "bytes",
    errors: [409],
    example: {
      params: { conversation_id: 1, conversation_message_id: 1, id: 2 },
      query: { acknowledge_unscanned: true },
    },
  }),
} as const
