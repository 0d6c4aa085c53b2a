import type { StateOf } from "../../base/state-machine.ts"
import { managementGrantMachine } from "../../machines/management-grant.ts"
import { Collection } from "../collection.ts"

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

export const grantsTable = () =>
  new Collection<GrantRow, "managed", never, typeof managementGrantMachine>({
    name: "Management grant",
    machine: managementGrantMachine,
    groups: { managed: (grant) => grant.managed_account_id },
  })
