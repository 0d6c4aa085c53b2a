import { Redis } from "ioredis"
import { Pool } from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  postgresSetAside,
  redisSetAside,
  redisStore,
  type SetAsideStore,
  sqliteSetAside,
} from "../../../sdk/stores/index.ts"
import type { UnlistedEventType, WebhookEvent } from "../../../sdk/webhooks/index.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { sqlites } from "./sqlite.ts"

async function redis(): Promise<Redis> {
  const server = await startRedis()
  const client = new Redis(server.url)
  onTestFinished(async () => {
    await client.quit()
    await server.stop()
  })
  return client
}

const eventOf = (id: string): WebhookEvent => ({
  id,
  type: "email.received" as UnlistedEventType,
  timestamp: "2026-03-01T12:00:00.000Z",
  data: {},
})

/** Three events are set aside, and the row of one is changed by another program. */
async function listsOthers(store: SetAsideStore, poison: () => Promise<unknown>): Promise<void> {
  for (const id of ["evt_1", "evt_2", "evt_3"]) await store.fail(eventOf(id), { error: "broken", after: 1 })
  await poison()
  const events = await store.list()
  expect(events.map(({ id }) => id).toSorted()).toEqual(["evt_1", "evt_2", "evt_3"])
  const types = Object.fromEntries(events.map(({ id, event }) => [id, event.type]))
  expect(types).toEqual({ evt_1: "email.received", evt_2: "unreadable", evt_3: "email.received" })
  for (const { firstFailure } of events) expect(Number.isNaN(Date.parse(firstFailure))).toBe(false)
  const retriedIds: string[] = []
  expect(await store.retry("evt_1", ({ id }) => retriedIds.push(id))).toBe(true)
  expect([retriedIds, await store.drop("evt_2")]).toEqual([["evt_1"], true])
  expect((await store.list()).map(({ id }) => id)).toEqual(["evt_3"])
}

describe.skipIf(noRedis)(`a key of Redis that another program wrote${skipped(noRedis)}`, () => {
  it("holds up no other event of its batch", async () => {
    const client = await redis()
    const prefix = "mas:webhook:"
    await client.set(`${prefix}text`, "not a lease")
    await client.set(`${prefix}empty`, "")
    await client.set(`${prefix}huge`, `${"9".repeat(400)} owner ${"9".repeat(400)}`)
    await client.set(`${prefix}half`, "99999999999999")
    await client.hset(`${prefix}hash`, "a", "b")
    await client.rpush(`${prefix}list`, "a")
    const store = redisStore(client)
    const ids = ["before", "text", "empty", "huge", "half", "hash", "list", "after"]
    const claims = await Promise.all(ids.map((id) => store.claim(id, { lease: 60_000 })))
    expect(claims.map(({ state }) => state)).toEqual(ids.map(() => "mine"))
    const owners = claims.map((claim) => (claim.state === "mine" ? claim.owner : ""))
    await client.set(`${prefix}text`, "not a lease")
    const completed = await Promise.all(ids.map((id, at) => store.complete(id, owners[at] ?? "")))
    expect(completed).toEqual(ids.map((id) => id !== "text"))
  })

  it.each([
    [
      "text that is not JSON",
      (client: Redis, key: string) => client.hset(key, "event", "no JSON", "first", "x", "last", "nan"),
    ],
    [
      "another kind",
      async (client: Redis, key: string) => {
        await client.del(key)
        await client.hset(key, "event", "", "failures", "many", "taken", "x", "lease", "y")
      },
    ],
  ] as const)("of an event that is set aside, with %s, is listed by its id", async (_, poison) => {
    const client = await redis()
    await listsOthers(redisSetAside(client), () => poison(client, "mas:{set-aside}:event:evt_2"))
  })

  it("of an event that is set aside, as a list, leaves the others", async () => {
    const client = await redis()
    const store = redisSetAside(client)
    for (const id of ["evt_1", "evt_2"]) await store.fail(eventOf(id), { error: "broken", after: 1 })
    await client.del("mas:{set-aside}:event:evt_2")
    await client.rpush("mas:{set-aside}:event:evt_2", "x")
    expect((await store.list()).map(({ id, event }) => [id, event.type])).toContainEqual(["evt_1", "email.received"])
  })
})

describe("a row of a table that another program changed", () => {
  it.skipIf(noPostgres)(
    `is listed by its id, and can be dropped; the others are listed as they are${skipped(noPostgres)}`,
    async () => {
      const server = await startPostgres()
      const pool = new Pool({ connectionString: server.url })
      onTestFinished(async () => {
        await pool.end()
        await server.stop()
      })
      const store = postgresSetAside(pool)
      await store.migrate()
      await listsOthers(store, () =>
        pool.query(`update mas_webhooks_set_aside set event = 'x', failures = -1, first = 'NaN', last = '-Infinity',
        taken_until = 'Infinity', lease = 'NaN' where id = 'evt_2'`),
      )
    },
  )

  it.each(Object.entries(sqlites))("is listed by its id in SQLite by %s", async (_, open) => {
    const db = open?.(":memory:")
    if (db === undefined) return
    const store = sqliteSetAside(db)
    await store.migrate()
    await listsOthers(store, async () =>
      db.exec(
        "update mas_webhooks_set_aside set event = x'00ff', failures = 'many', first = 'x', last = 1e300 where id = 'evt_2'",
      ),
    )
  })
})
