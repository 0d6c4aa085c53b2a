import { addCredential, storefrontToken } from "../domain/credentials/credentials.ts"
import { addInvite } from "../domain/invites.ts"
import { addManagedAccount } from "../domain/managed-accounts/new-managed-account.ts"
import { requestGrant } from "../domain/management-grant.ts"
import { joinAccount } from "../domain/memberships.ts"
import { defaultSpendCap } from "../store/tables/accounts.ts"
import type { Role } from "../world/caller.ts"
import type { World } from "../world/world.ts"

/** The password of every seeded person. */
export const seededPassword = "mock-password"

/** The seeded people by what they are called; ids in this order, from 1. */
export const seededUsers = {
  owner: { first_name: "Olive", last_name: "Owner", email: "owner@acme.test" },
  admin: { first_name: "Adam", last_name: "Admin", email: "admin@acme.test" },
  member: { first_name: "Mia", last_name: "Member", email: "member@acme.test" },
  manager_owner: { first_name: "Max", last_name: "Manager", email: "owner@manager.test" },
  client_owner: { first_name: "Clara", last_name: "Client", email: "owner@client.test" },
} as const

/** The seeded accounts by what they are called; ids in this order, from 1. */
export const seededAccounts = {
  main: { name: "Acme", owner_id: 1, affiliate_entitled: true, manager: false },
  manager: { name: "Manager", owner_id: 4, affiliate_entitled: true, manager: true },
  client: { name: "Client", owner_id: 5, affiliate_entitled: false, manager: false },
} as const

/** The seeded brands by what they are called; ids in this order, from 1. The first of an account is its default. */
export const seededBrands = {
  main: { account_id: 1, sid: "brand_main", name: "Acme" },
  second: { account_id: 1, sid: "brand_second", name: "Acme Second" },
  manager: { account_id: 2, sid: "brand_manager", name: "Manager" },
  client: { account_id: 3, sid: "brand_client", name: "Client" },
} as const

const shop = "acme.storefront.test"
const year2100 = 4_102_444_800

/** Tokens of the seeded invitations: of somebody new into the team of `main`, and of its owner into the manager's. */
export const seededInviteTokens = { main: "mock-invite-token", manager: "mock-owner-invite-token" } as const

/** The seeded credentials, the same in every world. Management and provisioning are the manager's, the others of `main`. */
export const seededCredentials = {
  api_key: "maskey_live_mock",
  public_key: "maspk_live_mock",
  provisioning_credential: "maspc_live_mock",
  management_credential: "masmc_live_mock",
  storefront_token: storefrontToken(shop, year2100),
} as const

/** People, accounts with their teams and brands, credentials, and a manager's pending grant over a client. */
export function seedPeople(world: World): void {
  seedUsers(world)
  seedAccounts(world)
  seedTeams(world)
  seedCredentials(world, seedGrant(world))
}

function seedUsers(world: World): void {
  for (const person of Object.values(seededUsers)) {
    world.tables.users.add(world, {
      ...person,
      password: seededPassword,
      mobile: "",
      country_code: "US",
      time_zone: "UTC",
      admin: false,
      ui_login_count: 0,
    })
  }
}

function seedAccounts(world: World): void {
  const { accounts, brands } = world.tables
  for (const account of Object.values(seededAccounts)) {
    accounts.add(world, {
      ...account,
      avatar: null,
      banner: null,
      plan_id: 1,
      standing: "standard",
      safe_mode_enabled: false,
      spend_cap_monthly_cents: defaultSpendCap,
      funding_available_cents: 0,
      funding_reserved_cents: 0,
    })
  }
  for (const brand of Object.values(seededBrands)) {
    brands.add(world, { ...brand, is_default: brands.count("account", brand.account_id) === 0 })
  }
}

function seedTeams(world: World): void {
  const teams: readonly (readonly [accountId: number, userId: number, role: Role])[] = [
    [1, 1, "owner"],
    [1, 2, "admin"],
    [1, 3, "member"],
    [2, 4, "owner"],
    [3, 5, "owner"],
  ]
  for (const [accountId, userId, role] of teams) joinAccount(world, accountId, userId, role)
  const { main, manager } = seededInviteTokens
  addInvite(world, { account_id: 1, email: "invited@acme.test", role: "member", token: main })
  addInvite(world, { account_id: 2, email: seededUsers.owner.email, role: "member", token: manager })
}

/** The grant that waits for the client's owner, and the record of how far its provisioning is; answers the grant's id. */
function seedGrant(world: World): number {
  const grant = requestGrant(world, { manager_account_id: 2, managed_account_id: 3, brand_id: 4 })
  addManagedAccount(world, grant, {
    external_ref: "ref_0000000000000001",
    source: "dashboard",
    name: seededAccounts.client.name,
    ownerEmail: seededUsers.client_owner.email,
  })
  return grant.id
}

function seedCredentials(world: World, grantId: number): void {
  const { api_key, public_key, provisioning_credential, management_credential, storefront_token } = seededCredentials
  addCredential(world, { kind: "api_key", token: api_key, account_id: 1 })
  addCredential(world, { kind: "public_key", token: public_key, account_id: 1, brand_id: 1 })
  addCredential(world, { kind: "provisioning", token: provisioning_credential, account_id: 2 })
  addCredential(world, {
    kind: "management",
    token: management_credential,
    account_id: 3,
    user_id: 4,
    brand_id: 4,
    grant_id: grantId,
  })
  addCredential(world, { kind: "storefront_token", token: storefront_token, account_id: 1, brand_id: 1, shop })
}
