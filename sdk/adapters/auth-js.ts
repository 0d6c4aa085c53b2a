import { type AuthMailOptions, sendAuthMail } from "./auth-mail.ts"
import type { MailClient } from "./mail.ts"

/** How sign-in links are sent. */
export interface AuthJsOptions extends AuthMailOptions {
  /** How long a link is valid, in seconds. Default 86,400 (a day). */
  readonly maxAge?: number
}

/** An Auth.js provider for sign-in links. */
export interface AuthJsProvider {
  /** The provider's id, as in `signIn("mas")`. */
  readonly id: string
  /** The kind of provider. */
  readonly type: "email"
  /** The name on the sign-in page. */
  readonly name: string
  /** How long a link is valid, in seconds. */
  readonly maxAge: number
  /** Sends the link. */
  sendVerificationRequest(request: { identifier: string; url: string; token: string }): Promise<void>
}

/**
 * A provider for Auth.js (`@auth/core`, NextAuth 5): `Auth(request, { providers: [authJsProvider(mas)], … })`. Needs a
 * database adapter, as all sign-in links do. The idempotency key is made from the token that Auth.js creates for each
 * request. Rejects as `messages.send` does. Spec: Transactional messages.
 */
export function authJsProvider(mas: MailClient, options: AuthJsOptions = {}): AuthJsProvider {
  return {
    id: "mas",
    type: "email",
    name: "E-mail",
    maxAge: options.maxAge ?? 86_400,
    sendVerificationRequest({ identifier: to, url, token }) {
      const sending = sendAuthMail(mas, { purpose: "sign-in", to, url }, options, token)
      // Auth.js awaits it only after other work: until then Node would report a quick rejection as unhandled.
      sending.catch(() => {})
      return sending
    },
  }
}
