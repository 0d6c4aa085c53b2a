import { type AuthMailOptions, sendAuthMail } from "./auth-mail.ts"
import type { MailClient } from "./mail.ts"

/** How sign-in links are sent. */
export interface AuthJsOptions extends AuthMailOptions {
  /** How long a link works, in seconds; 86,400 (a day) when left out. */
  readonly maxAge?: number
}

/** A provider of Auth.js that signs people in by a link. */
export interface AuthJsProvider {
  /** Its id, as in `signIn("mas")`. */
  readonly id: string
  /** The kind of provider. */
  readonly type: "email"
  /** What the sign-in page calls it. */
  readonly name: string
  /** How long a link works, in seconds. */
  readonly maxAge: number
  /** Sends the link. */
  sendVerificationRequest(request: { identifier: string; url: string; token: string }): Promise<void>
}

/**
 * A provider for Auth.js (`@auth/core`, NextAuth 5): `Auth(request, { providers: [authJsProvider(mas)], … })`. Needs an adapter for a
 * database, as all sign-in links do. Auth.js makes a token for each request: the idempotency key is made from it. Rejects as
 * `messages.send` does. Spec: Transactional messages.
 */
export function authJsProvider(mas: MailClient, options: AuthJsOptions = {}): AuthJsProvider {
  return {
    id: "mas",
    type: "email",
    name: "E-mail",
    maxAge: options.maxAge ?? 86_400,
    sendVerificationRequest({ identifier: to, url, token }) {
      const sending = sendAuthMail(mas, { purpose: "sign-in", to, url }, options, token)
      // Auth.js awaits it only after something else: until then Node takes a quick refusal for one that nobody handles.
      sending.catch(() => {})
      return sending
    },
  }
}
