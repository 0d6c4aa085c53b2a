import { idempotencyKey } from "mas-sdk"
import type { MailClient } from "mas-sdk/adapters"

const titles = {
  "sign-in": "Sign in",
  "verify-email": "Confirm your e-mail address",
  "reset-password": "Set a new password",
  "change-email": "Confirm your new e-mail address",
}

/** An e-mail that an auth library asks to send: with the link and its token, or with a code to type. */
export interface AuthMail {
  readonly purpose: keyof typeof titles
  readonly to: string
  readonly link?: { readonly url: string; readonly token: string }
  readonly code?: string
}

/**
 * Sends it; change the words to your own. The idempotency key is a hash of the token and does not reveal it. A code gives no
 * key: the same code may be sent again on purpose.
 */
export async function sendAuthMail(mas: MailClient, { purpose, to, link, code }: AuthMail): Promise<void> {
  // Whoever signs in wrote it: `ana@x.test <eve@x.test>` would send Ana's link to Eve.
  if (!/^[^\s@<>()[\]",:;]+@[^\s@<>()[\]",:;]+$/.test(to)) throw new Error("to must be one address without a name")
  const title = titles[purpose]
  const ignore = "If you did not ask for this, ignore this e-mail."
  if (link === undefined) {
    const body = `Your code: ${code}\n\n${ignore}\n`
    await mas.messages.send({ channel: "email", to, subject: `${title}: ${code}`, body }, {})
    return
  }
  const subject = `${title} at ${new URL(link.url).host}`
  const href = link.url.replace(/&/g, "&amp;").replace(/"/g, "&quot;")
  const html = `<p><a href="${href}">${subject}</a></p><p>${ignore}</p>`
  const body = `${subject}:\n${link.url}\n\n${ignore}\n`
  await mas.messages.send(
    { channel: "email", to, subject, html, body },
    { idempotencyKey: idempotencyKey(purpose, link.token) },
  )
}
