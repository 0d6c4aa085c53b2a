import { type AuthMail, type AuthMailOptions, sendAuthMail } from "./auth-mail.ts"
import type { MailClient } from "./mail.ts"

/** A link that Better Auth asks to send to a user. */
export interface BetterAuthLink {
  /** The person. */
  readonly user: {
    /** The recipient of the link. */
    readonly email: string
  }
  /** The link to open. */
  readonly url: string
  /** The token in the link. */
  readonly token: string
}

/** The functions that Better Auth and its plugins call to send e-mails, by the names of its options. */
export interface BetterAuthEmails {
  /** For `emailVerification`. */
  sendVerificationEmail(link: BetterAuthLink): Promise<void>
  /** For `emailAndPassword`. */
  sendResetPassword(link: BetterAuthLink): Promise<void>
  /** For the plugin `magicLink`. */
  sendMagicLink(link: { email: string; url: string; token: string }): Promise<void>
  /** For the plugin `emailOTP`. */
  sendVerificationOTP(code: {
    email: string
    otp: string
    type: "sign-in" | "email-verification" | "forget-password" | "change-email"
  }): Promise<void>
}

const purposes = {
  "sign-in": "sign-in",
  "email-verification": "verify-email",
  "forget-password": "reset-password",
  "change-email": "change-email",
} as const

/**
 * The senders of Better Auth: `emailVerification: { sendVerificationEmail: emails.sendVerificationEmail }`, and so on. The
 * idempotency key is made from the link's token; codes have none, because the same code may be sent again. Rejects as
 * `messages.send` does. Spec: Transactional messages.
 */
export function betterAuthEmails(mas: MailClient, options: AuthMailOptions = {}): BetterAuthEmails {
  const link = (purpose: AuthMail["purpose"], to: string, { url, token }: { url: string; token: string }) =>
    sendAuthMail(mas, { purpose, to, url }, options, token)
  return {
    sendVerificationEmail: (given) => link("verify-email", given.user.email, given),
    sendResetPassword: (given) => link("reset-password", given.user.email, given),
    sendMagicLink: (given) => link("sign-in", given.email, given),
    sendVerificationOTP: ({ email: to, otp: code, type }) =>
      sendAuthMail(mas, { purpose: purposes[type], to, code }, options),
  }
}
