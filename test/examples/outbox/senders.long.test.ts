import { Redis } from "ioredis"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { redisPace } from "../../../examples/outbox/bullmq/pace.ts"
import type { PaceStore } from "../../../examples/outbox/limiter.ts"
import { postgresPace } from "../../../examples/outbox/postgres/pace.ts"
import { noPostgres } from "../../support/engines/postgres.ts"
import { noRedis } from "../../support/engines/redis.ts"
import { buildPackage } from "../../support/example.ts"
import { App } from "../../support/example-app.ts"
import { skipped } from "../../support/skipped.ts"
import { type Engines, manyMessages, Shop, sentBeforeACrash, startEngines } from "./senders.ts"

const missing = noPostgres ?? noRedis
const kills = 20
const ordersAtATime = 40
const path = "/v1/my/messages"
/** What happens for certain, so that each run has it: a rate limit, answers lost on both ways, a broken one, a bad gateway. */
const certain = [
  { path, status: 429, retry_after: 1, times: 2, from: 12 },
  { path, drop: "after", times: 3, from: 5 },
  { path, drop: "before", times: 2, from: 20 },
  { path, cut_at: 40, times: 2, from: 25 },
  { path, status: 502, times: 3, from: 30 },
] as const
/** And again and again, beside what a service in production has. */
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
  }, 120_000)
  afterAll(() => engines?.stop())

  describe.each(queues)("on %s", (queue) => {
    it("send one message an order, whenever they are killed", { timeout: 900_000 }, async () => {
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

  describe("share their pace", () => {
    let pool: Pool
    let redis: Redis
    beforeAll(async () => {
      const { DATABASE_URL, REDIS_URL } = await engines.fresh()
      pool = new Pool({ connectionString: DATABASE_URL })
      redis = new Redis(REDIS_URL)
    })
    afterAll(async () => {
      await pool.end()
      redis.disconnect()
    })

    const stores: [string, () => PaceStore][] = [
      ["Postgres", () => postgresPace(pool)],
      ["Redis", () => redisPace(redis)],
    ]

    describe.each(stores)("in %s", (_name, makeStore) => {
      it("gives each turn once, whoever asks, and the next when those that were taken are over", async () => {
        const hour = 3_600_000
        const taken = await Promise.all([0, 1, 2, 3].map(() => makeStore().take(2, hour)))
        expect(taken.filter(({ given }) => given)).toHaveLength(1)
        expect(taken.filter(({ given, wait }) => !given && wait > 1.9 * hour && wait <= 2 * hour)).toHaveLength(3)
      })

      it("gives none during a pause, and a shorter pause does not end a longer one", async () => {
        const store = makeStore()
        await store.pause(3_600_000)
        await store.pause(1_000)
        const { given, wait } = await store.take(1, 1)
        expect(given).toBe(false)
        expect(wait).toBeGreaterThan(3_000_000)
      })
    })
  })

  it("keep the receipt of an order where they are started without a key", async () => {
    const shop = await Shop.open(engines, { queue: "graphile-worker", service: manyMessages })
    onTestFinished(() => shop.close())
    await shop.order(1)
    const sender = new App(shop.program, { ...shop.env, MAS_API_KEY: "" }, /apiKey is missing/)
    shop.senders.push(sender)
    await sender.ready
    expect(await shop.outcome()).toEqual([{ messages: 0, isKnown: false, failure: null }])
  })

  it("that make up a key for each attempt are found out", { timeout: 60_000 }, async () => {
    const swaps = {
      "key.ts": `import { idempotencyKey } from "mas-sdk"\nexport const receiptKey = () => idempotencyKey.random()`,
    }
    const [outcome] = await sentBeforeACrash(engines, { queue: "graphile-worker", swaps, service: manyMessages })
    expect(outcome).toMatchObject({ messages: 2 })
  })
})
