import { describe, expect, it } from "vitest"
import { type Fault, productWith } from "../support/planted-product.ts"
import { properties } from "./index.ts"

type Name = keyof typeof properties
const names = Object.keys(properties) as Name[]

/** For each property, a fault that breaks it. */
const planted: Readonly<Record<Name, Fault>> = {
  "what was deleted is gone for everything that names it": {
    file: "mock-server/webhooks/endpoints.ts",
    right: "webhooks.remove(webhook)",
    wrong: "turnOff(world, webhook, 'turn_off')",
  },
  "a write that is refused leaves nothing": {
    file: "mock-server/domain/events.ts",
    right: "return contacts.own(caller, contact_id)",
    wrong:
      "{ addEvent(world, caller, { contact_id, event: 'x', data: {}, amount: null, idempotency_key: null }); return contacts.own(caller, contact_id) }",
  },
  "a child is reached through its own parents alone": {
    file: "mock-server/domain/attachments.ts",
    right: "mail?.conversation_id === conversation.id &&",
    wrong: "mail !== undefined &&",
  },
  "a list below a record has its children alone": {
    file: "mock-server/webhooks/endpoints.ts",
    right: 'webhookDeliveries.ids("webhook", id)',
    wrong: "[...webhookDeliveries.all()].map((row) => row.id)",
  },
  "nobody else's credential reads or changes a record": {
    file: "mock-server/store/collection.ts",
    right: "return row !== undefined && isOf(owner, row) ? row : this.#missing(id)",
    wrong: "return row ?? this.#missing(id)",
  },
}

describe("the rules of RESTler", () => {
  it.each(names)(
    "hold of the service: %s",
    async (name) => {
      const seed = Number(process.env.FUZZ_SEED ?? 1)
      expect(await properties[name]({ seed, numRuns: 60 })).toBeUndefined()
    },
    600_000,
  )

  it.each(names)("find a fault that is planted in the service: %s", async (name) => {
    const faulty = await productWith<typeof import("./index.ts")>("test/restler/index.ts", planted[name])
    expect(await faulty.properties[name]({ seed: 5, numRuns: 1_000, endOnFailure: true })).toContain("Counterexample")
  })
})
