import { addressOf } from "../contract/core/text-patterns.ts"
import type { Message } from "../contract/messages.ts"
import { InvalidArgumentError } from "../errors.ts"
import { version } from "../version.ts"
import { addressesOf, type Mail, type MailClient, sendMail } from "./mail.ts"

/** What Nodemailer hands to a transport, as far as it is used here. */
export interface NodemailerMail {
  /** What `sendMail` was given. */
  readonly data: {
    /** An id of the caller's. */
    readonly messageId?: string | undefined
    /** The sender, as it was written. */
    readonly from?: unknown
    /** Other addresses than those of the e-mail, for the way of it. */
    readonly envelope?: unknown
    /** Headers, as they were written. */
    readonly headers?: unknown
  }
  /** Resolves addresses, files and streams. */
  normalize(done: (error?: Error | null, data?: object) => void): void
}

interface NodemailerData extends Mail {
  /** Headers by name, in lower case. */
  readonly normalizedHeaders?: object
}

/** What `transporter.sendMail` resolves to. */
export interface NodemailerSent {
  /** The message's id as text: `message_id` in webhook events. */
  readonly messageId: string
  /** The bare addresses. */
  readonly envelope: {
    /** False: the service alone knows it. */
    from: false
    /** The recipient. */
    to: string[]
  }
  /** The recipient: accepted for sending, not delivered. */
  readonly accepted: string[]
  /** Empty: a refused message is an error. */
  readonly rejected: string[]
  /** Empty: a message waits at the service. */
  readonly pending: string[]
  /** The message's status: `queued`. */
  readonly response: string
  /** The message as the service answered it. */
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
  /** Asks the service whether it takes the key, and calls back. */
  verify(done: (error: Error | null, success: true) => void): void
  /** Asks the service whether it takes the key: `true`, or it fails as `account.get` does. */
  verify(): Promise<true>
}

/**
 * A transport for Nodemailer: `nodemailer.createTransport(nodemailerTransport(mas))`. An e-mail with a `messageId` of yours is
 * sent once, however often it is handed over; without one each `sendMail` is a message of its own. Fails as `messages.send` does,
 * and with an InvalidArgumentError for what the service cannot carry: several recipients, copies, attachments, a second value of a
 * header, and the like. Spec: Transactional messages.
 */
export function nodemailerTransport(mas: MailClient): NodemailerTransport {
  /** A function that Nodemailer's types have in two ways: with a callback, and with a promise. */
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

/** Nodemailer's types want a result with an error as well: it gets none. */
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
  // Read before normalizing: that keeps the first sender and the first value of a header, fills in an envelope, and makes an
  // id up where none was given: no key can be made from that.
  const { messageId, from, envelope, headers } = mail.data
  if (addressesIn(from).length > 1) throw new InvalidArgumentError("from", "must be one address")
  refuseSeveralValues(headers)
  const data = await new Promise<NodemailerData>((resolve, reject) => {
    mail.normalize((error, normalized) => (error ? reject(error) : resolve({ ...normalized })))
  })
  if (isOtherEnvelope(envelope, data))
    throw new InvalidArgumentError("envelope", "is not supported: it has other addresses than the e-mail")
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
  const given = new Map<string, unknown>(Object.entries(envelope ?? {}))
  const recipients = ["to", "cc", "bcc"].filter((name) => given.has(name)).map((name) => addressesIn(given.get(name)))
  const isSender = !given.has("from") || bare(addressesIn(given.get("from"))) === bare(addressesOf(mail.from))
  const isRecipient = recipients.length === 0 || bare(recipients.flat()) === bare(addressesOf(mail.to))
  return !(isSender && isRecipient)
}

const bare = (addresses: readonly string[]) => addresses.map((address) => addressOf(address).toLowerCase()).join()

/** Each address of a field that may hold anything. */
function addressesIn(given: unknown): string[] {
  if (Array.isArray(given)) return given.flatMap(addressesIn)
  if (typeof given === "string") return addressesOf(given)
  const isAddress = typeof given === "object" && given !== null && "address" in given
  return isAddress ? [String(given.address)] : []
}
