import { InvalidArgumentError } from "../../client/errors.ts"
import { idempotencyKey } from "../../client/idempotency.ts"
import { mailboxKey, parseMailbox } from "../../contract/core/mailbox.ts"
import { addressOf } from "../../contract/core/text-patterns.ts"
import type { EmailMessage, Message } from "../../contract/messages.ts"
import { splitList } from "../recipients/split.ts"

/** The part of the client that the transport uses. */
export interface MailClient {
  /** As in `Mas`. */
  readonly messages: MailSender
  /** As in `Mas`: Nodemailer's `verify` uses it. Without it `verify` checks nothing. */
  readonly account?: AccountReader
}

/** Reads the account of an API key. */
export interface AccountReader {
  /** Rejects if the key is invalid. */
  get(): PromiseLike<unknown>
}

/** Sends messages. */
export interface MailSender {
  /** Sends one message; with the same key it is sent once. */
  send(message: EmailMessage, options: { idempotencyKey?: string }): PromiseLike<Message>
}

/** An address: `Ada <ada@example.test>`, or its parts, or a Nodemailer group: `Friends: ada@example.test;`. */
export type MailAddress =
  | string
  | { readonly address: string; readonly name?: string | undefined }
  | { readonly group: readonly MailAddress[]; readonly name?: string | undefined }

/** An e-mail in the form of Nodemailer. */
export interface Mail {
  /** A verified sender of the brand. Default: the brand's own. */
  readonly from?: MailAddress | undefined
  /** One address. */
  readonly to?: MailAddress | readonly MailAddress[] | null | undefined
  /** One address for replies. */
  readonly replyTo?: MailAddress | readonly MailAddress[] | null | undefined
  /** The subject line. */
  readonly subject?: string | undefined
  /** The text part. Nodemailer has read what was bytes, a stream or a file. */
  readonly text?: unknown
  /** The HTML part. */
  readonly html?: unknown
  /** Extra headers by name. */
  readonly headers?: object | undefined
  /** A stable id of the e-mail, the same when it is sent again: the idempotency key is made from it. */
  readonly messageId?: string | undefined
}

/** Unsupported content of an e-mail. Dropping it silently would send something other than was written. */
const unsupported = ["cc", "bcc", "attachments", "alternatives", "icalEvent", "amp", "watchHtml", "raw"]

/** Properties of an e-mail in Nodemailer that the service has no field for. */
const withoutField = ["sender", "priority", "date", "dkim", "dsn", "xMailer"]

/** Fields of `messages.send` that Nodemailer does not have. Fields that neither has are for its plugins. */
const ofMessages = ["channel", "body", "template_id", "from_email", "reply_to", "tags", "data", "idempotencyKey"]

/**
 * Sends an e-mail that was written for Nodemailer.
 * @throws InvalidArgumentError for what the service cannot send: several recipients, copies, attachments.
 */
export async function sendMail(mas: MailClient, mail: Mail): Promise<Message> {
  const strange = unsupported.find((name) => isSet(mail, name))
  if (strange !== undefined)
    throw new InvalidArgumentError(
      strange,
      "is not supported: the service sends an e-mail to one recipient, without attachments",
    )
  const other = withoutField.find((name) => isSet(mail, name))
  if (other !== undefined)
    throw new InvalidArgumentError(other, "is not supported: messages of the service have no field for it")
  const foreign = ofMessages.find((name) => isSet(mail, name))
  if (foreign !== undefined)
    throw new InvalidArgumentError(foreign, "is not supported: Nodemailer has no such field; call mas.messages.send")
  const from = oneAddress("from", mail.from)
  const replyTo = oneAddress("replyTo", mail.replyTo)
  const to = oneAddress("to", mail.to, ": to send to several, make one call for each")
  if (to === undefined) throw new InvalidArgumentError("to", "is missing: give the address of the recipient")
  const options = mail.messageId ? { idempotencyKey: idempotencyKey("message-id", mail.messageId) } : {}
  const message = {
    channel: "email" as const,
    to: bareRecipient(to),
    subject: mail.subject ?? "",
    ...(from !== undefined && { from }),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(mail.headers && { headers: headersOf(mail.headers) }),
    ...partsOf(textOf("html", mail.html), textOf("text", mail.text)),
  }
  return mas.messages.send(message, options)
}

/** Whether a field of an e-mail is set. A `normal` priority does not count. */
const isSet = (mail: Mail, name: string) =>
  [Reflect.get(mail, name)].flat().some((value) => Boolean(value) && !(name === "priority" && value === "normal"))

function oneAddress(name: string, value: Mail["to"], advice = ""): string | undefined {
  const [address, ...others] = addressesOf(value, name)
  const isOne = others.length === 0 && (address === undefined || parseMailbox(addressOf(address)) !== undefined)
  if (!isOne) throw new InvalidArgumentError(name, `must be one address${advice}`)
  return address
}

const looksLikeAddress = /[^\s"(]@[^\s")]/
const otherName = "must be one address: its name looks like another one"

/** The bare address of the recipient. A name that looks like an address may be the one that was meant. */
function bareRecipient(to: string): string {
  const address = addressOf(to)
  const name = to
    .slice(0, to.lastIndexOf("<"))
    .trim()
    .replace(/^"(.*)"$/, "$1")
  // Some mail programs repeat the address as the name.
  if (address === to || !looksLikeAddress.test(name) || mailboxKey(name) === mailboxKey(address)) return address
  throw new InvalidArgumentError("to", otherName)
}

/** Each address of a field, with its name. */
export function addressesOf(value: Mail["to"], field = "address"): string[] {
  if (value === undefined || value === null) return []
  if (typeof value === "string") {
    const addresses = splitList(value, /[,;]/)
    if (addresses) return addresses
    throw new InvalidArgumentError(field, "must be one address: a quotation mark is not closed")
  }
  if (Array.isArray(value)) return value.flatMap((address) => addressesOf(address, field))
  if (typeof value === "object" && "group" in value) {
    // Nodemailer reads "a@x.test\r\nBcc: b@y.test" as a group of that name.
    if (looksLikeAddress.test(value.name ?? "")) throw new InvalidArgumentError(field, otherName)
    return addressesOf(value.group, field)
  }
  if (typeof value === "object" && "address" in value)
    return [value.name ? `${quoted(value.name.replace(/[<>]/g, ""))} <${value.address}>` : value.address]
  throw new InvalidArgumentError(field, "must be an address, such as Ada <ada@example.test>")
}

/** A name in quotes if it has characters that separate addresses: `"Acme, Inc."`. */
const quoted = (name: string) => (/[",:;@()[\]\\]/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name)

function partsOf(html: string | undefined, text: string | undefined) {
  if (html !== undefined) return { html, ...(text !== undefined && { body: text }) }
  if (text !== undefined) return { body: text }
  throw new InvalidArgumentError("html", "or text is missing")
}

function textOf(name: string, part: unknown): string | undefined {
  if (part === undefined || part === null || part === "") return undefined
  if (typeof part === "string") return part
  throw new InvalidArgumentError(
    name,
    "must be text, or bytes, a stream, { path }, { href } or { content } to read it from",
  )
}

function headersOf(headers: object): Record<string, string> {
  const pairs = Object.entries(headers)
  const strange = pairs.find(([, value]) => typeof value !== "string")
  if (strange) throw new InvalidArgumentError(`headers.${strange[0]}`, "must be text")
  return Object.fromEntries(pairs)
}
