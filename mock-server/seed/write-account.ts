import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import { definedFields } from "../base/defined-fields.ts"
import type { AccountFixture, ClientFixture } from "../base/models.gen.ts"
import type { AccountRow } from "../resources/account/table.ts"
import { usageOf } from "../resources/billing/usage.ts"
import type { World } from "../world/world.ts"
import { keysOf, type WriteLater, writeBrand } from "./write-brand.ts"

/** The document that is written: its names of accounts, and its lists in order of their current ids. */
interface WrittenDocument {
  keyOf(accountId: number): string
  readonly listIds: readonly number[]
  readonly later: WriteLater
}

export function writeAccount(
  world: World,
  account: AccountRow,
  { keyOf, listIds, later }: WrittenDocument,
): AccountFixture {
  const { users, plans, brands, memberships, suppressions } = world.tables
  const { id, owner_id, avatar, banner, agent_inbox } = account
  const team = [...memberships.in("account", id)]
  return {
    name: account.name,
    owner: users.known(owner_id).email,
    owner_joined: team.some(({ user_id }) => user_id === owner_id),
    avatar,
    banner,
    plan: plans.known(account.plan_id).slug,
    standing: account.standing,
    safe_mode_enabled: account.safe_mode_enabled,
    spend_cap_monthly_cents: account.spend_cap_monthly_cents,
    // A reservation belongs to a validation, which documents do not contain.
    funding_available_cents: account.funding_available_cents + account.funding_reserved_cents,
    ...(agent_inbox && { entitlements: { agent_inbox } }),
    ...definedFields({ usage: writeUsage(world, id) }),
    capacity_used: writeSent(world, id),
    affiliate: writeAffiliate(world, account),
    members: team.flatMap(({ user_id, email, role }) =>
      user_id === owner_id || role === "owner" ? [] : [{ email, role }],
    ),
    invites: [...world.tables.invites.in("account", id)].flatMap(({ email, role, token, status }) => {
      // Omitted: invitations that would make former members, or members with a new address, join again, and those of
      // users who joined by another invitation.
      const isMember = team.some((member) => mailboxKey(member.email) === mailboxKey(email))
      return status === (isMember ? "pending" : "accepted") ? [] : [{ email, role, token, status }]
    }),
    api_keys: keysOf(world, "api_key", { account_id: id }),
    suppressions: later(suppressions.list("account", `${id}/true`), (row) => ({
      email: row.email,
      reason: row.reason,
      source_provider: row.source_provider,
      provider_diagnostic: row.provider_diagnostic,
      ...(row.bounce_subtype != null && { bounce_subtype: row.bounce_subtype }),
      ...(row.complaint_feedback_type != null && { complaint_feedback_type: row.complaint_feedback_type }),
    })),
    brands: Object.fromEntries(
      [...brands.in("account", id)].map((brand) => [brand.sid, writeBrand(world, brand, listIds, later)]),
    ),
    manager: account.manager,
    provisioning_credentials: keysOf(world, "provisioning", { account_id: id }),
    clients: writeClients(world, id, keyOf),
  }
}

function writeUsage(world: World, accountId: number): AccountFixture["usage"] {
  if (world.tables.usage.get(accountId) === undefined) return undefined
  const { month, lifetime } = usageOf(world, accountId)
  const of = (resource: keyof typeof month) => ({ month: month[resource], lifetime: lifetime[resource] })
  return { email: of("email"), sms: of("sms"), ai: of("ai") }
}

function writeSent(world: World, accountId: number): AccountFixture["capacity_used"] {
  const now = world.now()
  world.sends.used(accountId, now)
  const [, entries = []] = world.sends.dump().find(([id]) => id === accountId) ?? []
  return entries.map(([moment, recipients]) => ({ recipients, ago: Math.max(0, now - moment) }))
}

function writeAffiliate(world: World, { id, affiliate_entitled: entitled }: AccountRow): AccountFixture["affiliate"] {
  const row = world.tables.affiliates.find("account_id", id)
  if (row === undefined) return { entitled }
  const { status, code, figures } = row
  const { visitors = 0, leads = 0, conversions = 0, earnings: earnings_cents = 0 } = figures ?? {}
  return { entitled, status, ...(code !== null && { code }), visitors, leads, conversions, earnings_cents }
}

function writeClients(world: World, managerId: number, keyOf: WrittenDocument["keyOf"]) {
  const { managedAccounts, grants } = world.tables
  const clients: Record<string, ClientFixture> = {}
  for (const { status, external_ref, source, managed_account, grant_id } of managedAccounts.in("manager", managerId)) {
    clients[keyOf(managed_account.id)] = {
      status,
      grant: grants.known(grant_id).status,
      external_ref,
      source,
      management_credentials: keysOf(world, "management", { grant_id }),
    }
  }
  return clients
}
