import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { managementGrantMachine } from "../../machines/management-grant.ts"
import { Collection } from "../collection.ts"
import { statusOf } from "../row-schema.ts"

/** A manager's permission to operate an account; the last one of an account is the current one. */
export interface GrantRow {
  readonly id: number
  readonly status: StateOf<typeof managementGrantMachine>
  readonly permission_set: string
  readonly manager_account_id: number
  readonly managed_account_id: number
  /** The one brand that a management credential of this grant acts on. */
  readonly brand_id: number
  readonly owner_consent_at: string | null
  readonly payment_activated_at: string | null
  readonly requested_at: string
  readonly activated_at: string | null
  readonly revoked_at: string | null
  readonly released_at: string | null
}

const grantsSchema = z.object({
  id: Id,
  status: statusOf(managementGrantMachine),
  permission_set: z.string(),
  manager_account_id: Id,
  managed_account_id: Id,
  brand_id: Id,
  owner_consent_at: Timestamp.nullable(),
  payment_activated_at: Timestamp.nullable(),
  requested_at: Timestamp,
  activated_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  released_at: Timestamp.nullable(),
})

export const grantsTable = () =>
  new Collection<GrantRow, "managed", never, typeof managementGrantMachine>({
    row: grantsSchema,
    name: "Management grant",
    machine: managementGrantMachine,
    groups: { managed: (grant) => grant.managed_account_id },
  })
