import type { StateOf } from "../../base/state-machine.ts"
import { planCheckoutMachine } from "../../machines/subscription.ts"
import { Collection } from "../collection.ts"

/** The purchase of a plan. */
export interface PlanCheckoutRow {
  readonly id: number
  readonly account_id: number
  readonly plan_id: number
  readonly status: StateOf<typeof planCheckoutMachine>
  readonly created_at: string
  readonly updated_at: string
}

export const planCheckoutsTable = () =>
  new Collection<PlanCheckoutRow, "pending", never, typeof planCheckoutMachine>({
    name: "Checkout",
    stamps: "both",
    machine: planCheckoutMachine,
    groups: { pending: (checkout) => (checkout.status === "pending" ? checkout.account_id : undefined) },
  })
