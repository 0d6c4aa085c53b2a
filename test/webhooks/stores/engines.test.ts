import { afterAll, beforeAll, describe, it } from "vitest"
import { testWebhookStore, type WebhookStoreSubject } from "../../../mock-server/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { rounds } from "../../support/slow.ts"
import { noSqlite, sqlites } from "./sqlite.ts"
import { ioredisSubject, nodeRedisSubject, pgSubject, postgresJsSubject, sqliteSubject } from "./subjects.ts"

const claims = rounds(500, 10_000)
const hold = <Tx>(make: () => Promise<WebhookStoreSubject<Tx>>) => testWebhookStore(make, { claims })

describe.skipIf(noRedis)(`redisStore holds what receivers rely on${skipped(noRedis)}`, () => {
  let redis: Engine
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  it("by node-redis", () => hold(() => nodeRedisSubject(redis.url)), 120_000)
  it("by node-redis that gives texts as bytes", () => hold(() => nodeRedisSubject(redis.url, { texts: Buffer })))
  it("by ioredis", () => hold(() => ioredisSubject(redis.url)), 120_000)
  it("by ioredis that gives numbers as texts", () => hold(() => ioredisSubject(redis.url, { stringNumbers: true })))
})

describe.skipIf(noPostgres)(`postgresStore holds what receivers rely on${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it("by pg", () => hold(() => pgSubject(server.url)), 120_000)
  it("by postgres.js", () => hold(() => postgresJsSubject(server.url)), 120_000)
})

describe.each(["node:sqlite", "better-sqlite3"] as const)("sqliteStore holds what receivers rely on", (name) => {
  const open = sqlites[name]
  it.skipIf(open === undefined)(
    `by ${name}${skipped(noSqlite(name))}`,
    () => {
      if (open !== undefined) return hold(() => sqliteSubject(open))
    },
    120_000,
  )
})
