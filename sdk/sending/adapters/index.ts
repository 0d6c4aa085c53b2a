export type { EmailMessage, Message } from "../../contract/messages.ts"
export type { AccountReader, MailClient, MailSender } from "./mail.ts"
export {
  type NodemailerMail,
  type NodemailerSent,
  type NodemailerTransport,
  nodemailerTransport,
} from "./nodemailer.ts"
