import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Suppression, SuppressionReason } from "../../../sdk/contract/suppressions.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

const suppressionsSchema = Suppression.extend({ account_id: Id, reason: SuppressionReason })
export interface SuppressionRow extends RowOf<typeof suppressionsSchema> {}

export const suppressionsTable = () =>
  new Collection<SuppressionRow, "account" | "address" | "holding">({
    row: suppressionsSchema,
    timestamps: "both",
    groups: {
      account: (suppression) => `${suppression.account_id}/${suppression.active}`,
      address: (suppression) => `${suppressedAddress(suppression.account_id, suppression.email)}/${suppression.active}`,
      /** The suppressions in force, by account and address. */
      holding: (suppression) =>
        suppression.active ? suppressedAddress(suppression.account_id, suppression.email) : undefined,
    },
  })

/** The key of an address among an account's suppressions; capital letters do not matter. */
export const suppressedAddress = (accountId: number, email: string) => `${accountId}/${mailboxKey(email)}`
