import type { Message } from "../contract/messages.ts"
import { type Mail, type MailClient, sendMail } from "./mail.ts"

/** The default sender of Payload's e-mails. */
export interface PayloadEmailOptions {
  /** A verified sender of the brand. */
  readonly defaultFromAddress: string
  /** The sender's name. */
  readonly defaultFromName: string
}

/** Payload's e-mail adapter. */
export type PayloadEmail = () => PayloadEmailOptions & {
  /** The adapter's name. */
  readonly name: string
  /** Sends an e-mail. */
  sendEmail(mail: object): Promise<Message>
}

/**
 * An e-mail adapter for Payload: `buildConfig({ email: payloadEmail(mas, { … }) })`. An e-mail with your own
 * `messageId` is sent once; Payload's own e-mails have none, and each is a new message. Rejects as `messages.send`
 * does, and with an InvalidArgumentError for several recipients, copies and attachments. Spec: Transactional messages.
 */
export function payloadEmail(
  mas: MailClient,
  { defaultFromAddress, defaultFromName }: PayloadEmailOptions,
): PayloadEmail {
  const from = { address: defaultFromAddress, name: defaultFromName }
  return () => ({
    name: "mas-sdk",
    defaultFromAddress,
    defaultFromName,
    sendEmail: (mail: Mail) => sendMail(mas, { ...mail, from: mail.from ?? from }),
  })
}
