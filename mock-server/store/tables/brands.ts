import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"

/** A brand of an account: the scope of most records. */
export interface BrandRow {
  readonly id: number
  readonly account_id: number
  /** What `X-Brand-SID` names. */
  readonly sid: string
  readonly name: string
  /** The one used when a request names none. */
  readonly is_default: boolean
}

const brandsSchema = z.object({ id: Id, account_id: Id, sid: z.string(), name: z.string(), is_default: z.boolean() })

export const brandsTable = () =>
  new Collection<BrandRow, "account", "sid" | "default">({
    row: brandsSchema,
    groups: { account: (brand) => brand.account_id },
    unique: {
      sid: (brand) => brand.sid,
      default: (brand) => (brand.is_default ? brand.account_id : undefined),
    },
  })
