import { type Credential, credentialPrefixes, sessionCookie } from "../sdk/contract/credentials.ts"
import type { EndpointSpec } from "../sdk/contract/endpoint.ts"
import type { Caller, Role } from "./caller.ts"
import { forbidden, notFound, unauthorized } from "./service-error.ts"
import type { AccountRow } from "./tables/accounts.ts"
import type { BrandRow } from "./tables/brands.ts"
import type { CredentialRow } from "./tables/credentials.ts"
import type { WireRequest } from "./wire.ts"
import type { World } from "./world.ts"

type Headers = WireRequest["headers"]

/**
 * Finds out who makes a request and what they act on. Missing or unknown credentials are 401, a kind that the endpoint
 * turns away or a role that does not reach is 403. Spec: Authentication.
 */
export function authenticate(world: World, endpoint: EndpointSpec, headers: Headers): Caller {
  const credential = findCredential(world, endpoint, headers)
  if (!endpoint.auth.includes(credential.kind)) {
    throw forbidden(`This endpoint does not accept ${describe[credential.kind]}`)
  }
  const account = selectAccount(world, credential, headers["x-account-id"])
  const brand = selectBrand(world, credential, account, headers["x-brand-sid"])
  const user = world.tables.users.get(credential.user_id ?? account.owner_id)
  if (user === undefined) throw unauthorized("The credential's user no longer exists")
  const role = roleOf(world, credential, account)
  if (endpoint.role === "admin" && role === "member") throw forbidden("Only the account's owner and admins may do this")
  return { kind: credential.kind, credential, account, brand, user, role }
}

const describe: Readonly<Record<Credential, string>> = {
  api_key: "API keys",
  jwt: "a person's token",
  storefront_token: "storefront tokens",
  public_key: "public keys",
  provisioning: "provisioning credentials",
  management: "management credentials",
  session_cookie: "the popup's session",
}

/** The credential row, present, unexpired and not revoked. */
function findCredential(world: World, endpoint: EndpointSpec, headers: Headers): CredentialRow {
  const token = bearerToken(headers.authorization) ?? cookieToken(endpoint, headers.cookie)
  if (token === undefined) throw unauthorized("Send a credential in the header Authorization: Bearer <token>")
  const credential = world.tables.credentials.find("token", token)
  if (credential === undefined || credential.revoked_at !== null) throw unauthorized("The credential is not valid")
  if (credential.expires_at !== null && Date.parse(credential.expires_at) <= world.now()) {
    throw unauthorized("The credential has expired")
  }
  const grant = credential.grant_id === null ? undefined : world.tables.grants.get(credential.grant_id)
  if (credential.grant_id !== null && grant?.status !== "active")
    throw unauthorized("The management grant is not active")
  return credential
}

function bearerToken(header: string | undefined): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(header ?? "")
  return match?.[1]
}

function cookieToken(endpoint: EndpointSpec, header: string | undefined): string | undefined {
  if (header === undefined || !endpoint.auth.includes("session_cookie")) return undefined
  for (const part of header.split(";")) {
    const [name, value] = part.trim().split("=", 2)
    if (name === sessionCookie && value !== undefined && value !== "") return value
  }
  return undefined
}

/** The credential's own account, or for a person the one that `X-Account-ID` selects. */
function selectAccount(world: World, credential: CredentialRow, header: string | undefined): AccountRow {
  const { accounts } = world.tables
  const personal = credential.kind === "jwt" || credential.kind === "session_cookie"
  const selected = personal && header !== undefined ? Number(header) : credential.account_id
  const account = /^\d+$/.test(String(selected)) ? accounts.get(selected) : undefined
  if (account === undefined || (personal && !mayEnter(world, credential, account))) {
    throw forbidden("This account is not accessible to you")
  }
  return account
}

const mayEnter = (world: World, credential: CredentialRow, account: AccountRow) =>
  world.tables.memberships.find("place", `${account.id}/${credential.user_id}`) !== undefined

/** The brand that `X-Brand-SID` names, or the account's default; a pinned credential has one brand only. */
function selectBrand(world: World, credential: CredentialRow, account: AccountRow, sid: string | undefined): BrandRow {
  const { brands } = world.tables
  const pinned = credential.brand_id === null ? undefined : brands.get(credential.brand_id)
  let brand = pinned
  if (sid !== undefined) brand = brands.find("sid", sid)
  else if (brand === undefined) for (const each of brands.in("account", account.id)) if (each.is_default) brand = each
  if (brand === undefined || brand.account_id !== account.id || (pinned !== undefined && brand !== pinned)) {
    throw notFound("Brand")
  }
  return brand
}

function roleOf(world: World, credential: CredentialRow, account: AccountRow): Role {
  if (credential.kind !== "jwt" && credential.kind !== "session_cookie") return "owner"
  return world.tables.memberships.find("place", `${account.id}/${credential.user_id}`)?.role ?? "member"
}

/** Tells a credential's kind by its beginning, for the journal. */
export function kindByPrefix(token: string): Credential | "unknown" {
  for (const [kind, prefix] of Object.entries(credentialPrefixes))
    if (token.startsWith(prefix)) return kind as Credential
  return "unknown"
}
