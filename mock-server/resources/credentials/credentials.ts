import type { Credential } from "../../../sdk/contract/core/credentials.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import type { World } from "../../world/world.ts"
import { personKey, signJwt, storefrontKey, verifyJwt } from "./jwt.ts"
import type { CredentialRow } from "./table.ts"

const storefrontAudience = "mas-embedded-app"

/** A storefront's ID token: the host name it speaks for, and until when (seconds since 1970). */
export function storefrontToken(storefront: string, exp: number): string {
  return signJwt(
    { iss: `https://${storefront}/admin`, dest: `https://${storefront}`, aud: storefrontAudience, exp },
    storefrontKey,
  )
}

/** The installation of a storefront token, if its signature, times and audience are valid. */
export function findStorefront(world: World, token: string): CredentialRow | undefined {
  const claims = verifyJwt(token, storefrontKey, world.now())
  if (claims === undefined || claims.aud !== storefrontAudience) return undefined
  const { dest } = claims
  return typeof dest === "string" && dest.startsWith("https://")
    ? world.tables.credentials.find("storefront", dest.slice("https://".length))
    : undefined
}

/** The fields of a new credential; omitted ones do not apply to its kind. */
export type NewCredential = { readonly kind: Credential; readonly token: string } & Partial<
  Omit<CredentialRow, "id" | "revoked_at">
>

export function addCredential(world: World, credential: NewCredential): CredentialRow {
  return world.tables.credentials.add(world, {
    account_id: null,
    user_id: null,
    impersonated_user_id: null,
    brand_id: null,
    grant_id: null,
    storefront: null,
    expires_at: null,
    revoked_at: null,
    ...credential,
  })
}

export type PersonalDetails = Pick<NewCredential, "account_id" | "impersonated_user_id">

/** Signs a person in: a JWT that lives 15 days. Spec: Authentication. */
export function issueJwt(world: World, userId: number, details: PersonalDetails = {}): CredentialRow {
  const iat = Math.floor(world.now() / 1_000)
  const exp = iat + limits.jwtLifetime / 1_000
  const token = signJwt({ iss: "mas", sub: String(userId), jti: world.random.uuid(), iat, exp }, personKey)
  return addCredential(world, {
    kind: "jwt",
    token,
    user_id: userId,
    ...details,
    // The token's own `exp`, which has whole seconds.
    expires_at: new Date(exp * 1_000).toISOString(),
  })
}

/** Signs a person in to the popup: the value of its session cookie. */
export function openSession(world: World, userId: number, details: PersonalDetails = {}): CredentialRow {
  return addCredential(world, {
    kind: "session_cookie",
    token: world.random.hex(24),
    user_id: userId,
    ...details,
    expires_at: world.timestampIn(limits.jwtLifetime),
  })
}

/** The credential is rejected from the next request on. For a storefront, the installation ends. */
export function revokeCredential(world: World, credential: CredentialRow): CredentialRow {
  return world.tables.credentials.update(credential, { revoked_at: world.timestamp() })
}
