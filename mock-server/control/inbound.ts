import * as z from "zod"
import { fieldRule } from "../../sdk/contract/core/rules.ts"
import { givenList } from "../../sdk/contract/core/shared.ts"
import { invalid } from "../base/mock-error.ts"
import type * as models from "../base/models.gen.ts"
import { inboxOf, receiveInbound } from "../resources/conversations/inbox.ts"
import { defineControl } from "./control.ts"

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/** Base64 in one line or several, as in mail. */
const Base64 = z
  .string()
  .transform((text) => text.replace(/\s+/g, ""))
  .pipe(z.string().regex(base64, "must be base64"))

/** A file attached to an inbound mail. */
export const InboundFile = z.strictObject({
  /** Empty for a part without a name, such as a delivery report. */
  filename: z.string().default(""),
  /** `application/octet-stream` when left out. */
  content_type: z.string().default("application/octet-stream"),
  /** The content in Base64. */
  content_base64: Base64,
  /** Whether it was scanned for viruses; true when left out. */
  scanned: z.boolean().optional(),
})

/** A mail to an inbox address of a brand. */
export const InboundMail = z.strictObject({
  /** The value of `From`: an address, optionally with a name, `<>` or `MAILER-DAEMON`. */
  from: z.string(),
  /** An inbox address of a brand, with or without a name. */
  to: z.string(),
  /** The subject line. */
  subject: z.string(),
  /** The text part. */
  text: z.string().optional(),
  /** The HTML part. */
  html: z.string().optional(),
  /** The id of the message that it replies to. */
  in_reply_to: z.union([z.int(), z.string()]).nullish(),
  /** True for an automatic reply. */
  auto_submitted: z.boolean().optional(),
  /** True for spam, viruses and blocked senders: no event reports it. */
  quarantined: z.boolean().optional(),
  /** The attached files. */
  attachments: z.optional(givenList(z.array(InboundFile))),
})

/** A mail in the format of a mail file. */
export const InboundEml = z
  .strictObject({
    /** The mail as text. */
    eml: z.string().optional(),
    /** The mail as bytes, in any charset. */
    eml_base64: Base64.optional(),
    /** The inbox address; the first one in its headers when left out. */
    to: z.string().optional(),
    /** True for spam, viruses and blocked senders: no event reports it. */
    quarantined: z.boolean().optional(),
  })
  .check(
    fieldRule(({ eml, eml_base64 }, refuse) => {
      if ((eml === undefined) === (eml_base64 === undefined)) refuse("eml", "or eml_base64 is required, and not both")
    }),
  )

/** A mail in the format of a mail file. */
export interface EmlFile extends Pick<models.InboundMail, "quarantined"> {
  /** The inbox address; the first one in its headers when left out. */
  readonly to?: string | undefined

  /** Bytes of a file, or text. */
  readonly eml: string | Uint8Array
}

/** @internal */
export const inboundControls = {
  receive: defineControl({ method: "POST", path: "/inbound", status: 201, body: InboundMail }, ({ world }, { body }) =>
    receiveInbound(world, body),
  ),

  receiveEml: defineControl(
    { method: "POST", path: "/inbound/eml", status: 201, body: InboundEml },
    async ({ world }, { body: { eml, eml_base64 = "", to, quarantined } }) => {
      const { readEml } = await import("./eml.ts")
      const { mail, recipients } = await readEml(eml ?? Buffer.from(eml_base64, "base64"))
      const inbox = to ?? recipients.find((address) => inboxOf(world, address) !== undefined)
      if (inbox === undefined) {
        const recipientText = recipients.join(", ") || "nobody"
        throw invalid({ to: [`is required: the mail is for ${recipientText}, and that is not an inbox address`] })
      }
      const received = receiveInbound(world, { ...mail, to: inbox, quarantined })
      world.scheduler.wake()
      return received
    },
  ),
}
