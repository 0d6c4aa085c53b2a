import type { Account, Team, TeamSummary } from "../../../sdk/contract/account.ts"
import type { Access } from "../../../sdk/contract/models/account-access.ts"
import { percentEncode } from "../../base/percent-encode.ts"
import type { Caller, Role } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { accessibleAccounts } from "../accounts/accessible-accounts.ts"
import { billingView, planOf } from "../billing/billing-view.ts"
import { membershipView } from "../memberships/memberships.ts"
import type { AccountRow } from "./table.ts"

export function accountView(world: World, caller: Caller, account: AccountRow): Account {
  const role = roleIn(world, caller, account)
  return {
    id: account.id,
    name: account.name,
    avatar: pictureUrl(world, account.avatar),
    banner: pictureUrl(world, account.banner),
    commercial_tier: planOf(world, account).base_price_cents === 0 ? "unsubscribed" : "subscribed",
    safe_mode_enabled: account.safe_mode_enabled,
    access: accessView(world, caller, role),
    billing: billingView(world, account),
    team: teamSummary(world, account, role),
    created_at: account.created_at,
    updated_at: account.updated_at,
  }
}

/** The caller's role in an accessible account, which need not be the selected one. */
export function roleIn(world: World, { account: selected, role, user }: Caller, account: AccountRow): Role {
  if (account.id === selected.id) return role
  return world.tables.memberships.find("user_id", `${account.id}/${user.id}`)?.role ?? "member"
}

export function accessView(world: World, { kind, credential }: Caller, role: Role): Access {
  const grant = credential.grant_id === null ? undefined : world.tables.grants.get(credential.grant_id)
  const manager = grant && world.tables.accounts.get(grant.manager_account_id)
  return {
    source: grant !== undefined ? "management_grant" : role === "owner" ? "owner" : "membership",
    delegated: grant !== undefined,
    manager_account_id: manager?.id ?? null,
    manager_account_name: manager?.name ?? null,
    management_grant_id: grant?.id ?? null,
    permission_set: grant?.permission_set ?? null,
    credential_type: kind,
  }
}

function teamSummary(world: World, account: AccountRow, role: Role): TeamSummary {
  const { memberships, invites } = world.tables
  const members = memberships.count("account", account.id)
  const pending = invites.count("pending", account.id)
  return {
    seat_limit: planOf(world, account).seat_limit,
    seat_count: members + pending,
    member_count: members,
    invite_count: pending,
    current_role: role,
    can_manage_team: role !== "member",
  }
}

const pictureUrl = (world: World, blobId: string | null) =>
  blobId === null ? null : `${world.baseUrl()}/blobs/${percentEncode(blobId)}`

/** An account's team as the caller may see it. Invitation tokens give access, so only team managers see them. */
export function teamView(world: World, caller: Caller): Team {
  const { memberships, invites } = world.tables
  const { account, role } = caller
  return {
    account: accountView(world, caller, account),
    memberships: [...memberships.in("account", account.id)].map(membershipView),
    invites: role === "member" ? [] : [...invites.in("account", account.id)],
    accessible_accounts: accessibleAccounts(world, caller).map((each) => accountView(world, caller, each)),
  }
}
