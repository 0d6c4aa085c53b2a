import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** The resources that plans meter. */
export type MeteredResource = keyof UsageRow["month"]

const Metered = z.object({ email: z.number(), sms: z.number(), ai: z.number() })

/** The usage of an account, with the account's id. */
const usageSchema = z.object({
  id: Id,
  /** The calendar month that `month` counts, for example `2026-03`. */
  period: z.string(),
  month: Metered,
  /** Since the account began. */
  lifetime: Metered,
})
export interface UsageRow extends RowOf<typeof usageSchema> {}

export const usageTable = () => new Collection<UsageRow>({ row: usageSchema })
