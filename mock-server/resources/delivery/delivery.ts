/*
 * Endpoints, listed by `npm run generate`.
 * status: GET /v1/my/delivery/status
 */

import type { DeliveryStatus } from "../../../sdk/contract/delivery.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { countWaiting } from "../campaigns/sending.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { capacityOf, fitsAt, recoveryOf, upgradeUrl } from "../messages/capacity.ts"

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

function pacingOf(world: World, brandId: number): DeliveryStatus["pacing_state"] {
  const queued = world.tables.messages.count("queued", brandId) + countWaiting(world, brandId)
  return {
    status: queued === 0 ? "idle" : "pacing",
    queued_quantity: queued,
    next_dispatch_at: queued === 0 ? null : nextDispatch(world, brandId),
  }
}

/** Computed from pending timers: they can be moved, and a state file may outlive the latency option. */
function nextDispatch({ tables, timers }: World, brandId: number): string | null {
  const next = timers.list().find(({ kind, subject }) => {
    if (kind !== "message.dispatch" && kind !== "campaign.complete") return false
    const [sending, waits] =
      kind === "message.dispatch" ? [tables.messages.get(subject), "queued"] : [tables.campaigns.get(subject), "live"]
    return sending?.brand_id === brandId && sending.channel === "email" && sending.status === waits
  })
  return next === undefined ? null : new Date(next.dueAt).toISOString()
}

export const deliveryHandlers: HandlersFor<"delivery"> = {
  status: (world, caller) => deliveryStatus(world, caller),
}
