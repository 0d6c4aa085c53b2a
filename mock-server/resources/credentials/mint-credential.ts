import { type Credential, credentialPrefixes } from "../../../sdk/contract/core/credentials.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { invalid } from "../../base/mock-error.ts"
import type { NewCredential } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import type { BrandRow } from "../account/brands-table.ts"
import type { AccountRow } from "../account/table.ts"
import { currentGrant } from "../management-grant/management-grant.ts"
import { addCredential, issueJwt, openSession, storefrontToken } from "./credentials.ts"
import type { CredentialRow } from "./table.ts"

/** The default account of each kind of credential: the seeded account that suits it. */
const usualAccounts: Partial<Record<Credential, number>> = { provisioning: 2, management: 3 }

const brandFields = ["brand_sid"] as const
const personFields = ["user_id", "impersonated_user_id"] as const
/** The fields that each kind takes besides its account. A field without an effect is refused. */
const fieldsOf: Readonly<Record<Credential, readonly (keyof NewCredential)[]>> = {
  api_key: [],
  provisioning: [],
  storefront_token: brandFields,
  public_key: brandFields,
  management: brandFields,
  jwt: personFields,
  session_cookie: personFields,
}

/** Creates a credential of any kind; a reference to a missing record is a 422 that names the field. */
export function mintCredential(world: World, request: NewCredential): CredentialRow {
  const { kind } = request
  const account = world.tables.accounts.get(request.account_id ?? usualAccounts[kind] ?? 1)
  if (account === undefined) throw invalid({ account_id: ["is not a known account"] })
  for (const field of [...brandFields, ...personFields])
    if (request[field] !== undefined && !fieldsOf[kind].includes(field))
      throw invalid({ [field]: [`is not for the kind ${kind}`] })
  if (kind === "jwt" || kind === "session_cookie") return mintPersonal(world, request, account)
  if (kind === "storefront_token") return mintStorefront(world, account, mintBrand(world, request, account))
  const token = `${credentialPrefixes[kind]}${world.random.hex(16)}`
  if (kind === "public_key") {
    return addCredential(world, {
      kind,
      token,
      account_id: account.id,
      brand_id: mintBrand(world, request, account).id,
    })
  }
  if (kind === "management") return mintManagement(world, token, account, request)
  if (kind === "provisioning" && !account.manager)
    throw invalid({ account_id: ["belongs to an account that is not a manager"] })
  return addCredential(world, { kind, token, account_id: account.id })
}

function mintPersonal(world: World, request: NewCredential, account: AccountRow): CredentialRow {
  const { user_id = account.owner_id, impersonated_user_id } = request
  const { users } = world.tables
  if (users.get(user_id) === undefined) throw invalid({ user_id: ["is not a known user"] })
  if (impersonated_user_id !== undefined && users.get(impersonated_user_id) === undefined) {
    throw invalid({ impersonated_user_id: ["is not a known user"] })
  }
  const isMember = world.tables.memberships.find("user_id", `${account.id}/${user_id}`) !== undefined
  if (request.account_id !== undefined && !isMember) throw invalid({ user_id: ["is no member of the account"] })
  const details = {
    account_id: request.account_id ?? null,
    impersonated_user_id: impersonated_user_id ?? null,
  }
  return request.kind === "jwt" ? issueJwt(world, user_id, details) : openSession(world, user_id, details)
}

function mintStorefront(world: World, account: AccountRow, brand: BrandRow): CredentialRow {
  const storefront = `${world.random.hex(6)}.storefront.test`
  const exp = Math.floor((world.now() + limits.jwtLifetime) / 1_000)
  return addCredential(world, {
    kind: "storefront_token",
    token: storefrontToken(storefront, exp),
    account_id: account.id,
    brand_id: brand.id,
    storefront,
  })
}

function mintManagement(world: World, token: string, account: AccountRow, request: NewCredential): CredentialRow {
  const grant = currentGrant(world, account.id)
  const manager = grant === undefined ? undefined : world.tables.accounts.get(grant.manager_account_id)
  if (grant === undefined || manager === undefined)
    throw invalid({ account_id: ["belongs to an account without a management grant"] })
  if (request.brand_sid !== undefined && mintBrand(world, request, account).id !== grant.brand_id)
    throw invalid({ brand_sid: ["is not the brand of the management grant"] })
  return addCredential(world, {
    kind: "management",
    token,
    account_id: account.id,
    user_id: manager.owner_id,
    brand_id: grant.brand_id,
    grant_id: grant.id,
  })
}

function mintBrand(world: World, { brand_sid }: NewCredential, account: AccountRow): BrandRow {
  const { brands } = world.tables
  const brand = brand_sid === undefined ? brands.find("is_default", account.id) : brands.find("sid", brand_sid)
  if (brand === undefined || brand.account_id !== account.id)
    throw invalid({ brand_sid: ["is not a brand of the account"] })
  return brand
}
