import { capacityOf, fitsAt } from "../domain/messages/capacity.ts"
import { defineControl } from "./control.ts"

/** What an account can still send and pay. Counts are recipients of the last 24 hours, money is cents. */
export interface AccountCapacity {
  readonly account_id: number
  readonly name: string
  /** The plan's slug. */
  readonly plan: string
  readonly standing: string
  readonly safe_mode: boolean
  readonly limit: number
  /** Sent to, and what waits to go out. */
  readonly used: number
  readonly remaining: number
  /** When the next one will fit: ISO 8601; null where it does, or never will. */
  readonly frees_at: string | null
  readonly funding_available_cents: number
  readonly funding_reserved_cents: number
}

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
