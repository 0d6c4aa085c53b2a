import * as z from "zod"
import { type Credential, credentialPrefixes, sessionCookie } from "../../sdk/contract/core/credentials.ts"
import { Id } from "../../sdk/contract/core/shared.ts"
import { notFound } from "../base/mock-error.ts"
import { findStorefront, revokeCredential } from "../resources/credentials/credentials.ts"
import { claimsIn } from "../resources/credentials/jwt.ts"
import { mintCredential } from "../resources/credentials/mint-credential.ts"
import type { CredentialRow } from "../resources/credentials/table.ts"
import { keyOfWorld, splitKey } from "../world/world-names.ts"
import { defineControl } from "./control.ts"

/** A new credential, in full: it is for tests. */
export interface MintedCredential {
  /** The id of the credential. */
  readonly id: number
  /** The kind of credential. */
  readonly kind: Credential
  /**
   * The value for `Authorization: Bearer <token>`, or for the cookie. Outside the main world, a key ends with the
   * world's name.
   */
  readonly token: string
  /** The `Cookie` header with the token; null for kinds that use `Authorization`. */
  readonly cookie: string | null
  /** The account that it belongs to, or null. */
  readonly account_id: number | null
  /** The user that it belongs to, or null. */
  readonly user_id: number | null
  /** The brand that it is limited to, or null. */
  readonly brand_id: number | null
  /** When it expires: ISO 8601; null if never. */
  readonly expires_at: string | null
}

const kinds = [
  "api_key",
  "jwt",
  "storefront_token",
  "public_key",
  "provisioning",
  "management",
  "session_cookie",
] as const satisfies readonly Credential[]

/** A credential to create. Defaults: the seeded account that suits the kind, its owner, and its default brand. */
export const NewCredential = z.strictObject({
  /** The kind of credential. */
  kind: z.enum(kinds),
  /** The account that it belongs to. */
  account_id: Id.optional(),
  /** The user that a JWT or session belongs to. */
  user_id: Id.optional(),
  /** The brand that a public key or storefront token is limited to; a management credential has that of its grant. */
  brand_sid: z.string().optional(),
  /** The user whom the user of a JWT or session impersonates. */
  impersonated_user_id: Id.optional(),
})

/** @internal */
export const credentialControls = {
  mint: defineControl(
    { method: "POST", path: "/credentials", status: 201, body: NewCredential },
    ({ id, world }, { body }) => show(id, mintCredential(world, body)),
  ),

  /** Takes effect on the next request. Revoking a storefront token ends the installation. */
  revoke: defineControl(
    { method: "DELETE", path: "/credentials/{token}", status: 204, params: z.strictObject({ token: z.string() }) },
    ({ id, world }, { params }) => {
      const keyParts = splitKey(params.token)
      const token = keyParts?.worldId === id ? keyParts.key : params.token
      const credential = world.tables.credentials.find("token", token) ?? findStorefront(world, token)
      if (credential === undefined) throw notFound("Credential")
      if (credential.revoked_at === null) revokeCredential(world, credential)
    },
  ),
}

/** A storefront's installation does not expire, only its token does. */
function expiryIn(token: string): string | null {
  const exp = claimsIn(token)?.exp
  return typeof exp === "number" ? new Date(exp * 1_000).toISOString() : null
}

/** A key ends with its world's name: worlds with the same seed create the same keys. */
const show = (worldId: string, credential: CredentialRow): MintedCredential => {
  const { id, kind, account_id, user_id, brand_id, expires_at } = credential
  const token = kind in credentialPrefixes ? keyOfWorld(credential.token, worldId) : credential.token
  const cookie = kind === "session_cookie" ? `${sessionCookie}=${token}` : null
  return { id, kind, token, cookie, account_id, user_id, brand_id, expires_at: expires_at ?? expiryIn(token) }
}
