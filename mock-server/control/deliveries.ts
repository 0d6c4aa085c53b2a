import * as z from "zod"
import { Id, IdParams } from "../../sdk/contract/core/shared.ts"
import { type DeliveryAttempt, showAttempt } from "../resources/webhooks/attempt.ts"
import { redeliver, retryNow } from "../resources/webhooks/emit.ts"
import { deliveryView } from "../resources/webhooks/views.ts"
import type { LoggedAttempt } from "../world/attempt-log.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { matcherOf, nearestOf } from "./nearest-miss.ts"
import { waitFor, waitQuery } from "./waiting.ts"

/** Filters attempts; all given fields must match. */
export const AttemptQuery = z.strictObject({
  /** Only attempts to this endpoint. */
  webhook_id: Id.optional(),
  /** Only attempts of this delivery. */
  delivery_id: Id.optional(),
  /** Only attempts for this event: `evt_…`; `*` matches any text. */
  event_id: z.string().optional(),
  /** Only attempts for events of this type; `*` matches any text. */
  event_type: z.string().optional(),
  /** Only attempts for events of this message. */
  message_id: Id.optional(),
  /** Only attempts to this address; `*` matches any text. */
  url: z.string().optional(),
  /** Only attempts with this number within their delivery, from 1. */
  attempt: z.int().min(1).optional(),
  /** Only attempts with this response status. */
  response_status: z.int().optional(),
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
    { method: "GET", path: "/deliveries/wait", query: AttemptWait },
    (mounted, { query: { count, timeout, after, ...filters } }): Promise<readonly DeliveryAttempt[]> =>
      waitFor(mounted, {
        what: "delivery attempt",
        find: (world, limit) => attemptsOf(world, { ...filters, after, limit }),
        all: (world) => attemptsOf(world, { after, limit: nearestOf }),
        expected: filters,
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

/** The newest matching attempts, oldest first. */
function attemptsOf(
  world: World,
  { limit = Number.POSITIVE_INFINITY, after = 0, ...filters }: z.output<typeof AttemptQuery>,
): DeliveryAttempt[] {
  const { attempt: number, response_status, message_id, ...facts } = filters
  const fits = matcherOf({ ...facts, number })
  const matches: LoggedAttempt[] = []
  for (const logged of world.attempts.newestFirst()) {
    if (logged.id <= after || matches.length >= limit) break
    if (!fits(logged)) continue
    if (response_status !== undefined && statusOf(logged) !== response_status) continue
    if (message_id !== undefined && messageIdIn(logged.body) !== message_id) continue
    matches.push(logged)
  }
  return matches.reverse().map(showAttempt)
}

const statusOf = ({ outcome }: LoggedAttempt) => ("status" in outcome ? outcome.status : null)

/** The message of an event, by the body of its webhook; undefined for events of anything else. @internal */
export function messageIdIn(body: string): unknown {
  const { data }: { readonly data?: { readonly message_id?: unknown } } = JSON.parse(body)
  return data?.message_id
}
