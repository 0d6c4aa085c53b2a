import { addressOf } from "../contract/core/text-patterns.ts"
import type { EmailMessage, Message } from "../contract/messages.ts"
import { InvalidArgumentError } from "../errors.ts"
import { idempotencyKey } from "../idempotency.ts"
import { splitList } from "../recipients/split.ts"

/** The part of the client that adapters use. */
export interface MailClient {
  /** As of `Mas`. */
  readonly messages: MailSender
}

/** What sends a message. */
export interface MailSender {
  /** Sends one message; the same key sends it once. */
  send(message: EmailMessage, options: { idempotencyKey?: string }): PromiseLike<Message>
}

/** An address: `Ada <ada@example.test>`, or its parts. */
export type MailAddress = string | { readonly address: string; readonly name?: string | undefined }

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
const unsupported = ["cc", "bcc", "attachments", "alternatives", "icalEvent", "amp", "watchHtml", "raw"] as const

/**
 * Sends an e-mail that was written for another mail library.
 * @throws InvalidArgumentError for what the service cannot send: several recipients, copies, attachments.
 */
export async function sendMail(mas: MailClient, mail: Mail, key?: string): Promise<Message> {
  const strange = unsupported.find((name) => [Reflect.get(mail, name) ?? []].flat().length > 0)
  if (strange !== undefined)
    throw new InvalidArgumentError(
      strange,
      "is not supported: the service sends an e-mail to one recipient, without files",
    )
  const [from] = addressesOf(mail.from)
  const [replyTo] = addressesOf(mail.replyTo)
  const [to, ...others] = addressesOf(mail.to)
  if (to === undefined || others.length > 0)
    throw new InvalidArgumentError("to", "must be one address: send to several by a call for each")
  const stable = key ?? (mail.messageId === undefined ? undefined : idempotencyKey("message-id", mail.messageId))
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

function addressesOf(given: Mail["to"]): string[] {
  if (given === undefined || given === null) return []
  if (typeof given === "string") return (splitList(given, /[,;]/) ?? [given]).map(unquoted)
  if ("address" in given) return [given.name ? `${given.name.replace(/[<>]/g, "")} <${given.address}>` : given.address]
  return given.flatMap(addressesOf)
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
