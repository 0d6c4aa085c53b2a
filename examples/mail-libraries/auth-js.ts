// A provider for Auth.js (`@auth/core`, NextAuth 5): `Auth(request, { providers: [authJsProvider(new Mas())], … })`. In Next.js,
// `signIn("mas")` requests a link. Links need a database adapter.
import type { MailClient } from "mas-sdk/adapters"
import { sendAuthMail } from "./auth-mail.ts"

export const authJsProvider = (mas: MailClient) => ({
  id: "mas",
  type: "email" as const,
  name: "E-mail",
  /** How long a link is valid, in seconds: a day. */
  maxAge: 86_400,
  sendVerificationRequest({ identifier: to, url, token }: { identifier: string; url: string; token: string }) {
    const sending = sendAuthMail(mas, { purpose: "sign-in", to, link: { url, token } })
    // Auth.js awaits it only after other work: until then Node would report a quick rejection as unhandled.
    sending.catch(() => {})
    return sending
  },
})
