import { compose } from "../domain/messages/compose.ts"
import { sendMessage } from "../domain/messages/send.ts"
import { replayByKey } from "../world/idempotency.ts"
import type { HandlersFor } from "./handlers-for.ts"

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
