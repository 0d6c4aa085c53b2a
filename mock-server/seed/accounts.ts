import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import { definedFields } from "../base/defined-fields.ts"
import type { AccountFixture, BrandFixture, Fixtures, UserFixture } from "../base/models.gen.ts"
import { invalid } from "../base/service-error.ts"
import { defaultSpendCap } from "../resources/account/table.ts"
import type { PlanRow } from "../resources/billing/plans-table.ts"
import type { UserRow } from "../resources/user/table.ts"
import { isTimeZone, unknownTimeZone } from "../resources/user/user.ts"
import type { World } from "../world/world.ts"
import { at, problem } from "./fixture-problem.ts"
import { seededPassword } from "./seeded-fixtures.ts"

/** A created account of a fixtures document, to which its other records are added. */
export interface SeededAccount {
  readonly key: string
  /** Its path in the document. */
  readonly path: string
  readonly id: number
  readonly ownerId: number
  readonly fixture: AccountFixture
  readonly brands: readonly SeededBrand[]
}

export interface SeededBrand {
  readonly path: string
  readonly id: number
  readonly accountId: number
  readonly fixture: BrandFixture
}

export function seedUsers(world: World, users: NonNullable<Fixtures["users"]>): void {
  for (const [email, user] of Object.entries(users)) {
    if (user === null) continue
    if (world.tables.users.find("email", mailboxKey(email))) throw problem(`users.${email}`, "is there twice")
    at(`users.${email}`, () => {
      if (user.time_zone !== undefined && !isTimeZone(user.time_zone)) throw invalid("18.3", unknownTimeZone)
      addUser(world, email, user)
    })
  }
}

/** Refuses a user who is null but named by an account, unless the address is also listed in another spelling. */
export function refuseMissing(world: World, users: NonNullable<Fixtures["users"]>): void {
  const listed = new Set(Object.keys(users).flatMap((email) => (users[email] === null ? [] : mailboxKey(email))))
  for (const email of Object.keys(users)) {
    const key = mailboxKey(email)
    if (listed.has(key) || !world.tables.users.find("email", key)) continue
    throw problem(`users.${email}`, "is null, but an account names this user")
  }
}

export const personWith = (world: World, email: string): UserRow =>
  world.tables.users.find("email", mailboxKey(email)) ?? addUser(world, email, {})

const addUser = (world: World, email: string, user: UserFixture): UserRow =>
  world.tables.users.add(world, {
    first_name: "",
    last_name: "",
    email,
    password: seededPassword,
    mobile: "",
    country_code: "",
    time_zone: "UTC",
    admin: false,
    ...definedFields(user),
    ui_login_count: 0,
  })

/** The address of an account's owner, given or default. */
export const ownerOf = (key: string, { owner }: Pick<AccountFixture, "owner">): string => owner ?? `owner@${key}.test`

export function seedAccounts(world: World, accounts: NonNullable<Fixtures["accounts"]>): SeededAccount[] {
  const founded = Object.entries(accounts).map(([key, fixture]) => {
    const path = `accounts.${key}`
    const owner = personWith(world, ownerOf(key, fixture))
    return { key, path, id: addAccount(world, { key, path, ownerId: owner.id }, fixture), ownerId: owner.id, fixture }
  })
  return founded.map((account) => ({ ...account, brands: addBrands(world, account) }))
}

function addAccount(
  world: World,
  { key, path, ownerId }: Pick<SeededAccount, "key" | "path" | "ownerId">,
  fixture: AccountFixture,
): number {
  const plan = planCalled(world, fixture.plan ?? "free")
  if (plan === undefined) throw problem(`${path}.plan`, "is not a known plan")
  const inbox = fixture.entitlements?.agent_inbox
  return world.tables.accounts.add(world, {
    name: fixture.name ?? key,
    avatar: fixture.avatar ?? null,
    banner: fixture.banner ?? null,
    owner_id: ownerId,
    plan_id: plan.id,
    standing: fixture.standing ?? "probation",
    safe_mode_enabled: fixture.safe_mode_enabled ?? false,
    spend_cap_monthly_cents: fixture.spend_cap_monthly_cents ?? defaultSpendCap,
    funding_available_cents: fixture.funding_available_cents ?? 0,
    funding_reserved_cents: 0,
    affiliate_entitled: fixture.affiliate?.entitled ?? true,
    manager: fixture.manager ?? false,
    ...(inbox && { agent_inbox: { ...plan.agent_inbox, ...definedFields(inbox) } }),
  }).id
}

function planCalled(world: World, slug: string): PlanRow | undefined {
  return [...world.tables.plans.all()].find((plan) => plan.slug === slug)
}

function addBrands(world: World, account: Omit<SeededAccount, "brands">): SeededBrand[] {
  const { key, path, id: accountId, fixture } = account
  const brands = Object.entries(fixture.brands ?? { [`brand_${key}`]: {} })
  const [usual] = brands.find(([, brand]) => brand.default) ?? brands[0] ?? []
  if (usual === undefined) throw problem(`${path}.brands`, "must not be empty")
  return brands.map(([sid, brand]) => {
    const location = `${path}.brands.${sid}`
    if (world.tables.brands.find("sid", sid)) throw problem(location, "is a brand of another account")
    if (brand.default && sid !== usual) throw problem(`${location}.default`, "is already set for another brand")
    const name = brand.name ?? fixture.name ?? key
    const { id } = world.tables.brands.add(world, { account_id: accountId, sid, name, is_default: sid === usual })
    return { path: location, id, accountId, fixture: brand }
  })
}
