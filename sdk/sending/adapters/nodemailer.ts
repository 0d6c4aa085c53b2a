import { version } from "../../base/version.ts"
import { InvalidArgumentError } from "../../client/errors.ts"
import { mailboxKey } from "../../contract/core/mailbox.ts"
import { addressOf } from "../../contract/core/text-patterns.ts"
import type { Message } from "../../contract/messages.ts"
import { addressesOf, type Mail, type MailClient, sendMail } from "./mail.ts"

/** The part of Nodemailer's transport input that is used here. */
export interface NodemailerMail {
  /** The argument of `sendMail`. */
  readonly data: {
    /** The caller's own id. */
    readonly messageId?: string | undefined
    /** The sender as written. */
    readonly from?: unknown
    /** SMTP envelope addresses, if they differ from those of the e-mail. */
    readonly envelope?: unknown
    /** Headers as written. */
    readonly headers?: unknown
  }
  /** Resolves addresses, files and streams. */
  normalize(done: (error?: Error | null, data?: object) => void): void
}

interface NodemailerData extends Mail {
  /** Headers by name, in lower case. */
  readonly normalizedHeaders?: object
}

/** The result of `transporter.sendMail`. */
export interface NodemailerSent {
  /** The message's id as text: `message_id` in webhook events. */
  readonly messageId: string
  /** The bare addresses. */
  readonly envelope: {
    /** False: only the service knows it. */
    from: false
    /** The recipient. */
    to: string[]
  }
  /** The recipient: accepted for sending, not delivered. */
  readonly accepted: string[]
  /** Empty: a refused message is an error. */
  readonly rejected: string[]
  /** Empty: the service queues messages itself. */
  readonly pending: string[]
  /** The message's status: `queued`. */
  readonly response: string
  /** The message in the service's response. */
  readonly sent: Message
}

/** A transport of Nodemailer. */
export interface NodemailerTransport {
  /** The transport's name. */
  readonly name: string
  /** This package's version. */
  readonly version: string
  /** Sends an e-mail and calls back. */
  send(mail: NodemailerMail, done: (error: Error | null, info: NodemailerSent) => void): void
  /** Checks the API key with the service, and calls back. */
  verify(done: (error: Error | null, success: true) => void): void
  /** Checks the API key with the service: resolves with `true`, or rejects as `account.get` does. */
  verify(): Promise<true>
}

/**
 * A transport for Nodemailer: `nodemailer.createTransport(nodemailerTransport(mas))`. An e-mail with your own
 * `messageId` is sent once, even if you send it again; without one each `sendMail` sends a new message. Fails as
 * `messages.send` does, and with an InvalidArgumentError for what the service does not support: several recipients,
 * copies, attachments, a second value of a header, and the like. Spec: Transactional messages.
 */
export function nodemailerTransport(mas: MailClient): NodemailerTransport {
  /** Nodemailer's types have two overloads: with a callback, and with a promise. */
  function verify(done: (error: Error | null, success: true) => void): void
  function verify(): Promise<true>
  function verify(done?: (error: Error | null, success: true) => void) {
    const verified = isKeyTaken(mas)
    return done === undefined ? verified : callBack(verified, done)
  }
  return {
    name: "mas-sdk",
    version,
    send: (mail, done) => callBack(sendNormalized(mas, mail).then(sentInfo), done),
    verify,
  }
}

/** Nodemailer's types require a result next to an error: none is passed. */
function callBack<T>(result: Promise<T>, done: (error: Error | null, result: T) => void): void {
  result.then(
    (value) => done(null, value),
    (error: Error) => Reflect.apply(done, undefined, [error]),
  )
}

async function isKeyTaken(mas: MailClient): Promise<true> {
  await mas.account?.get()
  return true
}

const sentInfo = (sent: Message): NodemailerSent => ({
  messageId: String(sent.id),
  envelope: { from: false, to: [sent.to] },
  accepted: [sent.to],
  rejected: [],
  pending: [],
  response: sent.status,
  sent,
})

async function sendNormalized(mas: MailClient, mail: NodemailerMail): Promise<Message> {
  // Read before normalizing: that keeps only the first sender and the first value of a header, fills in an envelope, and
  // generates an id if none was given: no key can be made from that.
  const { messageId, from, envelope, headers } = mail.data
  if (addressesIn(from).length > 1) throw new InvalidArgumentError("from", "must be one address")
  refuseSeveralValues(headers)
  const data = await new Promise<NodemailerData>((resolve, reject) => {
    mail.normalize((error, normalized) => (error ? reject(error) : resolve({ ...normalized })))
  })
  if (isOtherEnvelope(envelope, data))
    throw new InvalidArgumentError("envelope", "is not supported if its addresses differ from those of the e-mail")
  return sendMail(mas, { ...data, headers: data.normalizedHeaders, messageId })
}

function refuseSeveralValues(headers: unknown): void {
  if (Array.isArray(headers)) throw new InvalidArgumentError("headers", "must be an object of names and values")
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (Array.isArray(value) && value.length > 1)
      throw new InvalidArgumentError(`headers.${name}`, "must have one value: the service sends a header once")
  }
}

function isOtherEnvelope(envelope: unknown, mail: Mail): boolean {
  const envelopeFields = new Map<string, unknown>(Object.entries(envelope ?? {}))
  const recipients = ["to", "cc", "bcc"]
    .filter((name) => envelopeFields.has(name))
    .map((name) => addressesIn(envelopeFields.get(name)))
  const isSender =
    !envelopeFields.has("from") || bare(addressesIn(envelopeFields.get("from"))) === bare(addressesOf(mail.from))
  const isRecipient = recipients.length === 0 || bare(recipients.flat()) === bare(addressesOf(mail.to))
  return !(isSender && isRecipient)
}

const bare = (addresses: readonly string[]) => addresses.map((address) => mailboxKey(addressOf(address))).join()

/** Each address of a field that may hold anything. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn)
  if (typeof value === "string") return addressesOf(value)
  const isAddress = typeof value === "object" && value !== null && "address" in value
  return isAddress ? [String(value.address)] : []
}
