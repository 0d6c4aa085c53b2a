import { Redis } from "ioredis"
import { Pool } from "pg"
import postgres from "postgres"
import { createClient } from "redis"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { type CeilingStore, postgresCeiling, redisCeiling } from "../../../sdk/stores/index.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { hour, use } from "./support.ts"

/** What must hold for any two that share a store, like two processes. */
async function holds(one: CeilingStore, other: CeilingStore): Promise<void> {
  const limits = { total: { count: 5, ms: hour }, perRecipient: { count: 2, ms: hour } }
  const of = (budget: string) => (id: string, to: readonly string[] | number) => ({ ...use(id, to, limits), budget })

  // A fan-out takes exactly the limit.
  const crowd = of("crowd")
  const calls = Array.from({ length: 40 }, (_, at) => crowd(`call-${at}`, [`to-${at}`]))
  const replies = await Promise.all(calls.map((call, at) => (at % 2 ? one : other).take(call)))
  expect(replies.filter(({ state }) => state === "taken")).toHaveLength(5)
  const full = replies.find((reply) => reply.state === "full")
  expect(full).toMatchObject({ ceiling: "total", key: "", used: 5 })
  expect(full?.wait).toBeGreaterThan(hour - 60_000)
  expect(full?.wait).toBeLessThanOrEqual(hour + 1_000)

  // What is given back is free at once, for all.
  const accepted = calls.filter((_, at) => replies[at]?.state === "taken")
  const [first, second] = accepted
  if (!first || !second) throw new Error("None was taken")
  await one.settle(first, false)
  await one.settle(second, true)
  expect(await other.take(crowd("late", ["late"]))).toEqual({ state: "taken" })
  expect(await one.take(crowd("later", ["later"]))).toMatchObject({ state: "full", used: 5 })

  // Repeats count once; a repeat that is refused gives nothing back of what was sent.
  const repeated = of("repeated")
  for (const store of [one, other, one]) expect(await store.take(repeated("same", ["x"]))).toEqual({ state: "taken" })
  await one.settle(repeated("same", ["x"]), true)
  await one.settle(repeated("same", ["x"]), false)
  await other.settle(repeated("same", ["x"]), false)
  expect(await other.take(repeated("two", ["x"]))).toEqual({ state: "taken" })
  expect(await one.take(repeated("three", ["y", "x"]))).toMatchObject({ ceiling: "perRecipient", key: "x", used: 2 })
  expect(await one.take(repeated("four", ["y"]))).toEqual({ state: "taken" })
  await one.settle(repeated("four", ["y"]), false)

  // Unseen recipients count with their number, and are given back with it.
  const unseen = (id: string, count: number) => ({ ...of("unseen")(id, count), perRecipient: undefined })
  expect(await one.take(unseen("big", 4))).toEqual({ state: "taken" })
  expect(await other.take(unseen("bigger", 2))).toMatchObject({ state: "full", used: 4 })
  expect(await other.take(unseen("small", 1))).toEqual({ state: "taken" })
  await one.settle(unseen("big", 4), false)
  expect(await other.take(unseen("bigger", 4))).toEqual({ state: "taken" })

  // A short window ends by the store's clock.
  const short = { total: { count: 1, ms: 1_000 }, lease: 0 }
  expect(await one.take(use("a", ["x"], short))).toEqual({ state: "taken" })
  await one.settle(use("a", ["x"], short), true)
  expect(await other.take(use("b", ["x"], short))).toMatchObject({ state: "full" })
  await vi.waitFor(async () => expect(await other.take(use("b", ["x"], short))).toEqual({ state: "taken" }), 10_000)

  // A stop is for all, and says why.
  expect(await other.stopped()).toBeUndefined()
  await one.stop("a wrong list: stop it")
  expect(await other.stopped()).toEqual({ reason: "a wrong list: stop it", since: expect.any(Number) })
  expect(await other.take(of("any")("a", ["x"]))).toMatchObject({ state: "stopped", reason: "a wrong list: stop it" })
  expect(Math.abs(((await one.stopped())?.since ?? 0) - Date.now())).toBeLessThan(60_000)
  await other.start()
  expect(Math.abs((await one.sinceStart?.()) ?? Number.NaN)).toBeLessThan(60_000)
  await one.start()
  expect(await one.take(of("any")("a", ["x"]))).toEqual({ state: "taken" })
  await one.stop()
  expect(await one.stopped()).toMatchObject({ since: expect.any(Number) })
  expect((await one.stopped())?.reason).toBeUndefined()
  await one.start()
}

describe.skipIf(noRedis)(`redisCeiling is one ceiling for all${skipped(noRedis)}`, () => {
  it("by node-redis and by ioredis, and leaves no key for ever", async () => {
    const server = await startRedis()
    const [client, io] = [await createClient({ url: server.url }).connect(), new Redis(server.url)]
    onTestFinished(async () => {
      await Promise.all([client.close(), io.quit()])
      await server.stop()
    })
    await holds(redisCeiling(client), redisCeiling(io))
    await holds(redisCeiling(io, { prefix: "other:" }), redisCeiling(client, { prefix: "other:" }))
    // What a clock that was ahead has counted counts from now, in the counts of each recipient, too.
    const ahead = redisCeiling(io, { prefix: "ahead:" })
    const short = { perRecipient: { count: 1, ms: 1_000 }, lease: 0 }
    expect(await ahead.take(use("a", ["x"], short))).toEqual({ state: "taken" })
    await ahead.settle(use("a", ["x"], short), true)
    for (const key of await io.keys("ahead:*")) {
      if ((await io.type(key)) !== "zset") continue
      for (const row of await io.zrange(key, "0", "-1")) await io.zincrby(key, "86400000", row)
    }
    const again = () => ahead.take(use("b", ["x"], short))
    await vi.waitFor(async () => expect(await again()).toEqual({ state: "taken" }), 10_000)
    expect((await io.keys("*")).length).toBeGreaterThan(0)
    expect(await Promise.all((await io.keys("*")).map((key) => io.pttl(key)))).not.toContain(-1)
  })

  it("on a cluster", async () => {
    const server = await startRedis("--cluster-enabled", "yes")
    const client = new Redis(server.url)
    onTestFinished(async () => {
      await client.quit()
      await server.stop()
    })
    await client.cluster("ADDSLOTSRANGE", 0, 16_383)
    await vi.waitFor(async () => expect(await client.cluster("INFO")).toContain("cluster_state:ok"), 10_000)
    await holds(redisCeiling(client), redisCeiling(client))
  })
})

describe.skipIf(noPostgres)(`postgresCeiling is one ceiling for all${skipped(noPostgres)}`, () => {
  it("by pg and by postgres.js, at any isolation level, and creates its table", async () => {
    const server = await startPostgres()
    const [pool, sql] = [new Pool({ connectionString: server.url }), postgres(server.url, { onnotice: () => {} })]
    onTestFinished(async () => {
      await Promise.all([pool.end(), sql.end()])
      await server.stop()
    })
    await holds(postgresCeiling(pool), postgresCeiling(sql))
    await pool.query("alter database postgres set default_transaction_isolation = 'serializable'")
    const strict = new Pool({ connectionString: server.url })
    try {
      await holds(postgresCeiling(strict, { table: "Strict" }), postgresCeiling(strict, { table: "strict" }))
    } finally {
      await strict.end()
    }
  }, 60_000)
})

it("an invalid client and an unknown option are refused", () => {
  expect(() => redisCeiling({} as never)).toThrow("redisCeiling takes a connected client")
  expect(() => postgresCeiling({} as never)).toThrow("postgresCeiling takes a Pool")
  expect(() => redisCeiling({ eval() {} } as never, { table: "a" } as never)).toThrow(
    "table is not an option of redisCeiling",
  )
})
