import type { ManagedAccountDetails, managedAccounts } from "../../sdk/contract/managed-accounts.ts"
import { forbidden, invalid, ServiceError } from "../base/service-error.ts"
import { createAccount } from "../domain/accounts/new-account.ts"
import { findManagedAccounts } from "../domain/managed-accounts/managed-account-search.ts"
import { managedAccountView } from "../domain/managed-accounts/managed-account-view.ts"
import { provisioningMachine } from "../machines/managed-accounts.ts"
import { managementGrantMachine } from "../machines/management-grant.ts"
import { type ManagedAccountRow, newInvitation, ownerKey } from "../store/tables/managed-accounts.ts"
import type { UserRow } from "../store/tables/users.ts"
import type { Caller } from "../world/caller.ts"
import { once } from "../world/idempotency.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { createUser } from "./user.ts"

export const managedAccountHandlers: HandlersFor<typeof managedAccounts> = {
  list(world, caller, { query, page: { number, size } }) {
    requireManager(caller)
    const wanted = findManagedAccounts(world.tables.managedAccounts, caller.account.id, query)
    const rows = wanted.slice((number - 1) * size, number * size).map(managedAccountView)
    return { rows, total: wanted.length }
  },

  create(world, caller, { body, idempotencyKey }) {
    requireManager(caller)
    const details = normalise(body.managed_account)
    const { managedAccounts } = world.tables
    return once(world, caller, {
      endpoint: "managedAccounts.create",
      key: idempotencyKey,
      payload: { ...details, owner_email: details.owner_email.toLowerCase() },
      make: () => managedAccountView(provision(world, caller, details)),
      again: (first) => {
        const record = managedAccounts.get(first.id)
        return record === undefined ? first : managedAccountView(record)
      },
      conflict: (first) => ({ provisioningId: first.id }),
    })
  },
}

function requireManager({ account }: Caller): void {
  if (!account.manager) throw forbidden("Only manager accounts provision clients")
}

/** What is asked for, with surrounding space removed and nothing left out. */
type Details = Required<Pick<ManagedAccountDetails, "owner_email" | "account_name">> & {
  readonly owner_first_name: string
  readonly owner_last_name: string
}

function normalise(given: ManagedAccountDetails): Details {
  const account_name = given.account_name.trim()
  if (account_name === "") throw invalid({ "managed_account.account_name": ["must not be blank"] })
  return {
    owner_email: given.owner_email,
    owner_first_name: given.owner_first_name?.trim() ?? "",
    owner_last_name: given.owner_last_name?.trim() ?? "",
    account_name,
  }
}

/** Makes the client's account with a grant that waits for its owner's consent. No invitation goes out yet. */
function provision(world: World, caller: Caller, details: Details): ManagedAccountRow {
  refuseDuplicate(world, caller, details)
  const { grants, managedAccounts } = world.tables
  const owner = futureOwner(world, details)
  const name = details.account_name
  const { account, brand } = createAccount(world, { name, ownerId: owner.id, managed: true })
  const now = world.timestamp()
  const grant = grants.insert({
    id: grants.nextId(),
    status: managementGrantMachine.initial,
    permission_set: "operator_v1",
    manager_account_id: caller.account.id,
    managed_account_id: account.id,
    brand_id: brand.id,
    owner_consent_at: null,
    payment_activated_at: null,
    requested_at: now,
    activated_at: null,
    revoked_at: null,
    released_at: null,
  })
  return managedAccounts.insert({
    id: managedAccounts.nextId(),
    external_ref: `ref_${world.random.hex(8)}`,
    source: "api",
    status: provisioningMachine.initial,
    permission_set: grant.permission_set,
    managed_account: { id: account.id, name },
    owner: { email: details.owner_email },
    invitation: newInvitation,
    created_at: now,
    updated_at: now,
    manager_account_id: caller.account.id,
    grant_id: grant.id,
    invitation_token: null,
    reminders_sent: 0,
    next_reminder_at: null,
  })
}

/** An owner who has been invited to an account of this name, or has it, is not provisioned with it once more. */
function refuseDuplicate(world: World, caller: Caller, { owner_email, account_name }: Details): void {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  for (const record of world.tables.managedAccounts.in("owner", ownerKey(caller.account.id, owner_email))) {
    if (record.status === "preparing" || record.status === "ended") continue
    if (!same(record.managed_account.name, account_name)) continue
    throw new ServiceError(409, `${owner_email} has been provisioned with ${account_name} already`, {
      provisioningId: record.id,
    })
  }
}

const futureOwner = (world: World, { owner_email, owner_first_name, owner_last_name }: Details): UserRow =>
  world.tables.users.find("email", owner_email.toLowerCase()) ??
  createUser(world, {
    first_name: owner_first_name,
    last_name: owner_last_name,
    email: owner_email,
    mobile: "",
    password: null,
  })
