import { invalid } from "../base/service-error.ts"
import { addEvent, contactOfEvent, eventView, findEvents } from "../domain/events.ts"
import { replayByKey } from "../world/idempotency.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

export const eventHandlers: HandlersFor<"events"> = {
  track(world, caller, { body, idempotencyKey }) {
    const { event, data, amount } = body
    const contact_id = contactOfEvent(world, caller, body).id
    const key = idempotencyKey ?? body.idempotency_key
    if (key !== (body.idempotency_key ?? key))
      throw invalid("28.22", { idempotency_key: ["differs from the header Idempotency-Key"] })
    return replayByKey(world, caller, {
      endpoint: "events.track",
      rule: "28.4",
      key,
      payload: { contact_id, event, data, amount },
      make() {
        const details = { contact_id, event, data, amount: amount ?? null, idempotency_key: key ?? null }
        return eventView(addEvent(world, caller, details))
      },
    })
  },

  list: (world, caller, { query, page }) =>
    mapPage(world.tables.events.pageOf(findEvents(world, caller, query), page), eventView),
}
