import * as z from "zod"
import { Id, IdParams } from "../../sdk/contract/core/shared.ts"
import { definedFields } from "../base/defined-fields.ts"
import { type ShownAttempt, showAttempt } from "../webhooks/attempt.ts"
import { redeliver, retryNow } from "../webhooks/emit.ts"
import { deliveryView } from "../webhooks/views.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { waitFor, waitQuery } from "./waiting.ts"

/** Filters attempts; all given fields must match. */
export const AttemptQuery = z.strictObject({
  /** Only attempts to this endpoint. */
  webhook_id: Id.optional(),
  /** Only attempts of this delivery. */
  delivery_id: Id.optional(),
  /** Only attempts for this event: `evt_…`. */
  event_id: z.string().optional(),
  /** Only attempts for events of this type. */
  event_type: z.string().optional(),
  /** Only attempts after the one with this id. */
  after: z.int().min(0).optional(),
  /** Only the newest N. */
  limit: z.int().min(1).optional(),
})

/** The attempts to wait for. */
export const AttemptWait = AttemptQuery.omit({ limit: true }).extend(waitQuery)

/** How to resend a delivery. */
export const Redelivery = z.strictObject({
  /** True: the next attempt is made now; if it succeeds, retries end. Otherwise a new delivery is created. */
  retry: z.boolean().optional(),
})

/** @internal */
export const deliveryControls = {
  list: defineControl({ method: "GET", path: "/deliveries", query: AttemptQuery }, ({ world }, { query }) =>
    attemptsOf(world, query),
  ),

  wait: defineControl(
    { method: "GET", path: "/deliveries/wait", query: AttemptWait, waits: true },
    (mounted, { query: { count, timeout, after, ...wanted } }): Promise<readonly ShownAttempt[]> =>
      waitFor(mounted, {
        what: "delivery attempt",
        find: (world) => attemptsOf(world, { ...wanted, after }),
        all: (world) => attemptsOf(world, { after }),
        wanted,
        count,
        timeout,
      }),
  ),

  redeliver: defineControl(
    { method: "POST", path: "/deliveries/{id}/redeliver", status: 202, params: IdParams, body: Redelivery },
    ({ world }, { params: { id }, body: { retry = false } }) =>
      deliveryView(world, retry ? retryNow(world, id) : redeliver(world, id)),
  ),
}

function attemptsOf(
  world: World,
  { limit = Number.POSITIVE_INFINITY, after = 0, ...wanted }: z.output<typeof AttemptQuery>,
): ShownAttempt[] {
  const fields = Object.entries(definedFields(wanted))
  return world.attempts
    .list()
    .filter((attempt) => attempt.id > after && fields.every(([name, value]) => Reflect.get(attempt, name) === value))
    .slice(-limit)
    .map(showAttempt)
}
