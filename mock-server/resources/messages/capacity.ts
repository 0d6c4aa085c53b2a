import type { Capacity, CapacityRecovery, RecoveryAction } from "../../../sdk/contract/core/errors.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { definedFields } from "../../base/defined-fields.ts"
import { ServiceError } from "../../base/service-error.ts"
import type { World } from "../../world/world.ts"
import type { AccountRow } from "../account/table.ts"

/** The account's 24-hour sending allowance: the cap of its plan for its standing. Counts are recipients. */
export function capacityOf(world: World, account: AccountRow): Capacity {
  const { plans, brands, messages } = world.tables
  const limit = plans.get(account.plan_id)?.recipient_caps[account.standing] ?? 0
  const used = world.sends.used(account.id, world.now())
  let queued = 0
  for (const brand of brands.in("account", account.id)) queued += messages.count("queued", brand.id)
  const reserved = Math.min(queued, used)
  return {
    source: "plan",
    window_seconds: limits.capacityWindow / 1_000,
    status: "known",
    limit,
    reserved,
    accepted: used - reserved,
    provider_unknown: 0,
    remaining: Math.max(0, limit - used),
  }
}

/** The obstacle to sending to `requested` more recipients, now or soon; undefined below 80 %. Spec: Errors. */
export function recoveryOf(
  capacity: Capacity,
  requested: number,
  { upgradeUrl, retryAt }: { readonly upgradeUrl: string; readonly retryAt: string | undefined },
): CapacityRecovery | undefined {
  const { limit, remaining } = capacity
  const used = limit - remaining
  const reached = remaining < Math.max(1, requested)
  if (!reached && used * 100 < limit * limits.capacityWarningPercent) return undefined
  const action: RecoveryAction = {
    type: "upgrade_plan",
    label: "Upgrade the plan",
    detail: "A larger plan allows more recipients in 24 hours.",
    url: upgradeUrl,
    required_role: "account_owner_or_admin",
  }
  return {
    state: reached ? "reached" : "approaching",
    reason_code: reached ? "sending_capacity_reached" : "sending_capacity_warning",
    blocking_control: "commercial_capacity",
    usage_percent: limit === 0 ? 100 : Math.floor((used * 100) / limit),
    requested_quantity: requested,
    label: reached ? "Sending capacity reached" : "Sending capacity nearly used",
    detail:
      reached && requested > 0
        ? `${shortage(capacity, requested)}.`
        : `${used} of ${limit} recipients were used in the last 24 hours.`,
    capacity,
    upgrade_url: upgradeUrl,
    retry_at: (reached && retryAt) || null,
    recovery_action: action,
    recovery_actions: [action],
    owner_action: action,
  }
}

function shortage({ limit, remaining }: Capacity, requested: number): string {
  if (requested > limit) return `A send to ${requested} is more than the whole sending capacity of 24 hours: ${limit}`
  if (remaining === 0) return "The sending capacity of the last 24 hours is used up"
  return `A send to ${requested} is more than what is left of the sending capacity of the last 24 hours: ${remaining} of ${limit}`
}

/** When `requested` more recipients will fit; undefined when they never will, or fit now. Milliseconds since 1970. */
export function fitsAt(world: World, account: AccountRow, capacity: Capacity, requested: number) {
  const { limit, remaining, accepted, reserved } = capacity
  if (requested <= remaining || requested > limit) return undefined
  // After the limit was lowered, more may have been used than it allows.
  return world.sends.freesAt(account.id, world.now(), accepted + reserved + requested - limit)
}

export const upgradeUrl = (world: World): string => `${world.baseUrl()}/billing/plans`

/** Counts recipients against the account's allowance. Beyond it, the send is refused with 429 until capacity frees up. */
export function admit(world: World, account: AccountRow, recipients: number): void {
  const capacity = capacityOf(world, account)
  if (recipients > capacity.remaining) throw capacityReached(world, account, capacity, recipients)
  world.sends.add(account.id, world.now(), recipients)
}

function capacityReached(world: World, account: AccountRow, capacity: Capacity, recipients: number): ServiceError {
  const freesAt = fitsAt(world, account, capacity, recipients)
  const retryAt = freesAt === undefined ? undefined : new Date(freesAt).toISOString()
  const recovery = recoveryOf(capacity, recipients, { upgradeUrl: upgradeUrl(world), retryAt })
  const wait = freesAt === undefined ? limits.capacityWindow : freesAt - world.now()
  return new ServiceError(429, shortage(capacity, recipients), {
    rule: "36.9",
    errorCode: "sending_capacity_reached",
    retryable: freesAt !== undefined,
    retryAfter: Math.ceil(wait / 1_000),
    ...definedFields({ retryAt, recoveryAction: recovery?.recovery_action, capacityRecovery: recovery }),
  })
}
