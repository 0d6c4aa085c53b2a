import { Redis } from "ioredis"
import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { testWebhookStore, type WebhookStoreSubject } from "../../../mock-server/index.ts"
import { postgresStore, redisStore } from "../../../sdk/stores/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { noSqlite, sqlites } from "./sqlite.ts"
import { ioredisSubject, nodeRedisSubject, pgSubject, postgresJsSubject, sqliteSubject } from "./subjects.ts"

const claims = 2_000
const hold = <Tx>(make: () => Promise<WebhookStoreSubject<Tx>>) => testWebhookStore(make, { claims })

describe.skipIf(noRedis)(`redisStore passes the store tests${skipped(noRedis)}`, () => {
  let redis: Engine
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  it("by node-redis", () => hold(() => nodeRedisSubject(redis.url)), 120_000)
  it("by node-redis that returns strings as bytes", () => hold(() => nodeRedisSubject(redis.url, { texts: Buffer })))
  it("by ioredis", () => hold(() => ioredisSubject(redis.url)), 120_000)
  it("by ioredis that returns numbers as strings", () => hold(() => ioredisSubject(redis.url, { stringNumbers: true })))

  it("on a cluster, with each key in its own slot", async () => {
    const cluster = await startRedis("--cluster-enabled", "yes")
    const client = new Redis(cluster.url)
    onTestFinished(async () => {
      await client.quit()
      await cluster.stop()
    })
    await client.cluster("ADDSLOTSRANGE", 0, 16_383)
    await vi.waitFor(async () => expect(await client.cluster("INFO")).toContain("cluster_state:ok"), 10_000)
    const store = redisStore(client)
    const ids = Array.from({ length: 20 }, (_, n) => `evt_${n}`)
    const claim = () => Promise.all(ids.map((id) => store.claim(id, { lease: 1_000 })))
    const owners = (await claim()).map((claimed) => (claimed.state === "mine" ? claimed.owner : "none"))
    expect(await Promise.all(ids.map((id, at) => store.complete(id, owners[at] ?? "")))).toEqual(ids.map(() => true))
    expect(await claim()).toEqual(ids.map(() => ({ state: "done" })))
  })
})

describe.skipIf(noPostgres)(`postgresStore passes the store tests${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it("by pg", () => hold(() => pgSubject(server.url)), 120_000)
  it("by postgres.js", () => hold(() => postgresJsSubject(server.url)), 120_000)
  it("by pg that returns every value as text", () =>
    hold(() => pgSubject(server.url, { types: { getTypeParser: () => String } })))
  it("by postgres.js with its own column names and parsers", () => {
    const bool = { to: 16, from: [16], serialize: String, parse: String }
    return hold(() => postgresJsSubject(server.url, { transform: postgres.pascal, types: { bool } }))
  })

  it("with an existing table and a role that may not create one", async () => {
    const poolOf = (user: string) => new Pool({ connectionString: server.url.replace("mas", user) })
    const [owner, app] = [poolOf("mas"), poolOf("app")]
    onTestFinished(() => Promise.all([owner.end(), app.end()]).then(() => {}))
    await postgresStore(owner, { table: "theirs" }).migrate()
    await owner.query("create role app login; grant select, insert, update, delete on theirs to app")
    await owner.query("revoke create on schema public from public")
    const store = postgresStore(app, { table: "theirs" })
    await store.migrate()
    expect(await store.claim("evt_1", { lease: 1_000 })).toMatchObject({ state: "mine" })
    await expect(postgresStore(app, { table: "none" }).migrate()).rejects.toThrow("permission denied")
  })
})

describe.each(["node:sqlite", "better-sqlite3"] as const)("sqliteStore passes the store tests", (name) => {
  const open = sqlites[name]
  it.skipIf(open === undefined)(
    `by ${name}${skipped(noSqlite(name))}`,
    () => {
      if (open !== undefined) return hold(() => sqliteSubject(open))
    },
    120_000,
  )
})
