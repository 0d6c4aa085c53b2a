import * as z from "zod"
import { Email, givenList } from "../../sdk/contract/core/shared.ts"
import { receiveInbound } from "../domain/inbox.ts"
import { defineControl } from "./control.ts"

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/** A file of a mail that arrives. */
export const InboundFile = z.strictObject({
  filename: z.string().min(1),
  content_type: z.string(),
  content_base64: z.string().regex(base64, "must be base64"),
  /** True when left out. */
  scanned: z.boolean().optional(),
})
export interface InboundFile extends z.input<typeof InboundFile> {}

/** A mail that arrives at an inbox address of a brand. */
export const InboundMail = z.strictObject({
  from: Email,
  /** An inbox address of a brand. */
  to: Email,
  subject: z.string(),
  text: z.string().optional(),
  html: z.string().optional(),
  /** The id of the message that it answers. */
  in_reply_to: z.union([z.int(), z.string()]).nullish(),
  auto_submitted: z.boolean().optional(),
  /** Spam, viruses, blocked senders: reported to nobody. */
  quarantined: z.boolean().optional(),
  attachments: z.optional(givenList(z.array(InboundFile))),
})
export interface InboundMail extends z.input<typeof InboundMail> {}

export const inboundControls = {
  receive: defineControl({ method: "POST", path: "/inbound", status: 201, body: InboundMail }, ({ world }, { body }) =>
    receiveInbound(world, body),
  ),
}
