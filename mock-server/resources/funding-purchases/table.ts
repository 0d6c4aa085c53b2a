import { Id } from "../../../sdk/contract/core/shared.ts"
import { FundingPurchase } from "../../../sdk/contract/funding.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { fundingPurchaseMachine } from "./machine.ts"

/** A purchase of prepaid funding. Its checkout address is derived from its id. */
const fundingPurchasesSchema = FundingPurchase.omit({ checkout_url: true }).extend({
  account_id: Id,
  status: statusOf(fundingPurchaseMachine),
})
export interface FundingPurchaseRow extends RowOf<typeof fundingPurchasesSchema> {}

/** The statuses of purchases that are neither credited nor abandoned. */
const open: ReadonlySet<FundingPurchaseRow["status"]> = new Set(["requested", "checkout_created", "pending"])

export const isOpen = (purchase: FundingPurchaseRow) => open.has(purchase.status)

export const fundingPurchasesTable = () =>
  new Collection<FundingPurchaseRow, "open", never, typeof fundingPurchaseMachine>({
    row: fundingPurchasesSchema,
    name: "Funding purchase",
    timestamps: "both",
    machine: fundingPurchaseMachine,
    groups: { open: (purchase) => (isOpen(purchase) ? purchase.account_id : undefined) },
  })
