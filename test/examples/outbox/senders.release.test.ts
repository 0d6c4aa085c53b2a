import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { noPostgres } from "../../support/engines/postgres.ts"
import { noRedis } from "../../support/engines/redis.ts"
import { buildPackage } from "../../support/example.ts"
import { App } from "../../support/example-app.ts"
import { skipped } from "../../support/skipped.ts"
import { type Engines, manyMessages, Shop, startEngines } from "./senders.ts"

const missing = noPostgres ?? noRedis
const kills = 20
const ordersAtATime = 40
const path = "/v1/my/messages"
/** Faults that happen in every run: a rate limit, lost requests and responses, a truncated response, a bad gateway. */
const certain = [
  { path, status: 429, retry_after: 1, times: 2, from: 12 },
  { path, drop: "after", times: 3, from: 5 },
  { path, drop: "before", times: 2, from: 20 },
  { path, cut_at: 40, times: 2, from: 25 },
  { path, status: 502, times: 3, from: 30 },
] as const
/** Random faults, in addition to the profile `production`. */
const likely = [
  { path, drop: "after", probability: 0.05 },
  { path, drop: "before", probability: 0.05 },
  { path, cut_at: 40, probability: 0.03 },
  { path, status: 502, probability: 0.04 },
] as const

const queues = ["graphile-worker", "bullmq"] as const

describe.skipIf(missing)(`senders of receipts${skipped(missing)}`, () => {
  let engines: Engines
  beforeAll(async () => {
    buildPackage()
    engines = await startEngines()
  })
  afterAll(() => engines?.stop())

  describe.each(queues)("on %s", (queue) => {
    it("send one message per order, whenever they are killed", { timeout: 900_000 }, async () => {
      const shop = await Shop.open(engines, { queue, service: manyMessages })
      try {
        const { world } = shop.server
        world.faults.profile("production")
        for (const fault of [...certain, ...likely]) world.faults.add(fault)
        shop.start(3)
        for (let killed = 0; killed < kills; killed++) {
          await shop.order(ordersAtATime)
          await shop.killOne(ordersAtATime)
        }
        await vi.waitFor(async () => expect(await shop.open()).toBe(0), { timeout: 300_000, interval: 200 })
        const outcome = await shop.outcome()
        expect(outcome).toHaveLength(kills * ordersAtATime)
        expect(outcome.filter(({ messages, isKnown }) => messages !== 1 || !isKnown)).toEqual([])
        const unused = world.faults.list().filter(({ times, fired }) => times !== null && fired !== times)
        expect(unused).toEqual([])
        const starts = await Promise.all(shop.senders.map(({ ready }) => ready))
        expect(starts.filter(({ input }) => input.includes("error handlers"))).toEqual([])
        const ends = await Promise.all(shop.senders.map((sender) => sender.ready.then(() => sender.stop("SIGTERM"))))
        expect(ends).toEqual([0, 0, 0])
      } finally {
        await shop.close()
      }
    })
  })

  it("keep an order's receipt if they are started without a key", async () => {
    const shop = await Shop.open(engines, { queue: "graphile-worker", service: manyMessages })
    onTestFinished(() => shop.close())
    await shop.order(1)
    shop.senders.push(new App(shop.program, { ...shop.env, MAS_API_KEY: "" }, /Working/))
    const problem = expect.stringContaining("apiKey is missing")
    const waits = async () => expect(await shop.outcome()).toEqual([{ messages: 0, isKnown: false, error: problem }])
    await vi.waitFor(waits, { timeout: 60_000 })
    expect(await shop.open()).toBe(1)
  })
})
