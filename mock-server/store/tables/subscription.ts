import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { planCheckoutMachine } from "../../machines/subscription.ts"
import { Collection } from "../collection.ts"
import { statusOf } from "../row-schema.ts"

/** The purchase of a plan. */
export interface PlanCheckoutRow {
  readonly id: number
  readonly account_id: number
  readonly plan_id: number
  readonly status: StateOf<typeof planCheckoutMachine>
  readonly created_at: string
  readonly updated_at: string
}

const planCheckoutsSchema = z.object({
  id: Id,
  account_id: Id,
  plan_id: Id,
  status: statusOf(planCheckoutMachine),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const planCheckoutsTable = () =>
  new Collection<PlanCheckoutRow, "pending", never, typeof planCheckoutMachine>({
    row: planCheckoutsSchema,
    name: "Checkout",
    stamps: "both",
    machine: planCheckoutMachine,
    groups: { pending: (checkout) => (checkout.status === "pending" ? checkout.account_id : undefined) },
  })
