import type { World } from "../../world/world.ts"
import { joinAccount } from "../memberships/memberships.ts"
import type { BrandRow } from "./brands-table.ts"
import { type AccountRow, defaultSpendCap } from "./table.ts"

/** Creates an account on the free plan with its default brand. The owner of a managed account gets access by claiming it. */
export function createAccount(
  world: World,
  { name, ownerId, managed }: { readonly name: string; readonly ownerId: number; readonly managed: boolean },
): { readonly account: AccountRow; readonly brand: BrandRow } {
  const { accounts, brands } = world.tables
  const account = accounts.add(world, {
    name,
    avatar: null,
    banner: null,
    owner_id: ownerId,
    plan_id: 1,
    standing: "probation",
    safe_mode_enabled: false,
    spend_cap_monthly_cents: defaultSpendCap,
    funding_available_cents: 0,
    funding_reserved_cents: 0,
    affiliate_entitled: !managed,
    manager: false,
  })
  const brand = brands.add(world, {
    account_id: account.id,
    sid: `brand_${world.random.hex(8)}`,
    name,
    is_default: true,
  })
  if (!managed) joinAccount(world, account.id, ownerId)
  return { account, brand }
}
