import * as z from "zod"
import type { Credential } from "../../../sdk/contract/core/credentials.ts"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"

/** Something that can be presented in `Authorization` (or in the session cookie). */
export interface CredentialRow {
  readonly id: number
  readonly kind: Credential
  readonly token: string
  /** The account that it is pinned to; null for a person, whose account is chosen with each request. */
  readonly account_id: number | null
  /** The person of a JWT or session; of a management credential, the manager's person. */
  readonly user_id: number | null
  /** In whose name the person acts. */
  readonly impersonated_user_id: number | null
  /** The brand of a public key, management or storefront credential. */
  readonly brand_id: number | null
  /** The grant of a management credential. */
  readonly grant_id: number | null
  /** The shop of a storefront installation: every token that is signed for it counts. */
  readonly shop: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

const credentialsSchema = z.object({
  id: Id,
  kind: z.enum(["api_key", "jwt", "storefront_token", "public_key", "provisioning", "management", "session_cookie"]),
  token: z.string(),
  account_id: Id.nullable(),
  user_id: Id.nullable(),
  impersonated_user_id: Id.nullable(),
  brand_id: Id.nullable(),
  grant_id: Id.nullable(),
  shop: z.string().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
})

export const credentialsTable = () =>
  new Collection<CredentialRow, never, "token" | "shop">({
    row: credentialsSchema,
    unique: { token: (credential) => credential.token, shop: (credential) => credential.shop ?? undefined },
  })
