import { capacityOf, fitsAt } from "../resources/messages/capacity.ts"
import { defineControl } from "./control.ts"

/** An account's remaining sending capacity and funding. Counts are recipients of the last 24 hours, money is cents. */
export interface AccountCapacity {
  /** The account's id. */
  readonly account_id: number
  /** The name of the account. */
  readonly name: string
  /** The plan's slug. */
  readonly plan: string
  /** `probation`, `standard` or `trusted`. */
  readonly standing: string
  /** True while safe mode is on. */
  readonly safe_mode: boolean
  /** Maximum recipients in 24 hours. */
  readonly limit: number
  /** Recipients sent to or queued. */
  readonly used: number
  /** Recipients left. */
  readonly remaining: number
  /** When the next recipient fits: ISO 8601; null if one fits now or never will. */
  readonly frees_at: string | null
  /** Prepaid funding that can be spent, in cents. */
  readonly funding_available_cents: number
  /** Prepaid funding that is set aside, in cents. */
  readonly funding_reserved_cents: number
}

/** @internal */
export const capacityControls = {
  list: defineControl({ method: "GET", path: "/capacity" }, ({ world }): AccountCapacity[] =>
    [...world.tables.accounts.all()].map((account) => {
      const capacity = capacityOf(world, account)
      const freesAt = fitsAt(world, account, capacity, 1)
      return {
        account_id: account.id,
        name: account.name,
        plan: world.tables.plans.get(account.plan_id)?.slug ?? "",
        standing: account.standing,
        safe_mode: account.safe_mode_enabled,
        limit: capacity.limit,
        used: capacity.accepted + capacity.reserved,
        remaining: capacity.remaining,
        frees_at: freesAt === undefined ? null : new Date(freesAt).toISOString(),
        funding_available_cents: account.funding_available_cents,
        funding_reserved_cents: account.funding_reserved_cents,
      }
    }),
  ),
}
