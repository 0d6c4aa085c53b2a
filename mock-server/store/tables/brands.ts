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

export const brandsTable = () =>
  new Collection<BrandRow, "account", "sid" | "default">({
    groups: { account: (brand) => brand.account_id },
    unique: {
      sid: (brand) => brand.sid,
      default: (brand) => (brand.is_default ? brand.account_id : undefined),
    },
  })
