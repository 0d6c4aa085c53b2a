import { capacityOf, fitsAt } from "../domain/messages/capacity.ts"
import { defineControl } from "./control.ts"

/** What an account can still send and pay. Counts are recipients of the last 24 hours, money is cents. */
export interface AccountCapacity {
  /** The account's id. */
  readonly account_id: number
  /** What the account is called. */
  readonly name: string
  /** The plan's slug. */
  readonly plan: string
  /** `probation`, `standard` or `trusted`. */
  readonly standing: string
  /** True while the account is held to safe sending. */
  readonly safe_mode: boolean
  /** Recipients in 24 hours at most. */
  readonly limit: number
  /** Sent to, and what waits to go out. */
  readonly used: number
  /** Recipients that can still be sent to. */
  readonly remaining: number
  /** When the next one will fit: ISO 8601; null where it does, or never will. */
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
