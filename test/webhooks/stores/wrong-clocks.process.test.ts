import { Redis } from "ioredis"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, it } from "vitest"
import type { WebhookStoreSubject } from "../../../mock-server/index.ts"
import { postgresSetAside, redisSetAside, sqliteSetAside } from "../../../sdk/stores/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { noSqlite, sqlites } from "./sqlite.ts"
import { ioredisSubject, pgSubject, sqliteSubject } from "./subjects.ts"
import { freesImpossibleLeases, freesImpossibleRetries } from "./wrong-clocks.ts"

describe.skipIf(noRedis)(`Redis whose clock was ahead${skipped(noRedis)}`, () => {
  let redis: Engine
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  it("keeps no webhook waiting", async () => {
    const subject = await ioredisSubject(redis.url)
    await freesImpossibleLeases(subject).finally(() => subject.close?.())
  })

  it("keeps no event that is set aside waiting", async () => {
    const client = new Redis(redis.url)
    const setBack = async (ms: number) => {
      for (const key of await client.keys("mas:{set-aside}:event:*")) await client.hincrbyfloat(key, "taken", ms)
    }
    await freesImpossibleRetries(redisSetAside(client), setBack).finally(() => client.quit())
  })
})

describe.skipIf(noPostgres)(`Postgres whose clock was ahead${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it("keeps no webhook waiting", async () => {
    const subject = await pgSubject(server.url)
    await freesImpossibleLeases<never>(subject as WebhookStoreSubject<never>).finally(() => subject.close())
  })

  it("keeps no event that is set aside waiting", async () => {
    const pool = new Pool({ connectionString: server.url })
    const store = postgresSetAside(pool)
    await store.migrate()
    const setBack = (ms: number) => pool.query(`update mas_webhooks_set_aside set taken_until = taken_until + ${ms}`)
    await freesImpossibleRetries(store, setBack).finally(() => pool.end())
  })
})

describe.each(["node:sqlite", "better-sqlite3"] as const)("SQLite whose clock was ahead", (name) => {
  const open = sqlites[name]

  it.skipIf(open === undefined)(`keeps nobody waiting, by ${name}${skipped(noSqlite(name))}`, async () => {
    if (!open) return
    const subject = await sqliteSubject(open)
    await freesImpossibleLeases(subject).finally(() => subject.close?.())
    const db = open(":memory:")
    const store = sqliteSetAside(db)
    await store.migrate()
    const setBack = (ms: number) => db.exec(`update mas_webhooks_set_aside set taken_until = taken_until + ${ms}`)
    await freesImpossibleRetries(store, setBack).finally(() => db.close())
  })
})
