import * as z from "zod"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { planCheckoutMachine } from "./machine.ts"

const planCheckoutsSchema = z.object({
  id: Id,
  account_id: Id,
  plan_id: Id,
  status: statusOf(planCheckoutMachine),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export interface PlanCheckoutRow extends RowOf<typeof planCheckoutsSchema> {}

export const planCheckoutsTable = () =>
  new Collection<PlanCheckoutRow, "pending", never, typeof planCheckoutMachine>({
    row: planCheckoutsSchema,
    name: "Checkout",
    timestamps: "both",
    machine: planCheckoutMachine,
    groups: { pending: (checkout) => (checkout.status === "pending" ? checkout.account_id : undefined) },
  })
