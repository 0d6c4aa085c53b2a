import { Redis } from "ioredis"
import { Pool } from "pg"
import postgres from "postgres"
import { createClient } from "redis"
import { describe, expect, it, onTestFinished } from "vitest"
import { postgresSetAside, redisSetAside } from "../../../sdk/stores/index.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { holdsSetAside } from "./set-aside-checks.ts"

describe("set-aside events are kept, retried by one owner at a time, and dropped", () => {
  it.skipIf(noPostgres)(`in PostgreSQL, by pg and by postgres.js${skipped(noPostgres)}`, async () => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    const [pool, sql] = [new Pool({ connectionString: server.url }), postgres(server.url, { onnotice: () => {} })]
    for (const store of [postgresSetAside(pool), postgresSetAside(sql, { table: "Aside" })]) {
      await store.migrate()
      await holdsSetAside(store)
    }
    // Programs start at once, and the program's role may not create tables.
    const pools = Array.from({ length: 4 }, () => new Pool({ connectionString: server.url }))
    for (const table of ["a", "b", "c", "d"])
      await Promise.all(pools.map((each) => postgresSetAside(each, { table }).migrate()))
    await pool.query("create role app; grant all on a to app")
    await pool.query("revoke create on schema public from public")
    const url = new URL(server.url)
    url.searchParams.set("options", "-c role=app")
    const ofApp = new Pool({ connectionString: url.href })
    await postgresSetAside(ofApp, { table: "a" }).migrate()
    await expect(postgresSetAside(ofApp, { table: "missing" }).migrate()).rejects.toThrow("permission denied")
    await Promise.all([pool.end(), sql.end(), ofApp.end(), ...pools.map((each) => each.end())])
  })

  it.skipIf(noRedis)(`in Redis, by node-redis and by ioredis${skipped(noRedis)}`, async () => {
    const server = await startRedis()
    onTestFinished(server.stop)
    const [client, io] = [await createClient({ url: server.url }).connect(), new Redis(server.url)]
    await holdsSetAside(redisSetAside(client))
    await holdsSetAside(redisSetAside(io, { prefix: "other:" }))
    await Promise.all([client.close(), io.quit()])
  })
})
