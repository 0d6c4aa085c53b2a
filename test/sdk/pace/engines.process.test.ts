import { Redis } from "ioredis"
import { Pool } from "pg"
import postgres from "postgres"
import { createClient } from "redis"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { type Pace, type PaceOptions, postgresPace, redisPace } from "../../../sdk/stores/index.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { send, turnOf } from "./support.ts"

const hour = 3_600_000
/** One turn in ten seconds: longer than anything here takes. */
const slowly = { perSecond: 0.1 }
const spacing = 10_000 / 0.97
/** Milliseconds that a turn may come before a pause ends, by the clocks of two programs. */
const slack = 100

/** What must hold for any two that share a store, like two processes. */
async function holds(
  make: (options: PaceOptions) => Pace,
  /** Stores the next turn, and the pause, of a credential an hour later, as by a clock that was ahead. */
  putAhead: (credential: string, endpoint?: string) => Promise<unknown>,
): Promise<void> {
  const [one, other] = [make(slowly), make(slowly)]
  const of = (credential: string, endpoint = send.endpoint) => ({ credential, endpoint })

  // A turn is given once. The next one is a spacing later, less the time that has passed.
  let began = Date.now()
  const isAfter = (wait: number, apart: number) => {
    expect(wait).toBeGreaterThan(apart - (Date.now() - began) - slack)
    expect(wait).toBeLessThanOrEqual(apart + slack)
  }
  const pendingTurns = [one, other, one, other].map((pace) => turnOf(pace, of("a"), { longest: 1_000 }))
  const waits = await Promise.all(pendingTurns)
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(1)
  for (const wait of waits.filter((wait) => wait !== undefined)) isAfter(wait, spacing)

  // A pause of an endpoint applies to it in all processes, and a shorter one does not end it.
  await one.stop(of("b"), hour)
  await other.stop(of("b"), 1_000)
  expect(await turnOf(other, of("b"), { longest: 60_000 })).toBeGreaterThan(hour * 0.9)
  expect(await turnOf(other, of("b", "contacts.list"), { longest: 60_000 })).toBe(undefined)

  // Single failures stop nobody; once they are half of the recent turns, the endpoint stops for all.
  const busy = make({ perSecond: 1_000 })
  await Promise.all(Array.from({ length: 5 }, () => turnOf(busy, of("g"))))
  await one.countFailure(of("g"), hour)
  expect(await turnOf(busy, of("g"), { longest: 60_000 })).toBe(undefined)
  await Promise.all([one, other, one].map((pace) => pace.countFailure(of("g"), hour)))
  expect(await turnOf(make({ perSecond: 1_000 }), of("g"), { longest: 60_000 })).toBeGreaterThan(hour * 0.9)
  expect(await turnOf(busy, of("g", "contacts.list"), { longest: 60_000 })).toBe(undefined)

  // A turn further ahead than can be is thrown away, which is said once; a pause is never longer than its length.
  const notices: string[] = []
  const patient = { priority: 0, longest: 60_000, signal: new AbortController().signal }
  const aware = (pace: Pace) => pace.turn(of("h"), { ...patient, onNotice: (text) => void notices.push(text) })
  expect(await aware(make({ perSecond: 1_000 }))).toBe(undefined)
  await one.slow(of("h"), 50)
  await putAhead("h")
  for (let call = 0; call < 3; call++) expect(await aware(make({ perSecond: 1_000 }))).toBe(undefined)
  expect(notices).toEqual([
    expect.stringMatching(/^The pace's store had a turn or a pause 3[56]\d\d s ahead, as its clock/),
  ])

  // So is a pause: of a credential, and of an endpoint.
  await one.slow(of("i"), 60_000)
  await one.stop(of("i"), 60_000)
  const stopped = () => turnOf(make(slowly), of("i"), { longest: 1_000 })
  expect(await stopped()).toBeGreaterThan(50_000)
  await putAhead("i")
  await putAhead("i", send.endpoint)
  notices.length = 0
  const goOn = (longest: number) =>
    make(slowly).turn(of("i"), { ...patient, longest, onNotice: (text) => void notices.push(text) })
  expect(await goOn(1_000)).toBe(undefined)
  expect(await goOn(0)).toBeGreaterThan(0)
  expect(notices).toEqual([
    expect.stringMatching(/^The pace's store had a turn or a pause 36\d\d s ahead, as its clock/),
  ])

  // A pause of a credential applies to all its endpoints.
  await one.slow(of("c"), hour)
  expect(await turnOf(other, of("c", "contacts.list"), { longest: 60_000 })).toBeGreaterThan(hour * 0.9)

  // Refusals halve the rate, once per pause.
  const [quick, quicker] = [make({ perSecond: 0.4 }), make({ perSecond: 0.4 })]
  await Promise.all([quick.slow(of("d"), 1_000), quicker.slow(of("d"), 1_000)])
  began = Date.now()
  expect(await turnOf(quick, of("d"))).toBe(undefined)
  isAfter((await turnOf(quicker, of("d"), { longest: 0 })) ?? 0, spacing / 2)

  // Consecutive turns raise the rate again: here from the minimum, 0.1 a second, to the maximum, 0.194.
  const [slow, waiting] = [make({ perSecond: 0.2 }), make({ perSecond: 0.2 })]
  await slow.slow(of("f"), 0)
  expect(await turnOf(slow, of("f"))).toBe(undefined)
  const stop = new AbortController()
  const second = turnOf(waiting, of("f"), { signal: stop.signal })
  // A new process asks each time: one that has asked before waits before it asks again.
  const third = () => turnOf(make({ perSecond: 0.2 }), of("f"), { longest: 0 })
  const isTaken = async () => expect(await third()).toBeGreaterThan(10_500)
  await vi.waitFor(isTaken, { timeout: 60_000 })
  expect(await third()).toBeLessThanOrEqual(10_000 + spacing / 2 + slack)
  stop.abort()
  expect(await second).toBeGreaterThan(0)

  // A turn used late, because the process stalled, is compensated by skipping the one after the next.
  let tries = 0
  const isCompensated = async () => {
    const request = of(`late-${tries++}`)
    const [still, after] = [make({ perSecond: 2 }), make({ perSecond: 2 })]
    expect(await turnOf(still, request)).toBe(undefined)
    const late = turnOf(still, request)
    // The request for the turn is on its way; its response may arrive before or after this.
    await new Promise(setImmediate)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
    expect(await late).toBe(undefined)
    expect(await turnOf(still, request)).toBe(undefined)
    began = Date.now()
    isAfter((await turnOf(after, request, { longest: 0 })) ?? 0, 2 * (500 / 0.97))
  }
  // On a busy machine the process may resume later, and skip less: then try again.
  await vi.waitFor(isCompensated, { timeout: 60_000 })

  // Many concurrent turns have the right spacing.
  const fast = make({ perSecond: 1_000 })
  const many = await Promise.all(Array.from({ length: 50 }, () => turnOf(fast, of("e"))))
  expect(many.every((wait) => wait === undefined)).toBe(true)
}

const aheadIn = (redis: Redis, prefix: string) => (credential: string, endpoint?: string) => {
  const key = [`${prefix}{${credential}}`, ...(endpoint ? [endpoint] : [])].join(" ")
  return Promise.all(["next", "paused"].map((field) => redis.hincrbyfloat(key, field, hour)))
}

describe.skipIf(noRedis)(`redisPace is one pace for all${skipped(noRedis)}`, () => {
  it("by node-redis, with strings and with bytes, and by ioredis", async () => {
    const server = await startRedis()
    const [client, io] = [await createClient({ url: server.url }).connect(), new Redis(server.url)]
    onTestFinished(async () => {
      await Promise.all([client.close(), io.quit()])
      await server.stop()
    })
    await holds((options) => redisPace(client, options), aheadIn(io, "mas:pace:"))
    await holds((options) => redisPace(io, { ...options, prefix: "other:" }), aheadIn(io, "other:"))
    expect((await io.keys("*")).length).toBeGreaterThan(0)
    expect(await Promise.all((await io.keys("*")).map((key) => io.pttl(key)))).not.toContain(-1)
  })

  it("on a cluster, with one slot per credential", async () => {
    const server = await startRedis("--cluster-enabled", "yes")
    const client = new Redis(server.url)
    onTestFinished(async () => {
      await client.quit()
      await server.stop()
    })
    await client.cluster("ADDSLOTSRANGE", 0, 16_383)
    await vi.waitFor(async () => expect(await client.cluster("INFO")).toContain("cluster_state:ok"), 10_000)
    await holds((options) => redisPace(client, options), aheadIn(client, "mas:pace:"))
  })
})

describe.skipIf(noPostgres)(`postgresPace is one pace for all${skipped(noPostgres)}`, () => {
  it("by pg and by postgres.js, with tables created concurrently", async () => {
    const server = await startPostgres()
    const [pool, sql] = [new Pool({ connectionString: server.url }), postgres(server.url, { onnotice: () => {} })]
    onTestFinished(async () => {
      await Promise.all([pool.end(), sql.end()])
      await server.stop()
    })
    await Promise.all([1, 2, 3, 4].map(() => postgresPace(pool).migrate()))
    const aheadIn = (table: string) => (credential: string, endpoint?: string) =>
      pool.query(`update ${table} set next = next + ${hour}, paused = paused + ${hour} where id = $1`, [
        endpoint ? `${credential} ${endpoint}` : credential,
      ])
    await holds((options) => postgresPace(pool, options), aheadIn("mas_pace"))
    const others = [pool, pool, sql, sql].map((db) =>
      postgresPace(db, { ...slowly, table: "made_with_the_first_turn" }),
    )
    const waits = await Promise.all(others.map((pace) => turnOf(pace, send, { longest: 1_000 })))
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(1)
    await postgresPace(sql, { table: "Other_Pace" }).migrate()
    await holds((options) => postgresPace(sql, { ...options, table: "other_pace" }), aheadIn("other_pace"))
  })
})

it("an invalid client and an unknown option are refused", () => {
  expect(() => redisPace({} as never)).toThrow("redisPace takes a connected client")
  expect(() => postgresPace({} as never)).toThrow("postgresPace takes a Pool")
  expect(() => redisPace({ eval() {} } as never, { table: "a" } as never)).toThrow(
    "table is not an option of redisPace",
  )
})
