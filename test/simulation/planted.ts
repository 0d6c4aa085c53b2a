import { type Fault, productWith } from "../support/planted-product.ts"

interface Planted extends Fault {
  /** The simulation's message about it. */
  readonly says: RegExp
}

export const planted = {
  "an event that is remembered before it is handled": {
    file: "sdk/webhooks/receiver.ts",
    right: "return replyForClaim(id, claim.state)\n      try {\n",
    wrong: "return replyForClaim(id, claim.state)\n      try {\n await store.complete(id, claim.owner)\n",
    says: /acknowledged evt_\S+ and never handled it/,
  },
  "a POST without a key that is repeated": {
    file: "sdk/client/request/retry-pauses.ts",
    right: "mark !== undefined",
    wrong: "true",
    says: /made 2 in/,
  },
  "a key that counts in every brand": {
    file: "mock-server/world/idempotency.ts",
    right: "caller.brand.id",
    wrong: "0",
    says: /taken for another with its key/,
  },
  "a ladder that is off by a second": {
    file: "mock-server/resources/webhooks/after-attempt.ts",
    right: "at + delay",
    wrong: "at + delay + 1_000",
    says: /is made 1000 ms after it is due/,
  },
  "a purchase that is credited twice": {
    file: "mock-server/resources/funding-purchases/funding-purchases.ts",
    right: "account.funding_available_cents + credited.amount_cents",
    wrong: "account.funding_available_cents + 2 * credited.amount_cents",
    says: /cents credited/,
  },
  "a timer that a snapshot loses": {
    file: "mock-server/base/timers.ts",
    right: "this.overview().map(",
    wrong: "this.overview().slice(0, -1).map(",
    says: /./,
  },
  "an event that is sent while its endpoint is off": {
    file: "mock-server/resources/webhooks/emit.ts",
    right: 'webhook.status === "disabled" || ',
    wrong: "",
    says: /while (it|endpoint \d) was off/,
  },
  "a page that skips after an insert": {
    file: "mock-server/store/collection.ts",
    right: "let at = (number - 1) * size;",
    wrong: "let at = (number - 1) * size + (number > 1 && ids.length % size === 1 ? 1 : 0);",
    says: /by pages skips/,
  },
  "a response to a key that a snapshot forgets": {
    file: "mock-server/world/snapshot.ts",
    right: "idempotency: [...idempotency]",
    wrong: "idempotency: [...idempotency].slice(0, -1)",
    says: /./,
  },
  "a retry with an id of its own": {
    file: "mock-server/resources/webhooks/attempt.ts",
    right: "event_id: event.event_id,",
    wrong: "event_id: event.event_id + (delivery.attempts > 0 ? '0' : ''),",
    says: /has an id of its own/,
  },
  "a retry that is forgotten while its endpoint is off": {
    file: "mock-server/resources/webhooks/switch-endpoint.ts",
    right: "update(delivery, { next_attempt_at, timer })",
    wrong: "update(delivery, { next_attempt_at }); world.timers.cancel(timer)",
    says: /is given up after/,
  },
  "a secret that is not signed with while it is replaced": {
    file: "mock-server/resources/webhooks/attempt.ts",
    right: "webhook.old_secret.until > at",
    wrong: "webhook.old_secret.until < at",
    says: /signed two gets 400/,
  },
  "sends that the allowance forgets": {
    file: "mock-server/world/send-ledger.ts",
    right: "return account.total",
    wrong: "return account.total - 1",
    says: /sent in a day/,
  },
  "a row that a snapshot loses": {
    file: "mock-server/store/collection.ts",
    right: "rows: this.#rows.list()",
    wrong: "rows: this.#rows.list().filter(({ id }) => id !== 4)",
    says: /./,
  },
} as const satisfies Readonly<Record<string, Planted>>
export type PlantedName = keyof typeof planted
export const plantedNames = Object.keys(planted) as PlantedName[]

/** The simulation with one defect planted in the product. */
export const simulationWith = (name: PlantedName): Promise<typeof import("./simulate.ts")> =>
  productWith("test/simulation/simulate.ts", planted[name])
