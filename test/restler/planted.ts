import type { Fault } from "../support/planted-product.ts"
import type { properties } from "./index.ts"

/** A fault that breaks each property. */
export const planted: Readonly<Record<keyof typeof properties, Fault>> = {
  "what was deleted is gone for everything that names it": {
    file: "mock-server/resources/webhooks/endpoints.ts",
    right: "webhooks.remove(webhook)",
    wrong: "turnOff(world, webhook, 'turn_off')",
  },
  "a write that is refused leaves nothing": {
    file: "mock-server/resources/events/events.ts",
    right: "return contacts.own(caller, contact_id)",
    wrong:
      "{ addEvent(world, caller, { contact_id, event: 'x', data: {}, amount: null, idempotency_key: null }); return contacts.own(caller, contact_id) }",
  },
  "a child is reached through its own parents alone": {
    file: "mock-server/resources/attachments/attachments.ts",
    right: "mail?.conversation_id === conversation.id &&",
    wrong: "mail !== undefined &&",
  },
  "a list below a record has its children alone": {
    file: "mock-server/resources/webhooks/endpoints.ts",
    right: 'webhookDeliveries.ids("webhook", id)',
    wrong: "[...webhookDeliveries.all()].map((row) => row.id)",
  },
  "nobody else's credential reads or changes a record": {
    file: "mock-server/store/collection.ts",
    right: "return row !== undefined && isOf(owner, row) ? row : this.#missing(id)",
    wrong: "return row ?? this.#missing(id)",
  },
}
