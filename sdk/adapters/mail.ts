import { addressOf } from "../contract/core/text-patterns.ts"
import type { EmailMessage, Message } from "../contract/messages.ts"
import { InvalidArgumentError } from "../errors.ts"
import { idempotencyKey } from "../idempotency.ts"
import { splitList } from "../recipients/split.ts"

/** The part of the client that adapters use. */
export interface MailClient {
  /** As of `Mas`. */
  readonly messages: MailSender
  /** As of `Mas`: what `verify` of Nodemailer asks. Without it `verify` asks nothing. */
  readonly account?: AccountReader
}

/** What reads the account that a key is of. */
export interface AccountReader {
  /** Rejects if the key is invalid. */
  get(): PromiseLike<unknown>
}

/** What sends a message. */
export interface MailSender {
  /** Sends one message; the same key sends it once. */
  send(message: EmailMessage, options: { idempotencyKey?: string }): PromiseLike<Message>
}

/** An address: `Ada <ada@example.test>`, or its parts; or a group of Nodemailer's: `Friends: ada@example.test;`. */
export type MailAddress =
  | string
  | { readonly address: string; readonly name?: string | undefined }
  | { readonly group: readonly MailAddress[] }

/** An e-mail as mail libraries write it. */
export interface Mail {
  /** A verified sender of the brand; the brand's own when left out. */
  readonly from?: MailAddress | undefined
  /** One address. */
  readonly to?: MailAddress | readonly MailAddress[] | null | undefined
  /** One address to answer to. */
  readonly replyTo?: MailAddress | readonly MailAddress[] | null | undefined
  /** The subject line. */
  readonly subject?: string | undefined
  /** The text part. */
  readonly text?: unknown
  /** The HTML part. */
  readonly html?: unknown
  /** Extra headers by name. */
  readonly headers?: object | undefined
  /** An id that the caller makes again for the same e-mail: the idempotency key is made from it. */
  readonly messageId?: string | undefined
}

/** What an e-mail can hold elsewhere. Leaving it out silently would send something else than was written. */
const unsupported = ["cc", "bcc", "attachments", "alternatives", "icalEvent", "amp", "watchHtml", "raw"]

/** What Nodemailer and Payload can say about an e-mail beside its content, and the service has no field for. */
const unsaid = ["sender", "priority", "date", "dkim", "dsn", "xMailer"]

/**
 * Sends an e-mail that was written for another mail library.
 * @throws InvalidArgumentError for what the service cannot send: several recipients, copies, attachments.
 */
export async function sendMail(mas: MailClient, mail: Mail, key?: string): Promise<Message> {
  const strange = unsupported.find((name) => says(mail, name))
  if (strange !== undefined)
    throw new InvalidArgumentError(
      strange,
      "is not supported: the service sends an e-mail to one recipient, without files",
    )
  const other = unsaid.find((name) => says(mail, name))
  if (other !== undefined)
    throw new InvalidArgumentError(other, "is not supported: messages of the service have no field for it")
  const from = oneAddress("from", mail.from)
  const replyTo = oneAddress("replyTo", mail.replyTo)
  const to = oneAddress("to", mail.to, ": send to several by a call for each")
  if (to === undefined) throw new InvalidArgumentError("to", "is missing: give the address of the recipient")
  const stable = key ?? (mail.messageId ? idempotencyKey("message-id", mail.messageId) : undefined)
  const message = {
    channel: "email" as const,
    to: addressOf(to),
    subject: mail.subject ?? "",
    ...(from !== undefined && { from }),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(mail.headers && { headers: headersOf(mail.headers) }),
    ...partsOf(textOf("html", mail.html), textOf("text", mail.text)),
  }
  return mas.messages.send(message, stable === undefined ? {} : { idempotencyKey: stable })
}

/** Whether a field of an e-mail is set. A `normal` priority does not count. */
const says = (mail: Mail, name: string) =>
  [Reflect.get(mail, name)].flat().some((value) => Boolean(value) && !(name === "priority" && value === "normal"))

function oneAddress(name: string, given: Mail["to"], advice = ""): string | undefined {
  const [address, ...others] = addressesOf(given, name)
  if (others.length > 0) throw new InvalidArgumentError(name, `must be one address${advice}`)
  return address
}

/** Each address of a field, with its name. */
export function addressesOf(given: Mail["to"], field = "address"): string[] {
  if (given === undefined || given === null) return []
  if (typeof given === "string") return (splitList(given, /[,;]/) ?? [given]).map(unquoted)
  if (Array.isArray(given)) return given.flatMap((address) => addressesOf(address, field))
  if (typeof given === "object" && "group" in given) return addressesOf(given.group, field)
  if (typeof given === "object" && "address" in given)
    return [given.name ? `${given.name.replace(/[<>]/g, "")} <${given.address}>` : given.address]
  throw new InvalidArgumentError(field, "must be an address, such as Ada <ada@example.test>")
}

/** `"Acme, Inc." <hello@acme.test>` without what quotes the name. */
const unquoted = (address: string) =>
  address.replace(/^"((?:[^"\\]|\\.)*)"\s*</, (_, name: string) => `${name.replace(/\\(.)/g, "$1")} <`)

function partsOf(html: string | undefined, text: string | undefined) {
  if (html !== undefined) return { html, ...(text !== undefined && { body: text }) }
  if (text !== undefined) return { body: text }
  throw new InvalidArgumentError("html", "or text is missing")
}

function textOf(name: string, part: unknown): string | undefined {
  if (part === undefined || part === null || part === "") return undefined
  if (typeof part === "string") return part
  throw new InvalidArgumentError(name, "must be text, not a stream, a file or bytes")
}

function headersOf(headers: object): Record<string, string> {
  const pairs = Object.entries(headers)
  const strange = pairs.find(([, value]) => typeof value !== "string")
  if (strange) throw new InvalidArgumentError(`headers.${strange[0]}`, "must be text")
  return Object.fromEntries(pairs)
}
