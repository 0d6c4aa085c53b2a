import type { Credential } from "../sdk/contract/credentials.ts"
import { signJwt, storefrontKey } from "./jwt.ts"
import type { CredentialRow } from "./tables/credentials.ts"
import type { World } from "./world.ts"

/** The application that storefront tokens are made out to. */
export const storefrontAudience = "mas-embedded-app"

/** A storefront's ID token: the shop it speaks for, and until when (seconds since 1970). */
export function storefrontToken(shop: string, exp: number): string {
  return signJwt({ iss: `https://${shop}/admin`, dest: `https://${shop}`, aud: storefrontAudience, exp }, storefrontKey)
}

/** What a new credential says of itself; whatever is left out does not apply to its kind. */
export type NewCredential = {
  readonly kind: Credential
  readonly token: string
  readonly account_id: number
} & Partial<Omit<CredentialRow, "id" | "revoked_at">>

/** Puts a credential into the world: from the next request on it is let in. */
export function addCredential(world: World, credential: NewCredential): CredentialRow {
  const { credentials } = world.tables
  return credentials.insert({
    id: credentials.nextId(),
    user_id: null,
    impersonated_user_id: null,
    brand_id: null,
    grant_id: null,
    shop: null,
    expires_at: null,
    revoked_at: null,
    ...credential,
  })
}
