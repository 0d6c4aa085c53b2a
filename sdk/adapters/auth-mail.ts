import { parseMailbox } from "../contract/core/mailbox.ts"
import { InvalidArgumentError } from "../errors.ts"
import { idempotencyKey } from "../idempotency.ts"
import { sha256 } from "../sha256.ts"
import { type MailClient, sendMail } from "./mail.ts"

/** An e-mail that an auth library asks to send. */
export interface AuthMail {
  /** The purpose of the e-mail. */
  readonly purpose: "sign-in" | "verify-email" | "reset-password" | "change-email"
  /** The person's address. */
  readonly to: string
  /** The link to open; absent if there is a code. */
  readonly url?: string
  /** The code to type; absent if there is a link. */
  readonly code?: string
}

/** The text of an e-mail. */
export interface AuthMailText {
  /** The subject line. */
  readonly subject: string
  /** The HTML part. */
  readonly html?: string
  /** The text part. */
  readonly text?: string
}

/** How an auth library's e-mails are sent. */
export interface AuthMailOptions {
  /** A verified sender of the brand: `Acme <hello@acme.test>`. Default: the brand's own. */
  readonly from?: string
  /** Writes the e-mail. Default: plain English. */
  readonly write?: (mail: AuthMail) => AuthMailText | PromiseLike<AuthMailText>
}

/**
 * Sends an e-mail of an auth library. The idempotency key is made from a hash of the token, and does not reveal it. A
 * code gives no key: the same code may legitimately be sent again.
 */
export async function sendAuthMail(
  mas: MailClient,
  mail: AuthMail,
  options: AuthMailOptions,
  token?: string,
): Promise<void> {
  const { from, write = plainText } = options
  // Whoever signs in wrote it: `ana@x.test <eve@x.test>` would send Ana's link to Eve.
  if (!parseMailbox(mail.to)) throw new InvalidArgumentError("to", "must be one address without a name")
  const key = token === undefined ? undefined : idempotencyKey(mail.purpose, sha256(token))
  await sendMail(mas, { ...(await write(mail)), from, to: mail.to }, key)
}

const titles: Readonly<Record<AuthMail["purpose"], string>> = {
  "sign-in": "Sign in",
  "verify-email": "Confirm your e-mail address",
  "reset-password": "Set a new password",
  "change-email": "Confirm your new e-mail address",
}

function plainText({ purpose, url, code }: AuthMail): AuthMailText {
  const title = titles[purpose]
  const ignore = "If you did not ask for this, ignore this e-mail."
  if (url === undefined) return { subject: `${title}: ${code}`, text: `Your code: ${code}\n\n${ignore}\n` }
  const subject = `${title} at ${new URL(url).host}`
  const safeUrl = url.replace(/&/g, "&amp;").replace(/"/g, "&quot;")
  const html = `<p><a href="${safeUrl}">${subject}</a></p><p>${ignore}</p>`
  return { subject, html, text: `${subject}:\n${url}\n\n${ignore}\n` }
}
