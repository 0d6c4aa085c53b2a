import * as z from "zod"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { affiliateMachine } from "./machine.ts"

/** An account's place in the affiliate programme. */
const affiliatesSchema = z.object({
  id: Id,
  account_id: Id,
  status: statusOf(affiliateMachine),
  /** Its identity in the programme: the account owner's address. */
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** The affiliate's code in the share address; null until linked. */
  code: z.string().nullable(),
  /** Results of the shared link, earnings in cents; omitted when there are none. */
  figures: z.object({ visitors: z.int(), leads: z.int(), conversions: z.int(), earnings: z.int() }).optional(),
})
export interface AffiliateRow extends RowOf<typeof affiliatesSchema> {}

/** The results of an affiliate. */
export type AffiliateFigures = NonNullable<AffiliateRow["figures"]>

export const affiliatesTable = () =>
  new Collection<AffiliateRow, "linked", "account_id", typeof affiliateMachine>({
    row: affiliatesSchema,
    machine: affiliateMachine,
    groups: { linked: (affiliate) => (affiliate.code === null ? undefined : mailboxKey(affiliate.email)) },
    unique: { account_id: (affiliate) => affiliate.account_id },
  })
