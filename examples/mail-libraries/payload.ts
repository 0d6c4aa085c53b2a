// An e-mail adapter for Payload, on the Nodemailer transport: `buildConfig({ email: payloadEmail(new Mas()), … })`. An e-mail with
// your own `messageId` is sent once; Payload's own e-mails have none, and each is a new message.
import { type MailClient, nodemailerTransport } from "mas-sdk/adapters"
import { createTransport, type SendMailOptions } from "nodemailer"

/** A verified sender of the brand. */
const sender = { defaultFromAddress: "hello@acme.test", defaultFromName: "Acme" }

export function payloadEmail(mas: MailClient) {
  const from = { address: sender.defaultFromAddress, name: sender.defaultFromName }
  const mailer = createTransport(nodemailerTransport(mas), { from })
  return () => ({
    name: "mas-sdk",
    ...sender,
    sendEmail: (mail: SendMailOptions) => mailer.sendMail(mail),
  })
}
