/*
 * Endpoints, listed by `npm run generate`.
 * send: POST /v1/my/messages
 * list: GET /v1/my/messages
 */

import type { Message } from "../../../sdk/contract/messages.ts"
import { OncePerKey } from "../../world/idempotency.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { compose } from "./compose.ts"
import { sendMessage } from "./send.ts"

export const messageHandlers: HandlersFor<"messages"> = {
  send(world, caller, { body: message, idempotencyKey }) {
    const { template_id } = message
    const { templates } = world.tables
    const send = () => {
      const template = template_id === undefined ? undefined : templates.own(caller, template_id)
      return sendMessage(world, caller, compose(world, caller.brand.id, message, template), idempotencyKey)
    }
    // Right, but more often a mistake: the template that somebody wrote and looks at is not what is sent.
    const warning = () => {
      const template = templates.get(template_id ?? 0)
      const replaced = (["html", "body"] as const).filter((part) => message[part] && template?.[part])
      if (replaced.length === 0) return undefined
      const parts = `${replaced.join(" and ")} of the message ${replaced.length > 1 ? "replace those" : "replaces that"}`
      return `${parts} of template ${template_id}`
    }
    return new OncePerKey<Message>({ rule: "22.7", payload: message, make: send, warning })
  },

  list: (world, { brand }, { page }) => world.tables.messages.page("brand", brand.id, page),
}
