import * as z from "zod"
import { ownerOnly } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import type * as models from "./core/models.gen.ts"
import { Id, openEnum, Timestamp } from "./core/shared.ts"

/** An account by id and name. */
export const AccountReference = z.looseObject({
  /** The account's id. */
  id: Id,
  /** What the account is called. */
  name: z.string(),
})
export interface AccountReference extends models.AccountReference {}

/** A manager's permission to operate a client's account. Spec: Resources, Management grant. */
export const ManagementGrant = z.looseObject({
  /** The grant's id, which commands must name. */
  id: Id,
  /** `pending` until the owner confirms it; `active` until it is revoked or released. */
  status: openEnum(["pending", "active", "revoked", "released"]),
  /** What it allows. */
  permission_set: openEnum(["operator_v1"]),
  /** Who may act. */
  manager_account: AccountReference,
  /** When the manager asked for it. */
  requested_at: Timestamp,
  /** When the owner confirmed it; null before. */
  activated_at: Timestamp.nullable(),
  /** When the client's owner took the permission back. */
  revoked_at: Timestamp.nullable(),
  /** When the manager gave it up. */
  released_at: Timestamp.nullable(),
})
export interface ManagementGrant extends models.ManagementGrant {}

/** The grant that a command is meant for. */
export const ManagementGrantCommand = z.strictObject({
  /** The id of the grant last read; guards against one that has replaced it meanwhile. */
  management_grant_id: Id,
})
export interface ManagementGrantCommand extends models.ManagementGrantCommand {}

const { read, write } = endpointsWith({ section: "Account, team, grants", auth: ownerOnly, only: "owner" })

/** The management grant over the selected account; for that account's owner only. */
export const managementGrant = {
  get: read({
    path: "/v1/my/account/management_grant",
    summary: "Show the account's management grant",
    response: ManagementGrant,
  }),
  confirm: write({
    method: "POST",
    path: "/v1/my/account/management_grant/confirm",
    summary: "Confirm the pending management grant once consent and payment are recorded",
    recipients: "nobody",
    body: ManagementGrantCommand,
    response: ManagementGrant,
    errors: [409],
    invalid: { status: 400 },
    confirm: "rights",
    example: { body: { management_grant_id: 1 } },
  }),
  revoke: write({
    method: "POST",
    path: "/v1/my/account/management_grant/revoke",
    summary: "Revoke the management grant, at once",
    recipients: "nobody",
    body: ManagementGrantCommand,
    response: ManagementGrant,
    errors: [409],
    invalid: { status: 400 },
    confirm: "rights",
    example: { body: { management_grant_id: 1 } },
  }),
} as const
