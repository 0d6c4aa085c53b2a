/** The kinds of credential that the service knows. Spec: Authentication. */
export type Credential =
  | "api_key"
  | "jwt"
  | "storefront_token"
  | "public_key"
  | "provisioning"
  | "management"
  | "session_cookie"

/** The prefix of each kind of credential, if it has one; JWTs and storefront tokens are JSON Web Tokens. */
export const credentialPrefixes = {
  api_key: "maskey_live_",
  public_key: "maspk_live_",
  provisioning: "maspc_live_",
  management: "masmc_live_",
} as const satisfies Partial<Record<Credential, string>>

/** The cookie of the popup flow's browser session. */
export const sessionCookie = "mas_session"

/** Open to everyone. */
export const noCredential = [] as const satisfies readonly Credential[]

/** The usual case: server key, signed-in person, storefront app, or a manager acting under a grant. */
export const anyKey = ["api_key", "jwt", "storefront_token", "management"] as const satisfies readonly Credential[]

/** As `anyKey`, without managers: people, billing, team, webhooks and paid operations stay with the account itself. */
export const ownKey = ["api_key", "jwt", "storefront_token"] as const satisfies readonly Credential[]

/** A signed-in user: the affiliate centre refuses API keys. */
export const personOnly = ["jwt", "session_cookie"] as const satisfies readonly Credential[]

/** The owner of a managed account, signed in. */
export const ownerOnly = ["jwt"] as const satisfies readonly Credential[]

/** The popup flow. */
export const popup = ["jwt", "session_cookie"] as const satisfies readonly Credential[]

/** A manager account provisioning its clients. */
export const provisioner = ["api_key", "jwt", "provisioning"] as const satisfies readonly Credential[]

/** Website forms: the brand's public key and nothing else. */
export const publicKey = ["public_key"] as const satisfies readonly Credential[]
