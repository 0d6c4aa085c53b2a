import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { noPostgres } from "../../support/engines/postgres.ts"
import { noRedis } from "../../support/engines/redis.ts"
import { buildPackage } from "../../support/example.ts"
import { bundleApp, runApp } from "../../support/example-app.ts"
import { skipped } from "../../support/skipped.ts"
import { type Engines, manyMessages, Shop, sentBeforeACrash, startEngines } from "./senders.ts"

const missing = noPostgres ?? noRedis

describe.skipIf(missing)(`senders that have to wait or to resend${skipped(missing)}`, () => {
  let engines: Engines
  let placeOrders: string
  beforeAll(async () => {
    buildPackage()
    ;[engines, placeOrders] = await Promise.all([startEngines(), bundleApp("outbox/place-orders.ts")])
  })
  afterAll(() => engines?.stop())

  describe.each(["graphile-worker", "bullmq"] as const)("on %s", (queue) => {
    it("resend a message after a crash, and the service has it once", async () => {
      expect(await sentBeforeACrash(engines, { queue, service: manyMessages })).toEqual([
        { messages: 1, isKnown: true, error: null },
      ])
    })

    it("wait while the sending capacity is exhausted, without failures, and continue when there is capacity", async () => {
      const nearlyFull = { main: { plan: "starter", standing: "probation", capacity_used: 4_990 } } as const
      const shop = await Shop.open(engines, { queue, service: { fixtures: { accounts: nearlyFull } } })
      try {
        expect(await runApp(placeOrders, ["25"], shop.env)).toEqual({ code: 0, stdout: "", stderr: "" })
        shop.start(2)
        await vi.waitFor(async () => expect(await shop.open()).toBe(15), { timeout: 60_000 })
        await shop.server.world.requests.wait({ status: 429, timeout: "20s" })
        await shop.server.world.advance("25h")
        await vi.waitFor(async () => expect(await shop.open()).toBe(0), { timeout: 60_000 })
        expect(new Set((await shop.outcome()).map((one) => JSON.stringify(one)))).toEqual(
          new Set([JSON.stringify({ messages: 1, isKnown: true, error: null })]),
        )
      } finally {
        await shop.close()
      }
    })
  })
})
