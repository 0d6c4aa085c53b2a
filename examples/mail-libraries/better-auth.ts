// The senders of Better Auth, by the names of its options. Keep the ones that you use:
//
//   betterAuth({
//     emailAndPassword: { enabled: true, sendResetPassword: emails.sendResetPassword },
//     emailVerification: { sendVerificationEmail: emails.sendVerificationEmail },
//     plugins: [
//       magicLink({ sendMagicLink: emails.sendMagicLink }),
//       emailOTP({ sendVerificationOTP: emails.sendVerificationOTP }),
//     ],
//   })
import type { MailClient } from "mas-sdk/adapters"
import { sendAuthMail } from "./auth-mail.ts"

interface Link {
  readonly url: string
  readonly token: string
}
type ToUser = Link & { readonly user: { readonly email: string } }

const purposes = {
  "sign-in": "sign-in",
  "email-verification": "verify-email",
  "forget-password": "reset-password",
  "change-email": "change-email",
} as const

export const betterAuthEmails = (mas: MailClient) => ({
  sendVerificationEmail: ({ user, url, token }: ToUser) =>
    sendAuthMail(mas, { purpose: "verify-email", to: user.email, link: { url, token } }),
  sendResetPassword: ({ user, url, token }: ToUser) =>
    sendAuthMail(mas, { purpose: "reset-password", to: user.email, link: { url, token } }),
  sendMagicLink: ({ email, url, token }: Link & { readonly email: string }) =>
    sendAuthMail(mas, { purpose: "sign-in", to: email, link: { url, token } }),
  sendVerificationOTP: (given: { email: string; otp: string; type: keyof typeof purposes }) =>
    sendAuthMail(mas, { purpose: purposes[given.type], to: given.email, code: given.otp }),
})
