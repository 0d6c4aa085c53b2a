import * as z from "zod"
import { Id, IdParams } from "../../sdk/contract/core/shared.ts"
import { showAttempt } from "../webhooks/attempt.ts"
import { redeliver } from "../webhooks/emit.ts"
import { deliveryView } from "../webhooks/views.ts"
import { defineControl } from "./control.ts"

/** Which attempts; everything given must fit. */
export const AttemptQuery = z.strictObject({
  webhook_id: Id.optional(),
  delivery_id: Id.optional(),
  event_id: z.string().optional(),
  event_type: z.string().optional(),
  /** Attempts that were made after the one with this id. */
  after: z.int().min(0).optional(),
  /** Only the newest so many of them. */
  limit: z.int().min(1).optional(),
})
export interface AttemptQuery extends z.input<typeof AttemptQuery> {}

export const deliveryControls = {
  list: defineControl({ method: "GET", path: "/deliveries", query: AttemptQuery }, ({ world }, { query }) => {
    const { webhook_id, delivery_id, event_id, event_type, after = 0, limit = Number.POSITIVE_INFINITY } = query
    return world.attempts
      .list()
      .filter(
        (attempt) =>
          attempt.id > after &&
          (webhook_id === undefined || attempt.webhook_id === webhook_id) &&
          (delivery_id === undefined || attempt.delivery_id === delivery_id) &&
          (event_id === undefined || attempt.event_id === event_id) &&
          (event_type === undefined || attempt.event_type === event_type),
      )
      .slice(-limit)
      .map(showAttempt)
  }),

  redeliver: defineControl(
    { method: "POST", path: "/deliveries/{id}/redeliver", status: 202, params: IdParams },
    ({ world }, { params }) => deliveryView(world, redeliver(world, params.id)),
  ),
}
