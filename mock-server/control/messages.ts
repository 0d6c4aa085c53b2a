import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import { causeMessageEvent, messageDetail, newestMessages } from "../domain/messages/recipient-events.ts"
import { defineControl } from "./control.ts"

/** What a recipient or provider does. */
export const MessageCause = z.strictObject({
  /** delivered, bounced, complained, opened, clicked or failed; `email.` may stand in front. */
  type: z.string(),
  /** True where a scanner opens or clicks: that stands in the timeline, and no event tells of it. */
  bot: z.boolean().optional(),
  bounce: z.strictObject({ type: z.enum(["hard", "soft"]).optional(), subtype: z.string().optional() }).optional(),
  /** The link that is clicked; the first of the HTML when left out. */
  url: z.string().optional(),
  failure: z
    .strictObject({ code: z.string().optional(), reason: z.string().optional(), category: z.string().optional() })
    .optional(),
})
export interface MessageCause extends z.input<typeof MessageCause> {}

/** Which messages. */
export const MessageQuery = z.strictObject({
  /** Only the newest so many; 100 when left out. */
  limit: z.int().min(1).max(10_000).optional(),
})
export interface MessageQuery extends z.input<typeof MessageQuery> {}

export const messageControls = {
  list: defineControl({ method: "GET", path: "/messages", query: MessageQuery }, ({ world }, { query }) =>
    newestMessages(world, query.limit ?? 100),
  ),

  get: defineControl({ method: "GET", path: "/messages/{id}", params: IdParams }, ({ world }, { params }) =>
    messageDetail(world, params.id),
  ),

  event: defineControl(
    { method: "POST", path: "/messages/{id}/events", params: IdParams, body: MessageCause },
    ({ world }, { params, body }) => causeMessageEvent(world, params.id, body),
  ),
}
