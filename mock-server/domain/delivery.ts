import type { DeliveryStatus } from "../../sdk/contract/delivery.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"
import { capacityOf, fitsAt, recoveryOf, upgradeUrl } from "./messages/capacity.ts"

/** Whether the brand can send now, what keeps it from that, and what to do about it. */
export function deliveryStatus(world: World, { account, brand }: Caller): DeliveryStatus {
  const capacity = capacityOf(world, account)
  const freesAt = fitsAt(world, account, capacity, 1)
  const retryAt = freesAt === undefined ? undefined : new Date(freesAt).toISOString()
  const recovery = recoveryOf(capacity, 0, { upgradeUrl: upgradeUrl(world), retryAt })
  const reached = capacity.remaining === 0
  return {
    assessment_scope: "brand",
    admission_status: reached ? (freesAt === undefined ? "denied" : "deferred") : "allowed",
    commercial_capacity: capacity,
    pacing_state: pacingOf(world, brand.id),
    blocking_control: reached ? "commercial_capacity" : null,
    reason_code: recovery?.reason_code ?? null,
    remediation: recovery?.recovery_action ?? null,
    capacity_recovery: recovery ?? null,
    retry_at: retryAt ?? null,
    observed_at: world.timestamp(),
  }
}

/** How many e-mails of the brand wait, and when the next one goes out. */
function pacingOf(world: World, brandId: number): DeliveryStatus["pacing_state"] {
  const { messages } = world.tables
  const [first] = messages.ids("queued", brandId)
  const next = first === undefined ? undefined : messages.get(first)
  return {
    status: next === undefined ? "idle" : "pacing",
    queued_quantity: messages.count("queued", brandId),
    next_dispatch_at:
      next === undefined ? null : new Date(Date.parse(next.created_at) + world.options.messageLatency).toISOString(),
  }
}
