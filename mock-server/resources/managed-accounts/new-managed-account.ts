import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { ManagedAccountDetails } from "../../../sdk/contract/managed-accounts.ts"
import { invalid, ServiceError } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { createAccount } from "../account/new-account.ts"
import { requestGrant } from "../management-grant/management-grant.ts"
import type { GrantRow } from "../management-grant/table.ts"
import type { UserRow } from "../user/table.ts"
import { createUser } from "../user/user.ts"
import { provisioningMachine } from "./machine.ts"
import { type ManagedAccountRow, newInvitation, ownerKey } from "./table.ts"

/** The requested client: trimmed and complete. */
export type Client = { readonly [K in keyof ManagedAccountDetails]-?: string }

export function readClient(details: ManagedAccountDetails): Client {
  const account_name = details.account_name.trim()
  if (account_name === "") throw invalid("21.6", { "managed_account.account_name": ["must not be blank"] })
  return {
    owner_email: details.owner_email,
    owner_first_name: details.owner_first_name?.trim() ?? "",
    owner_last_name: details.owner_last_name?.trim() ?? "",
    account_name,
  }
}

/** Creates the client's account with a grant that awaits its owner's consent. No invitation is sent yet. */
export function provision(world: World, caller: Caller, client: Client): ManagedAccountRow {
  refuseDuplicate(world, caller, client)
  const owner = futureOwner(world, client)
  const { account, brand } = createAccount(world, { name: client.account_name, ownerId: owner.id, managed: true })
  const grant = requestGrant(world, {
    manager_account_id: caller.account.id,
    managed_account_id: account.id,
    brand_id: brand.id,
  })
  return addManagedAccount(world, grant, {
    external_ref: `ref_${world.random.hex(8)}`,
    source: "api",
    name: client.account_name,
    ownerEmail: client.owner_email,
  })
}

interface NewRecord extends Pick<ManagedAccountRow, "external_ref" | "source"> {
  readonly name: string
  readonly ownerEmail: string
}

export function addManagedAccount(
  world: World,
  grant: GrantRow,
  { external_ref, source, name, ownerEmail }: NewRecord,
): ManagedAccountRow {
  const { managedAccounts } = world.tables
  const now = world.timestamp()
  return managedAccounts.insert({
    id: managedAccounts.nextId(),
    external_ref,
    source,
    status: provisioningMachine.initial,
    permission_set: grant.permission_set,
    managed_account: { id: grant.managed_account_id, name },
    owner: { email: ownerEmail },
    invitation: newInvitation,
    created_at: now,
    updated_at: now,
    manager_account_id: grant.manager_account_id,
    grant_id: grant.id,
    invitation_token: null,
    reminders_sent: 0,
    next_reminder_at: null,
  })
}

/** Refuses an owner who was already invited to an account with this name, or owns one. */
function refuseDuplicate(world: World, caller: Caller, { owner_email, account_name }: Client): void {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  for (const record of world.tables.managedAccounts.in("owner", ownerKey(caller.account.id, owner_email))) {
    if (record.status === "preparing" || record.status === "ended") continue
    if (!same(record.managed_account.name, account_name)) continue
    throw new ServiceError(409, `${owner_email} has been provisioned with ${account_name} already`, {
      rule: "21.5",
      provisioningId: record.id,
    })
  }
}

const futureOwner = (world: World, { owner_email, owner_first_name, owner_last_name }: Client): UserRow =>
  world.tables.users.find("email", mailboxKey(owner_email)) ??
  createUser(world, {
    first_name: owner_first_name,
    last_name: owner_last_name,
    email: owner_email,
    mobile: "",
    password: null,
  })
