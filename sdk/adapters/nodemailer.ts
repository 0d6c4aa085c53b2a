import type { Message } from "../contract/messages.ts"
import { version } from "../version.ts"
import { type Mail, type MailClient, sendMail } from "./mail.ts"

/** What Nodemailer hands to a transport, as far as it is used here. */
export interface NodemailerMail {
  /** What `sendMail` was given. */
  readonly data: {
    /** An id of the caller's. */
    readonly messageId?: string | undefined
  }
  /** Resolves addresses, files and streams. */
  normalize(done: (error?: Error | null, data?: object) => void): void
}

/** An e-mail as Nodemailer normalizes it. */
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
}

/**
 * A transport for Nodemailer: `nodemailer.createTransport(nodemailerTransport(mas))`. An e-mail with a `messageId` of yours is
 * sent once, however often it is handed over; without one each `sendMail` is a message of its own. Fails as `messages.send` does,
 * and with an InvalidArgumentError for several recipients, copies and attachments. Spec: Transactional messages.
 */
export function nodemailerTransport(mas: MailClient): NodemailerTransport {
  return {
    name: "mas-sdk",
    version,
    send: (mail, done) =>
      void sendNormalized(mas, mail).then(
        (sent) => done(null, sentInfo(sent)),
        // Nodemailer's types want a result with an error as well.
        (error: Error) => Reflect.apply(done, undefined, [error]),
      ),
  }
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
  // Nodemailer makes an id up where it was given none: no key can be made from that.
  const { messageId } = mail.data
  const data = await new Promise<NodemailerData>((resolve, reject) => {
    mail.normalize((error, normalized) => (error ? reject(error) : resolve({ ...normalized })))
  })
  return sendMail(mas, { ...data, headers: data.normalizedHeaders, messageId })
}
