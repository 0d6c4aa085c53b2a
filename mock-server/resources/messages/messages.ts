/*
 * Endpoints, listed by `npm run generate`.
 * send: POST /v1/my/messages
 * list: GET /v1/my/messages
 */

import { replayByKey } from "../../world/idempotency.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { compose } from "./compose.ts"
import { sendMessage } from "./send.ts"

export const messageHandlers: HandlersFor<"messages"> = {
  send(world, caller, { body: message, idempotencyKey }) {
    const { template_id } = message
    const template = template_id === undefined ? undefined : world.tables.templates.own(caller, template_id)
    return replayByKey(world, caller, {
      endpoint: "messages.send",
      rule: "22.7",
      key: idempotencyKey,
      payload: message,
      make: () => sendMessage(world, caller, compose(world, caller.brand.id, message, template), idempotencyKey),
    })
  },

  list: (world, { brand }, { page }) => world.tables.messages.page("brand", brand.id, page),
}
