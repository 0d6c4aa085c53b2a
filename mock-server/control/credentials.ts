import * as z from "zod"
import { type Credential, credentialPrefixes, sessionCookie } from "../../sdk/contract/core/credentials.ts"
import { Id } from "../../sdk/contract/core/shared.ts"
import { notFound } from "../base/mock-error.ts"
import { findStorefront, revokeCredential } from "../domain/credentials/credentials.ts"
import { mintCredential } from "../domain/credentials/mint-credential.ts"
import type { CredentialRow } from "../store/tables/credentials.ts"
import { keyOfWorld, splitKey } from "../world/world-names.ts"
import { defineControl } from "./control.ts"

/** A credential that was made; shown in full, since it is for a test. */
export interface MintedCredential {
  /** The id of the credential. */
  readonly id: number
  /** What kind of credential it is. */
  readonly kind: Credential
  /** Goes into `Authorization: Bearer <token>`, or into the cookie. A key of a world beside the main one ends with its name. */
  readonly token: string
  /** A header `Cookie` that carries it; null for kinds that go into `Authorization`. */
  readonly cookie: string | null
  /** The account that it is of; null where it is of none. */
  readonly account_id: number | null
  /** The person that it is of; null where it is of none. */
  readonly user_id: number | null
  /** The brand that it is bound to; null where it is bound to none. */
  readonly brand_id: number | null
  /** When it ends: ISO 8601; null where it does not. */
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

/** What to mint; what is left out is the seeded account that the kind makes sense for, its owner, its default brand. */
export const NewCredential = z.strictObject({
  /** What kind of credential to make. */
  kind: z.enum(kinds),
  /** The account that it is of. */
  account_id: Id.optional(),
  /** The person that it is of. */
  user_id: Id.optional(),
  /** The brand that it is bound to. */
  brand_sid: z.string().optional(),
  /** In whose name the person of a JWT or a session acts. */
  impersonated_user_id: Id.optional(),
})

/** @internal */
export const credentialControls = {
  mint: defineControl(
    { method: "POST", path: "/credentials", status: 201, body: NewCredential },
    ({ id, world }, { body }) => show(id, mintCredential(world, body)),
  ),

  /** Bites on the next request; of a storefront, the installation ends. */
  revoke: defineControl(
    { method: "DELETE", path: "/credentials/{token}", status: 204, params: z.strictObject({ token: z.string() }) },
    ({ id, world }, { params }) => {
      const named = splitKey(params.token)
      const token = named?.worldId === id ? named.key : params.token
      const credential = world.tables.credentials.find("token", token) ?? findStorefront(world, token)
      if (credential === undefined) throw notFound("Credential")
      if (credential.revoked_at === null) revokeCredential(world, credential)
    },
  ),
}

/** A key comes with the name of its world: the same chance makes the same keys in others. */
const show = (worldId: string, credential: CredentialRow): MintedCredential => {
  const { id, kind, account_id, user_id, brand_id, expires_at } = credential
  const token = kind in credentialPrefixes ? keyOfWorld(credential.token, worldId) : credential.token
  const cookie = kind === "session_cookie" ? `${sessionCookie}=${token}` : null
  return { id, kind, token, cookie, account_id, user_id, brand_id, expires_at }
}
