export type { EmailMessage, Message } from "../contract/messages.ts"
export { type AuthJsOptions, type AuthJsProvider, authJsProvider } from "./auth-js.ts"
export type { AuthMail, AuthMailOptions, AuthMailText } from "./auth-mail.ts"
export { type BetterAuthEmails, type BetterAuthLink, betterAuthEmails } from "./better-auth.ts"
export type { AccountReader, MailClient, MailSender } from "./mail.ts"
export {
  type NodemailerMail,
  type NodemailerSent,
  type NodemailerTransport,
  nodemailerTransport,
} from "./nodemailer.ts"
export { type PayloadEmail, type PayloadEmailOptions, payloadEmail } from "./payload.ts"
