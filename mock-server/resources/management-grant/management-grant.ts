/*
 * Endpoints, listed by `npm run generate`.
 * get: GET /v1/my/account/management_grant
 * confirm: POST /v1/my/account/management_grant/confirm
 * revoke: POST /v1/my/account/management_grant/revoke
 */

import type { ManagementGrant } from "../../../sdk/contract/management-grant.ts"
import { conflict, notFound } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { claimByConsent, endProvisioning, payByActivation } from "../managed-accounts/provisioning.ts"
import { managementGrantMachine } from "./machine.ts"
import type { GrantRow } from "./table.ts"

/** A grant as its managed account's owner sees it. */
export function grantView(world: World, grant: GrantRow): ManagementGrant {
  const { id, status, permission_set, requested_at, activated_at, revoked_at, released_at } = grant
  const manager_account = {
    id: grant.manager_account_id,
    name: world.tables.accounts.get(grant.manager_account_id)?.name ?? "",
  }
  return { id, status, permission_set, manager_account, requested_at, activated_at, revoked_at, released_at }
}

/** A manager's request to operate an account; it awaits the owner's consent and the paid activation. */
export const requestGrant = (world: World, { manager_account_id, managed_account_id, brand_id }: ForWhom): GrantRow =>
  world.tables.grants.add(world, {
    status: managementGrantMachine.initial,
    permission_set: "operator_v1",
    manager_account_id,
    managed_account_id,
    brand_id,
    owner_consent_at: null,
    payment_activated_at: null,
    requested_at: world.timestamp(),
    activated_at: null,
    revoked_at: null,
    released_at: null,
  })

type ForWhom = Pick<GrantRow, "manager_account_id" | "managed_account_id" | "brand_id">

/** An account's last management grant: commands apply to this one. */
export const currentGrant = (world: World, accountId: number): GrantRow | undefined =>
  [...world.tables.grants.in("managed", accountId)].at(-1)

type Acting = Pick<Caller, "account">

function ownGrant(world: World, { account }: Acting): GrantRow {
  const grant = currentGrant(world, account.id)
  if (grant === undefined) throw notFound("19.3", "Management grant")
  return grant
}

/** Activates the grant if it is the one that was last read. 409 before consent and payment are recorded. */
export function confirmGrant(world: World, caller: Acting, id: number): GrantRow {
  const grant = exactGrant(world, caller, id)
  if (managementGrantMachine.can(grant.status, "confirm")) requireConsentAndPayment(grant)
  return world.tables.grants.move(world, grant, "confirm", { activated_at: world.timestamp() })
}

/** Revokes the grant if it is the one that was last read; a second call changes nothing. */
export function revokeGrant(world: World, caller: Acting, id: number): GrantRow {
  const grant = exactGrant(world, caller, id)
  if (grant.status === "revoked") return grant
  const revoked = world.tables.grants.move(world, grant, "revoke", { revoked_at: world.timestamp() })
  endProvisioning(world, revoked, "revoke")
  return revoked
}

function exactGrant(world: World, caller: Acting, id: number): GrantRow {
  const grant = ownGrant(world, caller)
  if (grant.id !== id) throw conflict("9.6", "The management grant has been replaced: read it again")
  return grant
}

function requireConsentAndPayment({ owner_consent_at, payment_activated_at }: GrantRow): void {
  if (owner_consent_at === null)
    throw conflict("9.2", "The owner's consent to the management grant is not recorded yet")
  if (payment_activated_at === null)
    throw conflict("9.2", "The paid activation of the management grant is not complete yet")
}

export const managementGrantMoves = {
  consent(world: World, id: number): ManagementGrant {
    claimByConsent(world, pendingGrant(world, id))
    return record(world, id, "owner_consent_at")
  },

  activate_payment(world: World, id: number): ManagementGrant {
    payByActivation(world, pendingGrant(world, id))
    return record(world, id, "payment_activated_at")
  },

  release(world: World, id: number): ManagementGrant {
    const { grants } = world.tables
    const released = grants.move(world, grants.known(id), "release", { released_at: world.timestamp() })
    endProvisioning(world, released, "release")
    return grantView(world, released)
  },
}

function pendingGrant(world: World, id: number): GrantRow {
  const grant = world.tables.grants.known(id)
  if (grant.status !== managementGrantMachine.initial) throw conflict("9.5", `The management grant is ${grant.status}`)
  return grant
}

/** Records when a condition of a pending grant was met; a second call changes nothing. */
function record(world: World, id: number, field: "owner_consent_at" | "payment_activated_at"): ManagementGrant {
  const { grants } = world.tables
  const grant = grants.known(id)
  const updated = grant[field] === null ? grants.update(grant, { [field]: world.timestamp() }) : grant
  return grantView(world, updated)
}

export const managementGrantHandlers: HandlersFor<"managementGrant"> = {
  get: (world, caller) => grantView(world, ownGrant(world, caller)),

  confirm: (world, caller, { body }) => grantView(world, confirmGrant(world, caller, body.management_grant_id)),

  revoke: (world, caller, { body }) => grantView(world, revokeGrant(world, caller, body.management_grant_id)),
}
