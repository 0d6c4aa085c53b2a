import type { ManagementGrant, managementGrant } from "../../sdk/contract/management-grant.ts"
import { conflict, forbidden, notFound } from "../base/service-error.ts"
import { currentGrant } from "../domain/credentials/credentials.ts"
import { endProvisioning } from "../domain/managed-accounts/provisioning.ts"
import { managementGrantMachine } from "../machines/management-grant.ts"
import type { GrantRow } from "../store/tables/grants.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const managementGrantHandlers: HandlersFor<typeof managementGrant> = {
  get: (world, caller) => grantView(world, grantOf(world, caller)),

  confirm(world, caller, { body }) {
    const grant = exactGrant(world, caller, body.management_grant_id)
    if (managementGrantMachine.can(grant.status, "confirm")) requireConsentAndPayment(grant)
    const active = world.tables.grants.move(grant, managementGrantMachine, "confirm", {
      activated_at: world.timestamp(),
    })
    return grantView(world, active)
  },

  revoke(world, caller, { body }) {
    const grant = exactGrant(world, caller, body.management_grant_id)
    if (grant.status === "revoked") return grantView(world, grant)
    const revoked = world.tables.grants.move(grant, managementGrantMachine, "revoke", {
      revoked_at: world.timestamp(),
    })
    endProvisioning(world, revoked, "revoke")
    return grantView(world, revoked)
  },
}

/** What happens to a grant without an endpoint: the owner consents, the payment is made, the manager gives it up. */
export const managementGrantMoves = {
  consent: (world: World, id: number) => record(world, id, "owner_consent_at"),

  activate_payment: (world: World, id: number) => record(world, id, "payment_activated_at"),

  release(world: World, id: number): ManagementGrant {
    const { grants } = world.tables
    const released = grants.move(knownGrant(world, id), managementGrantMachine, "release", {
      released_at: world.timestamp(),
    })
    endProvisioning(world, released, "release")
    return grantView(world, released)
  },
}

/** A grant as its managed account's owner sees it. */
export function grantView(world: World, grant: GrantRow): ManagementGrant {
  const { id, status, permission_set, requested_at, activated_at, revoked_at, released_at } = grant
  const manager_account = {
    id: grant.manager_account_id,
    name: world.tables.accounts.get(grant.manager_account_id)?.name ?? "",
  }
  return { id, status, permission_set, manager_account, requested_at, activated_at, revoked_at, released_at }
}

/** The account's current grant, for its canonical owner: nobody else decides, whatever their role. */
function grantOf(world: World, { account, user }: Caller): GrantRow {
  if (account.owner_id !== user.id) throw forbidden("Only the account's owner may do this")
  const grant = currentGrant(world, account.id)
  if (grant === undefined) throw notFound("Management grant")
  return grant
}

/** The current grant, if it is the one that was last read. */
function exactGrant(world: World, caller: Caller, id: number): GrantRow {
  const grant = grantOf(world, caller)
  if (grant.id !== id) throw conflict("The management grant has been replaced: read it again")
  return grant
}

function requireConsentAndPayment({ owner_consent_at, payment_activated_at }: GrantRow): void {
  if (owner_consent_at === null) throw conflict("The owner's consent to the management grant is not recorded yet")
  if (payment_activated_at === null) throw conflict("The paid activation of the management grant is not complete yet")
}

function knownGrant(world: World, id: number): GrantRow {
  const grant = world.tables.grants.get(id)
  if (grant === undefined) throw notFound("Management grant")
  return grant
}

/** Notes when a condition of a pending grant was met; noting it again changes nothing. */
function record(world: World, id: number, field: "owner_consent_at" | "payment_activated_at"): ManagementGrant {
  const grant = knownGrant(world, id)
  if (grant.status !== managementGrantMachine.initial) throw conflict(`The management grant is ${grant.status}`)
  const noted = grant[field] === null ? world.tables.grants.update(grant, { [field]: world.timestamp() }) : grant
  return grantView(world, noted)
}
