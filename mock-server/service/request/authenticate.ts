import { type Credential, sessionCookie } from "../../../sdk/contract/core/credentials.ts"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { selectsAccount, selectsBrand } from "../../../sdk/contract/core/endpoints.ts"
import { forbidden, notFound, unauthorized } from "../../base/service-error.ts"
import type { BrandRow } from "../../resources/account/brands-table.ts"
import type { AccountRow } from "../../resources/account/table.ts"
import { accountsOf } from "../../resources/accounts/accessible-accounts.ts"
import { requireAffiliateAccess } from "../../resources/affiliate/affiliate.ts"
import { findStorefront } from "../../resources/credentials/credentials.ts"
import type { CredentialRow } from "../../resources/credentials/table.ts"
import type { UserRow } from "../../resources/user/table.ts"
import type { Caller, Role } from "../../world/caller.ts"
import type { Shown } from "../../world/journal.ts"
import type { World } from "../../world/world.ts"
import { cookieIn } from "./cookies.ts"
import { needsNoAccount, personWithoutAccount } from "./person-without-account.ts"
import type { WireRequest } from "./wire.ts"

type Headers = WireRequest["headers"]

/**
 * Authenticates a request and selects its account and brand. A missing or unknown credential is a 401. A kind that the endpoint
 * refuses, or a caller for whom it is not, is a 403. Spec: Authentication.
 */
export function authenticate(world: World, endpoint: EndpointSpec, headers: Headers): Caller {
  const credential = findCredential(world, endpoint, headers)
  if (!endpoint.auth.includes(credential.kind)) {
    throw forbidden("29.1", `This endpoint does not accept ${describe[credential.kind]}`)
  }
  const person = personOf(world, credential)
  const readsHeader = credential.kind === "jwt" && selectsAccount(endpoint)
  const account = isPersonal(credential)
    ? selectAccount(world, credential, person, readsHeader ? headers["x-account-id"] : undefined)
    : world.tables.accounts.get(credential.account_id ?? 0)
  if (account === undefined) {
    if (person !== undefined && needsNoAccount(endpoint, headers)) return personWithoutAccount(credential, person)
    throw forbidden("29.13", "This account is not accessible to you")
  }
  const user = person ?? world.tables.users.get(account.owner_id)
  if (user === undefined) throw unauthorized("29.2", "The credential's user no longer exists")
  const brand = selectBrand(world, credential, account, selectsBrand(endpoint) ? headers["x-brand-sid"] : undefined)
  const role = roleOf(world, credential, account, user)
  const caller = { kind: credential.kind, credential, account, brand, user, role }
  if (endpoint.only !== undefined) requireOne[endpoint.only](caller)
  return caller
}

/** Each refuses other callers. */
const requireOne: Readonly<Record<NonNullable<EndpointSpec["only"]>, (caller: Caller) => void>> = {
  admins({ role }) {
    if (role === "member") throw forbidden("29.17", "Only the account's owner and admins may do this")
  },
  owner({ account, user }) {
    if (account.owner_id !== user.id) throw forbidden("29.14", "Only the account's owner may do this")
  },
  managers({ account }) {
    if (!account.manager) throw forbidden("21.1", "Only manager accounts provision clients")
  },
  affiliates: ({ account }) => requireAffiliateAccess(account),
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

function findCredential(world: World, endpoint: EndpointSpec, headers: Headers): CredentialRow {
  const credential =
    headers.authorization === undefined
      ? fromCookie(world, cookieToken(endpoint, headers.cookie))
      : fromBearer(world, bearerToken(headers.authorization))
  if (credential === undefined || credential.revoked_at !== null)
    throw unauthorized("29.2", "The credential is not valid")
  if (credential.expires_at !== null && Date.parse(credential.expires_at) <= world.now()) {
    throw unauthorized("29.2", "The credential has expired")
  }
  // Looked up for every request, so that a revocation takes effect at once.
  if (credential.grant_id !== null && world.tables.grants.get(credential.grant_id)?.status !== "active") {
    throw unauthorized("9.4", "The management grant is not active")
  }
  return credential
}

function fromBearer(world: World, token: string | undefined): CredentialRow | undefined {
  if (token === undefined) throw unauthorized("29.2", "Send the credential as Authorization: Bearer <token>")
  const credential = world.tables.credentials.find("token", token)
  if (credential === undefined || credential.kind === "storefront_token") return findStorefront(world, token)
  return credential.kind === "session_cookie" ? undefined : credential
}

function fromCookie(world: World, token: string | undefined): CredentialRow | undefined {
  if (token === undefined) throw unauthorized("29.2", "Send a credential in the header Authorization: Bearer <token>")
  const credential = world.tables.credentials.find("token", token)
  return credential?.kind === "session_cookie" ? credential : undefined
}

/** The credential of a request, valid or not: its token and kind; `none` without one. */
export function shownCredential(world: World, headers: Headers): readonly string[] {
  const token = shownToken(headers)
  if (token === undefined) return ["none"]
  const credential = credentialOf(world, token)
  return credential === undefined ? [token] : [token, credential.kind]
}

/** The credential for the journal: that of the caller, or of the request if it was not authenticated. */
export function shownBy(world: World, headers: Headers, caller: Caller | undefined): Shown {
  const token = caller === undefined ? shownToken(headers) : undefined
  const credential = token === undefined ? caller?.credential : (credentialOf(world, token) ?? null)
  const [accountId, brandSid] = [headers["x-account-id"], headers["x-brand-sid"]]
  return credential === undefined ? { accountId, brandSid } : { credential, accountId, brandSid }
}

const shownToken = ({ authorization, cookie = "" }: Headers) =>
  authorization === undefined ? sessionToken(cookie) : bearerToken(authorization)

const credentialOf = (world: World, token: string) =>
  world.tables.credentials.find("token", token) ?? findStorefront(world, token)

function bearerToken(header: string): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(header)
  return match?.[1]
}

function cookieToken(endpoint: EndpointSpec, header: string | undefined): string | undefined {
  return header === undefined || !endpoint.auth.includes("session_cookie") ? undefined : sessionToken(header)
}

const sessionToken = (header: string): string | undefined => cookieIn(header, sessionCookie)

const isPersonal = ({ kind }: CredentialRow) => kind === "jwt" || kind === "session_cookie"

/** The credential's user, or the impersonated user. */
function personOf(world: World, { impersonated_user_id, user_id }: CredentialRow): UserRow | undefined {
  const id = impersonated_user_id ?? user_id
  return id === null ? undefined : world.tables.users.get(id)
}

/**
 * The account that `X-Account-ID` selects among the person's. Without the header: that of the credential, their own, or
 * the first.
 */
function selectAccount(
  world: World,
  credential: CredentialRow,
  person: UserRow | undefined,
  header: string | undefined,
): AccountRow | undefined {
  if (person === undefined) return undefined
  const accounts = accountsOf(world, person)
  if (header !== undefined) return /^\d+$/.test(header) ? accounts.find(({ id }) => id === Number(header)) : undefined
  return (
    accounts.find(({ id }) => id === credential.account_id) ??
    accounts.find(({ owner_id }) => owner_id === person.id) ??
    accounts[0]
  )
}

/** The brand that `X-Brand-SID` names, or the account's default; a pinned credential has one brand only. */
function selectBrand(world: World, credential: CredentialRow, account: AccountRow, sid: string | undefined): BrandRow {
  const { brands } = world.tables
  const pinned = credential.brand_id === null ? undefined : brands.get(credential.brand_id)
  const brand = sid === undefined ? (pinned ?? brands.find("is_default", account.id)) : brands.find("sid", sid)
  if (brand === undefined || brand.account_id !== account.id || (pinned !== undefined && brand !== pinned)) {
    throw notFound("29.12", "Brand")
  }
  return brand
}

/** Account keys act as the owner. A manager is not on the client's team. */
function roleOf(world: World, credential: CredentialRow, account: AccountRow, user: UserRow): Role {
  if (credential.kind === "management") return "member"
  if (!isPersonal(credential)) return "owner"
  return world.tables.memberships.find("user_id", `${account.id}/${user.id}`)?.role ?? "member"
}
