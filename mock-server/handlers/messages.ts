import type { messages } from "../../sdk/contract/messages.ts"
import { admit } from "../domain/messages/capacity.ts"
import { compose, engineFor } from "../domain/messages/compose.ts"
import { accept } from "../domain/messages/life.ts"
import { once } from "../world/idempotency.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { ownTemplate } from "./templates.ts"

export const messageHandlers: HandlersFor<typeof messages> = {
  async send(world, caller, { body, idempotencyKey }) {
    const { account, brand } = caller
    const template = body.template_id === undefined ? undefined : ownTemplate(world, brand.id, body.template_id)
    const engine = await engineFor(body, template)
    return once(world, caller, {
      endpoint: "messages.send",
      key: idempotencyKey,
      payload: body,
      make() {
        const draft = compose(world, brand.id, body, template, engine)
        if (draft.channel === "email") admit(world, account, 1)
        const message = accept(world, draft, { account, brand, idempotencyKey, isTest: false })
        world.timers.schedule(world.now() + world.options.messageLatency, "message.dispatch", message.id)
        return message
      },
    })
  },

  list: (world, { brand }, { page }) => world.tables.messages.page("brand", brand.id, page),
}
