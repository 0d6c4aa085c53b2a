import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A credential for the header `Authorization` or the session cookie. */
const credentialsSchema = z.object({
  id: Id,
  kind: z.enum(["api_key", "jwt", "storefront_token", "public_key", "provisioning", "management", "session_cookie"]),
  token: z.string(),
  /** The account that it is pinned to; null for a person, whose account is chosen with each request. */
  account_id: Id.nullable(),
  /** The person of a JWT or session; of a management credential, the manager's person. */
  user_id: Id.nullable(),
  /** The user whom the person impersonates. */
  impersonated_user_id: Id.nullable(),
  /** The brand of a public key, management or storefront credential. */
  brand_id: Id.nullable(),
  /** The grant of a management credential. */
  grant_id: Id.nullable(),
  /** The storefront of an installation: every token signed for it is valid. */
  storefront: z.string().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
})
export interface CredentialRow extends RowOf<typeof credentialsSchema> {}

export const credentialsTable = () =>
  new Collection<CredentialRow, never, "token" | "storefront">({
    row: credentialsSchema,
    unique: { token: (credential) => credential.token, storefront: (credential) => credential.storefront ?? undefined },
  })
