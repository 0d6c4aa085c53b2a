import type { ClientFixture } from "../base/models.gen.ts"
import { provisioningMachine } from "../resources/managed-accounts/machine.ts"
import { addManagedAccount } from "../resources/managed-accounts/new-managed-account.ts"
import { managedAccountMoves } from "../resources/managed-accounts/provisioning.ts"
import type { ManagedAccountRow } from "../resources/managed-accounts/table.ts"
import { managementGrantMachine } from "../resources/management-grant/machine.ts"
import {
  confirmGrant,
  managementGrantMoves,
  requestGrant,
  revokeGrant,
} from "../resources/management-grant/management-grant.ts"
import type { GrantRow } from "../resources/management-grant/table.ts"
import type { World } from "../world/world.ts"
import type { SeededAccount } from "./accounts.ts"
import { at, problem } from "./fixture-problem.ts"

/** A client's grant, for seeding its credentials. */
export interface SeededClient {
  readonly path: string
  readonly manager: SeededAccount
  readonly grant: GrantRow
  readonly fixture: ClientFixture
}

export function seedClients(world: World, accounts: readonly SeededAccount[]): SeededClient[] {
  const accountsByKey = new Map(accounts.map((account) => [account.key, account]))
  return accounts.flatMap((manager) =>
    Object.entries(manager.fixture.clients ?? {}).map(([key, fixture]) => {
      const path = `${manager.path}.clients.${key}`
      const client = accountsByKey.get(key)
      if (client === undefined) throw problem(path, "is not a known account")
      if (client === manager) throw problem(path, "is the manager itself")
      if (!manager.fixture.manager) throw problem(path, "belongs to an account that is not a manager")
      return at(path, () => ({ path, manager, fixture, grant: addClient(world, { manager, client }, fixture) }))
    }),
  )
}

interface Parties {
  readonly manager: SeededAccount
  readonly client: SeededAccount
}

function addClient(world: World, { manager, client }: Parties, fixture: ClientFixture): GrantRow {
  const { users, managedAccounts, grants, brands } = world.tables
  if (managedAccounts.find("managed_account", client.id))
    throw problem("status", "belongs to a client of another manager")
  const brand = brands.find("is_default", client.id)
  const requested = requestGrant(world, {
    manager_account_id: manager.id,
    managed_account_id: client.id,
    brand_id: brand?.id ?? 0,
  })
  const record = addManagedAccount(world, requested, {
    external_ref: fixture.external_ref ?? `ref_${world.random.hex(8)}`,
    source: fixture.source ?? "dashboard",
    name: world.tables.accounts.known(client.id).name,
    ownerEmail: users.known(client.ownerId).email,
  })
  // Ending a client before its grant is active revokes the grant.
  const endStatus = fixture.grant ?? (fixture.status === "ended" ? "revoked" : managementGrantMachine.initial)
  provision(world, record, fixture.status ?? provisioningMachine.initial)
  moveGrant(world, requested, endStatus)
  const { status } = managedAccounts.known(record.id)
  const grant = grants.known(requested.id)
  if (fixture.status !== undefined && fixture.status !== status) {
    throw problem(
      "status",
      `cannot be ${fixture.status} with a grant that is ${endStatus}: the client would be ${status}`,
    )
  }
  return grant
}

/** The transitions that lead to each status. A client ends by its grant: revoked before an invitation, or released. */
const actions = {
  preparing: [],
  awaiting_owner: ["send_invitation"],
  payment_required: ["send_invitation", "claim"],
  active: ["send_invitation", "claim", "pay"],
  payment_issue: ["send_invitation", "claim", "pay", "payment_failed"],
  ended: [],
} as const satisfies Record<ManagedAccountRow["status"], readonly (keyof typeof managedAccountMoves)[]>

function provision(world: World, { id }: ManagedAccountRow, status: ManagedAccountRow["status"]): void {
  for (const move of actions[status]) managedAccountMoves[move](world, id)
}

/** Moves a grant to its status: confirmed with recorded consent and payment, released, or revoked. */
function moveGrant(world: World, { managed_account_id, id }: GrantRow, status: GrantRow["status"]): void {
  const account = world.tables.accounts.known(managed_account_id)
  if (status === "active" || status === "released") {
    managementGrantMoves.consent(world, id)
    managementGrantMoves.activate_payment(world, id)
    confirmGrant(world, { account }, id)
  }
  if (status === "released") managementGrantMoves.release(world, id)
  if (status === "revoked") revokeGrant(world, { account }, id)
}
