import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A brand of an account: the scope of most records. */
const brandsSchema = z.object({
  id: Id,
  account_id: Id,
  /** The value of `X-Brand-SID`. */
  sid: z.string(),
  name: z.string(),
  /** True for the brand of requests without `X-Brand-SID`. */
  is_default: z.boolean(),
})
export interface BrandRow extends RowOf<typeof brandsSchema> {}

export const brandsTable = () =>
  new Collection<BrandRow, "account", "sid" | "is_default">({
    row: brandsSchema,
    groups: { account: (brand) => brand.account_id },
    unique: {
      sid: (brand) => brand.sid,
      is_default: (brand) => (brand.is_default ? brand.account_id : undefined),
    },
  })
