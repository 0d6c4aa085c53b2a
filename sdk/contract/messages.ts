import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import { headerRefusal, tagRefusal } from "./core/message-names.ts"
import type * as models from "./core/models.gen.ts"
import { type Fields, fieldRule, type Refuse, type Without } from "./core/rules.ts"
import { Email, Id, JsonObject, Line, openEnum, TextPart, Timestamp } from "./core/shared.ts"
import { addressOf, isEmail, phonePattern } from "./core/text-patterns.ts"

/** How a message travels. */
export const MessageChannel = z.enum(["email", "sms"])
export type MessageChannel = models.MessageChannel

/** One transactional e-mail or SMS. Spec: Resources, Message. */
export const Message = z.looseObject({
  /** The `message_id` of webhook events. */
  id: Id,
  /** The brand that sent it. */
  brand_id: Id,
  /** The channel: e-mail or SMS. */
  channel: openEnum(["email", "sms"]),
  /** An e-mail address, or a phone number in E.164 form. */
  to: z.string(),
  /** Null for SMS. */
  subject: z.string().nullable(),
  /** `queued`: accepted for sending; `sent`: taken by the provider; `failed`: failed for good. */
  status: openEnum(["queued", "sent", "failed"]),
  /** The provider's own id of the message, once it took it. */
  provider_id: z.string().nullish(),
  /** `test` for the test send of a template; null for a transactional message. */
  source_type: openEnum(["test"]).nullable(),
  /** The machine reason of the status, for example `hard_bounce`. */
  status_reason_code: z.string().nullish(),
  /** The reason of the status, for people. */
  status_reason: z.string().nullish(),
  /** Why it failed, for example `suppressed`. */
  failure_code: z.string().nullish(),
  /** Why it failed, for people. */
  failure_reason: z.string().nullish(),
  /** The kind of failure that the code belongs to. */
  failure_category: z.string().nullish(),
  /** When the provider took it; null before. */
  sent_at: Timestamp.nullish(),
  /** When it was made. */
  created_at: Timestamp,
})
export interface Message extends models.Message {}

/** An address, or a name with an address: `Acme <hello@acme.test>`. */
const Sender = Line.refine(
  (value) => isEmail(addressOf(value)),
  "must be an e-mail address, or a name with an address: Acme <hello@acme.test>",
)

const atMost = (max: number) => (map: object) => Object.keys(map).length <= max

/** Extra headers of an e-mail, by name. */
const MessageHeaders = z
  .record(z.string(), Line)
  .refine(atMost(limits.messageHeaders), `must have at most ${limits.messageHeaders} headers`)
  .check(fieldRule(refuseNames(headerRefusal)))

/** Labels of an e-mail, by key; they come back in its webhook events. */
const MessageTags = z
  .record(z.string(), z.string().max(limits.lineLength))
  .refine(atMost(limits.messageTags), `must have at most ${limits.messageTags} tags`)
  .check(fieldRule(refuseNames(tagRefusal)))

/** What other services take as several recipients. */
const oneRecipient: z.core.$ZodErrorMap = ({ input }) =>
  Array.isArray(input) ? "must be one recipient: make a call for each, or use `mas.messages.sendEach`" : undefined

/**
 * A message to send. An e-mail needs `to`, `subject` and `html`, `body` or `template_id`;
 * an SMS needs `to` and `body`, and takes nothing else but `data`. Spec: Transactional messages.
 */
export const SendMessage = z
  .strictObject({
    /** The channel; it decides what else is required. */
    channel: MessageChannel,
    /** An e-mail address; for SMS a phone number in E.164 form, such as `+4915112345678`. */
    to: z.string({ error: oneRecipient }).min(1),
    /** E-mail only. */
    subject: Line.optional(),
    /** E-mail only: the HTML part. With a template, it replaces the template's. */
    html: TextPart.optional(),
    /** Plain text: the SMS itself, or the text part of an e-mail. With a template, it replaces the template's. */
    body: TextPart.optional(),
    /** E-mail only: the template of all parts that the message leaves out. */
    template_id: Id.optional(),
    /** E-mail only: a verified sender of the brand, with or without a name. The brand's own sender when left out. */
    from: Sender.optional(),
    /** Another name for `from`. */
    from_email: Email.optional(),
    /** E-mail only: where replies go. */
    reply_to: Sender.optional(),
    /** E-mail only: extra headers by name; reserved ones are refused (`reservedHeaders`). */
    headers: MessageHeaders.optional(),
    /** E-mail only: labels that come back in webhook events; reserved keys are refused (`reservedTags`). */
    tags: MessageTags.optional(),
    /** What the text can name as `{{ data.x }}`. */
    data: JsonObject.optional(),
  })
  .check(
    fieldRule((fields, refuse) => {
      if (fields.channel === "email") checkEmail(fields, refuse)
      if (fields.channel === "sms") checkSms(fields, refuse)
    }),
  )

/** Every field that an e-mail or an SMS can have: for programs that put one together field by field. */
export interface MessageFields extends models.SendMessage {}

/** What every e-mail has; one of `html`, `body` and `template_id` comes to it. */
interface EmailFields extends Omit<MessageFields, "channel" | "subject" | "html" | "body" | "template_id"> {
  /** Sent as e-mail. */
  channel: "email"
  /** The subject line. The service requires it, also with a `template_id`. */
  subject: string
}

// The compiler compares invalid input with the member that shares most fields, the last of several. So each member has the
// fields of those after it and none of those before: then the error names only the missing field.

/** An e-mail with an HTML part, and whatever else an e-mail can have. */
export interface HtmlEmail extends EmailFields, Pick<MessageFields, "body" | "template_id"> {
  /** The HTML part. Instead of it: `body` (text alone) or `template_id`. With a template, this replaces its HTML part. */
  html: string
}

/** An e-mail with a text part and no HTML part of its own. */
export interface TextEmail extends EmailFields, Pick<MessageFields, "template_id"> {
  /** The text part. Instead of it: `html` or `template_id`. With a template, this replaces its text part. */
  body: string
}

/** An e-mail all of whose parts come from a template. */
export interface TemplateEmail extends EmailFields {
  /** The template of all parts that the message leaves out; `data` has its variables. `subject` is required all the same. */
  template_id: number
}

/** An e-mail to send. Spec: Transactional messages. */
export type EmailMessage = HtmlEmail | TextEmail | TemplateEmail

/** The fields that an SMS cannot have, said so that a message made elsewhere does not bring one along. */
type NoEmailFields = Without<MessageFields, Exclude<keyof MessageFields, (typeof smsFields)[number]>>

/** An SMS to send. Spec: Transactional messages. */
export interface SmsMessage extends Pick<MessageFields, "to" | "data">, NoEmailFields {
  /** Sent as SMS. */
  channel: "sms"
  /** The text. */
  body: string
}

/** An e-mail or an SMS, told apart by `channel`. */
export type SendMessage = EmailMessage | SmsMessage

/**
 * A message without some of its fields, by default the recipient: `{ ...draft, to }` is a message. For each kind of message
 * separately, as `Omit` of the union would keep only the fields that all kinds have.
 */
export type MessageDraft<
  Missing extends keyof MessageFields = "to",
  Kind extends SendMessage = SendMessage,
> = Kind extends SendMessage ? Omit<Kind, Missing> : never

/** The fields that an SMS can have: each other one is for e-mail only. */
const smsFields = ["channel", "to", "body", "data"] as const

function checkEmail(fields: Fields, refuse: Refuse): void {
  if (isFilled(fields.to) && !isEmail(fields.to)) refuse("to", "must be an e-mail address")
  if (isMissing(fields.subject)) {
    const hasTemplate = !isMissing(fields.template_id)
    refuse("subject", `is required for e-mail${hasTemplate ? ": the template's own subject does not count" : ""}`)
  }
  if (isMissing(fields.html) && isMissing(fields.body) && isMissing(fields.template_id)) {
    refuse("html", "or body or template_id is required for e-mail")
  }
  if (fields.from !== undefined && fields.from_email !== undefined) {
    refuse("from_email", "is another name for from: give one of them")
  }
}

function checkSms(fields: Fields, refuse: Refuse): void {
  if (isFilled(fields.to) && !phonePattern.test(fields.to)) {
    refuse("to", "must be a phone number in E.164 form, such as +4915112345678")
  }
  if (isMissing(fields.body)) refuse("body", "is required for SMS")
  for (const name in fields) {
    const isOfSms = smsFields.some((smsField) => smsField === name)
    if (!isOfSms && fields[name] !== undefined) refuse(name, "is for e-mail only")
  }
}

/** Not there, or empty text; a value of a wrong type is for its own schema to report. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === ""
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}

/** A rule over the keys of a map. */
function refuseNames(reason: (name: string) => string | undefined) {
  return (fields: Fields, refuse: Refuse) => {
    for (const name of Object.keys(fields)) {
      const message = reason(name)
      if (message !== undefined) refuse(name, message)
    }
  }
}

const { read, write } = endpointsWith({ section: "Transactional messages", auth: anyKey })

/** Transactional e-mail and SMS. */
export const messages = {
  send: write({
    method: "POST",
    path: "/v1/my/messages",
    summary: "Send one transactional e-mail or SMS",
    recipients: { field: "to", redirect: true },
    // Input that the schema's rule refuses does not compile either.
    body: SendMessage as z.core.$ZodType<MessageFields, SendMessage>,
    response: Message,
    status: 201,
    replayStatus: 200,
    idempotency: "optional",
    example: {
      body: {
        channel: "email",
        to: "ada@example.test",
        from: "hello@acme.test",
        subject: "Your receipt",
        html: "<p>Thank you, Ada.</p>",
        tags: { order: "1001" },
      },
      idempotencyKey: "receipt-1001",
    },
  }),
  list: read({
    path: "/v1/my/messages",
    summary: "List the messages of the brand",
    paginated: { size: limits.pageSizeDefault },
    response: Message,
  }),
} as const
