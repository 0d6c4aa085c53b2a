import { randomInt } from "node:crypto"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { createOutbox, inTransaction } from "../../../sdk/outbox/index.ts"
import { postgresPace } from "../../../sdk/stores/index.ts"
import { noPostgres } from "../../support/engines/postgres.ts"
import { noRedis } from "../../support/engines/redis.ts"
import { App } from "../../support/example-app.ts"
import { repetitions } from "../../support/repetitions.ts"
import { skipped } from "../../support/skipped.ts"
import { startWithEngines, type WithEngines } from "./bundle-program.ts"
import { type Faults, faultsOf, noFaults } from "./effects.ts"
import type { mistakes } from "./mistakes.ts"
import { receipt } from "./outbox-checks.ts"

const missing = noPostgres ?? noRedis
const processes = 8
const path = "/v1/my/messages"
const limit = { timeout: 1_800_000 }
const ordersInARound = 50

/** A proxy that cuts connections: each one after some pieces of data, in the midst of a request or of a response. */
async function startCuttingProxy(port: number) {
  const open = new Set<Socket>()
  let cuts = 0
  const proxy = createServer((client) => {
    const service = connect(port, "127.0.0.1")
    let chunksLeft = randomInt(1, 60)
    const cut = () => {
      client.destroy()
      service.destroy()
      open.delete(client)
    }
    open.add(client)
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      from.on("error", cut).on("close", cut)
      from.on("data", (data) => {
        if (chunksLeft-- > 0) to.write(data)
        else {
          cuts++
          cut()
        }
      })
    }
  })
  proxy.listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  const close = () => {
    for (const client of open) client.destroy()
    proxy.close()
  }
  return { url, close, cuts: () => cuts }
}

describe.skipIf(missing)(`a fleet of ${processes} processes that send an outbox${skipped(missing)}`, () => {
  let started: WithEngines
  beforeAll(async () => {
    started = await startWithEngines("fleet-worker")
  })
  afterAll(() => started?.stop())

  /** Everything that can go wrong goes wrong until all orders are sent; then the service is asked what it has. */
  async function sells(engine: "poll" | "bullmq", orders: number, mistake = ""): Promise<Faults> {
    const { program, postgres, redis } = started
    const { port, apiKey, world, close } = await startMockServer({
      port: 0,
      fixtures: { accounts: { main: { plan: "growth", standing: "trusted" } } },
    })
    const proxy = await startCuttingProxy(port)
    const pool = new Pool({ connectionString: postgres.url })
    pool.on("error", () => {})
    const outbox = createOutbox({ pool })
    await outbox.migrate()
    await postgresPace(pool).migrate()
    const env = {
      ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, ENGINE: engine, MISTAKE: mistake },
      ...{ MAS_BASE_URL: proxy.url, MAS_API_KEY: apiKey },
    }
    const workers = Array.from({ length: processes }, () => new App(program, env, /Working/, true))
    onTestFinished(async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      proxy.close()
      await pool.query("drop table mas_outbox")
      await pool.end()
      await close()
    })
    for (const fault of [
      { path, drop: "after", probability: 0.05 },
      { path, drop: "before", probability: 0.03 },
      { path, cut_at: 20, probability: 0.03 },
      { path, status: 502, probability: 0.03 },
    ] as const)
      world.faults.add(fault)

    const rounds = orders / ordersInARound
    let lastRequestId = 0
    for (let round = 0; round < rounds; round++) {
      await inTransaction(pool, async (tx) => {
        for (let order = round * ordersInARound; order < (round + 1) * ordersInARound; order++)
          await outbox.add(tx, receipt(order), { key: ["receipt", order] })
      })
      const expectedRequests = {
        method: "POST",
        path,
        after: lastRequestId,
        count: ordersInARound / 2,
        timeout: "60s",
      } as const
      lastRequestId = (await world.requests.wait(expectedRequests)).at(-1)?.id ?? lastRequestId
      await workers[round % processes]?.kill()
      // The service is in maintenance, and each database crashes.
      if (round % 10 === 3) world.faults.add({ path, status: 503, retry_after: 1, times: 40 })
      const crashing = round % 20 === 6 ? postgres : round % 20 === 9 ? redis : undefined
      await crashing?.kill()
      await crashing?.start()
    }
    const open = async () => (await pool.query("select 1 from mas_outbox where due_at is not null")).rowCount
    await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 900_000, interval: 100 })
    expect(await outbox.failed()).toEqual([])
    expect(Math.min(proxy.cuts(), ...world.faults.list().map(({ fired }) => fired))).toBeGreaterThan(0)
    return faultsOf(world, orders, async (query) => (await pool.query(query)).rows)
  }

  const many = repetitions(300, 20_000)
  it("causes one effect a message, by Postgres alone", limit, async () => {
    expect(await sells("poll", many)).toEqual(noFaults)
  })
  it("causes one effect a message, by a queue in Redis", limit, async () => {
    expect(await sells("bullmq", many)).toEqual(noFaults)
  })

  const mistaken: [name: keyof typeof mistakes, sign: keyof Faults][] = [
    ["a key made at each try", "twice"],
    ["a row marked before the response", "missing"],
  ]
  it.each(mistaken)("is detected with %s", limit, async (name, sign) => {
    expect((await sells("poll", 200, name))[sign]).toBeGreaterThan(0)
  })
})
