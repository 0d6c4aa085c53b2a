import { type Credential, credentialPrefixes, sessionCookie } from "../core/credentials.ts"

/** A kind of credential in a sentence. */
const titles: Readonly<Record<Credential, string>> = {
  api_key: "a server API key",
  jwt: "a JWT from sign-in",
  storefront_token: "a storefront ID token",
  public_key: "a brand's public key",
  provisioning: "a provisioning credential",
  management: "a management credential",
  session_cookie: "the session cookie of the popup flow",
}

const bearer = (description: string, bearerFormat: string) => ({
  type: "http",
  scheme: "bearer",
  bearerFormat,
  description,
})
const prefixed = (kind: keyof typeof credentialPrefixes) => `${credentialPrefixes[kind]}…`

/** Every kind of credential as a security scheme under its own name. Spec: Authentication. */
export const securitySchemes = {
  api_key: bearer("Server API key of one account and its brands; checked first.", prefixed("api_key")),
  jwt: bearer("A signed-in person: from the response header `Authorization` of sign-up and sign-in.", "JWT"),
  storefront_token: bearer("ID token of an embedded storefront app whose installation is active.", "JWT"),
  public_key: bearer("A brand's public key: for website forms and nothing else.", prefixed("public_key")),
  provisioning: bearer("Lets a manager account list and create managed accounts.", prefixed("provisioning")),
  management: bearer("Lets a manager act on one brand under one active management grant.", prefixed("management")),
  session_cookie: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description: "Browser session of the popup flow.",
  },
} as const satisfies Record<Credential, unknown>

/** One sentence about the accepted credentials. */
export function describeAuth(kinds: readonly Credential[]): string {
  if (kinds.length === 0) return "Needs no credential."
  const kindTitles = kinds.map((kind) => titles[kind])
  return `Takes ${kindTitles.length === 1 ? kindTitles[0] : `${kindTitles.slice(0, -1).join(", ")} or ${kindTitles.at(-1)}`}.`
}
