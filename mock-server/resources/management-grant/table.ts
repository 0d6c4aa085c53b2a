import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { ManagementGrant } from "../../../sdk/contract/management-grant.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { managementGrantMachine } from "./machine.ts"

/** A manager's permission to operate an account; the last one of an account is the current one. */
const grantsSchema = ManagementGrant.omit({ manager_account: true }).extend({
  status: statusOf(managementGrantMachine),
  manager_account_id: Id,
  managed_account_id: Id,
  /** The one brand that a management credential of this grant acts on. */
  brand_id: Id,
  owner_consent_at: Timestamp.nullable(),
  payment_activated_at: Timestamp.nullable(),
})
export interface GrantRow extends RowOf<typeof grantsSchema> {}

export const grantsTable = () =>
  new Collection<GrantRow, "managed", never, typeof managementGrantMachine>({
    row: grantsSchema,
    name: "Management grant",
    machine: managementGrantMachine,
    groups: { managed: (grant) => grant.managed_account_id },
  })
