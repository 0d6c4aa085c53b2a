import { Cluster, Redis } from "ioredis"
import { Pool, type PoolConfig, types } from "pg"
import postgres, { type Options, type PostgresType } from "postgres"
import { createClient, createClientPool, createCluster } from "redis"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { testWebhookStore, type WebhookStoreSubject } from "../../../mock-server/index.ts"
import { createOutbox, inTransaction, type OutboxTx } from "../../../sdk/outbox/index.ts"
import {
  type IoRedis,
  type NodeRedis,
  postgresPace,
  postgresSetAside,
  postgresStore,
  redisPace,
  redisSetAside,
  redisStore,
} from "../../../sdk/stores/index.ts"
import { holdsOutbox } from "../../sdk/outbox/outbox-checks.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { type RedisCluster, startRedisCluster } from "../../support/engines/redis-cluster.ts"
import { skipped } from "../../support/skipped.ts"
import { holdsSetAside } from "./set-aside-checks.ts"
import { sharesPace } from "./shares-pace.ts"
import { pgSubject, postgresJsSubject } from "./subjects.ts"
import { age } from "./time.ts"

const claims = 500

/** Everything that uses Redis, over one client. `ages` lets time pass on every server. */
async function holdsOverRedis(client: NodeRedis | IoRedis, ages: (ms: number) => Promise<unknown>): Promise<void> {
  await testWebhookStore(async () => ({ store: redisStore(client), pass: ages }), { claims })
  await holdsSetAside(redisSetAside(client))
  await sharesPace(() => redisPace(client, { perSecond: 0.1 }))
}

describe.skipIf(noRedis)(`what uses Redis holds over its clients${skipped(noRedis)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startRedis("--appendfsync", "no")
  })
  afterAll(() => server.stop())

  async function withIoRedis(
    options: Readonly<Partial<Record<"keyPrefix" | "username" | "password", string>>> & {
      enableAutoPipelining?: boolean
      stringNumbers?: boolean
    },
  ) {
    const [client, admin] = [new Redis(server.url, options), new Redis(server.url)]
    onTestFinished(async () => {
      await Promise.all([client.quit(), admin.quit()])
    })
    await admin.flushall()
    await holdsOverRedis(client, (ms) => admin.eval(age, 0, `${ms}`))
    return admin
  }

  it("ioredis with keyPrefix: every key has it", async () => {
    const admin = await withIoRedis({ keyPrefix: "app:" })
    const keys = await admin.keys("*")
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !key.startsWith("app:"))).toEqual([])
  })

  it("ioredis with automatic pipelines", async () => {
    await withIoRedis({ enableAutoPipelining: true })
  })

  it("ioredis with numbers as text", async () => {
    await withIoRedis({ stringNumbers: true })
  })

  it("ioredis with a user that may use only the keys of the prefix", async () => {
    const admin = new Redis(server.url)
    onTestFinished(async () => void (await admin.quit()))
    const categories = ["-@all", "+@connection", "+@scripting", "+@read", "+@write", "+time", "+info"]
    await admin.call("ACL", ["SETUSER", "app", "on", ">secret", "~app:mas:*", ...categories])
    await withIoRedis({ keyPrefix: "app:", username: "app", password: "secret" })
  })

  it.each([2, 3] as const)("node-redis with RESP %d", async (RESP) => {
    const client = await createClient({ url: server.url, RESP }).connect()
    onTestFinished(() => client.close())
    await client.flushAll()
    await holdsOverRedis(client, (ms) => client.eval(age, { arguments: [`${ms}`] }))
  })

  it("node-redis with a pool of connections", async () => {
    const client = createClientPool({ url: server.url }, { minimum: 2, maximum: 4 })
    await client.connect()
    onTestFinished(() => client.close())
    await client.execute((one) => one.flushAll())
    await holdsOverRedis(client, (ms) => client.eval(age, { arguments: [`${ms}`] }))
  })
})

describe.skipIf(noRedis)(`what uses Redis holds on a cluster of three servers${skipped(noRedis)}`, () => {
  let cluster: RedisCluster
  beforeAll(async () => {
    cluster = await startRedisCluster()
  })
  afterAll(() => cluster.stop())

  /** Runs something on each server. */
  async function onServers(run: (admin: Redis) => Promise<unknown>): Promise<void> {
    for (const { host, port } of cluster.nodes) {
      const admin = new Redis(port, host)
      await run(admin).finally(() => admin.quit())
    }
  }
  const ages = (ms: number) => onServers((admin) => admin.eval(age, 0, `${ms}`))

  it.each([
    ["", {}],
    [" with automatic pipelines", { enableAutoPipelining: true }],
    [" with keyPrefix and automatic pipelines", { enableAutoPipelining: true, keyPrefix: "app:" }],
  ])("by ioredis%s", async (_, options) => {
    await onServers((admin) => admin.flushall())
    const client = new Cluster([...cluster.nodes], options)
    onTestFinished(async () => void (await client.quit()))
    await holdsOverRedis(client, ages)
  })

  it("by node-redis", async () => {
    await onServers((admin) => admin.flushall())
    const client = await createCluster({
      rootNodes: cluster.nodes.map(({ host, port }) => ({ socket: { host, port } })),
    }).connect()
    onTestFinished(() => client.close())
    await holdsOverRedis(client, ages)
  })
})

describe.skipIf(noPostgres)(`what uses Postgres holds over its clients${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres({ fsync: "off", deadlock_timeout: "100ms" })
  })
  afterAll(() => server.stop())

  /** A server's settings for the sessions of one client. */
  const sessions = {
    "odd date styles": "-c datestyle=SQL,DMY -c intervalstyle=sql_standard -c timezone=Asia/Kathmandu",
    "read committed": "-c default_transaction_isolation=read\\ committed",
    "repeatable read": "-c default_transaction_isolation=repeatable\\ read",
    serializable: "-c default_transaction_isolation=serializable",
    "other texts for values": "-c extra_float_digits=-15 -c bytea_output=escape -c standard_conforming_strings=off",
    "few messages and Latin 1": "-c client_min_messages=error -c client_encoding=LATIN1",
  }
  const bigints = (oid: number, format?: "text") =>
    oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format)
  const pgConfigs: Readonly<Record<string, PoolConfig>> = {
    ...Object.fromEntries(Object.entries(sessions).map(([name, options]) => [name, { options }])),
    "a pool of one": { max: 1 },
    "a parser of bigints": { types: { getTypeParser: bigints as never } },
  }
  const jsConfigs: Readonly<Record<string, Options<Record<string, PostgresType>>>> = {
    ...Object.fromEntries(Object.entries(sessions).map(([name, options]) => [name, { connection: { options } }])),
    "a pool of one": { max: 1 },
    "bigints as BigInt": { types: { bigint: postgres.BigInt as never } },
    "no prepared statements": { prepare: false, fetch_types: false },
    "columns in camel case": { transform: postgres.camel },
  }

  const holdsStore = <Tx>(make: () => Promise<WebhookStoreSubject<Tx>>) => testWebhookStore(make, { claims })
  const fresh = "drop table if exists mas_webhooks_set_aside, mas_pace, mas_outbox"

  it("by pg without prepared statements", async () => {
    const subject = await pgSubject(server.url)
    await holdsStore(async () => {
      const { pool, ...others } = subject
      return {
        ...others,
        store: postgresStore(pool, { prepare: false }),
        other: postgresStore(pool, { prepare: false }),
      }
    })
  })

  it.each(Object.keys(pgConfigs))("by pg with %s", async (name) => {
    const config = pgConfigs[name]
    await holdsStore(() => pgSubject(server.url, config))
    const pool = new Pool({ connectionString: server.url, ...config })
    onTestFinished(() => pool.end())
    await pool.query(fresh)
    const aside = postgresSetAside(pool)
    await aside.migrate()
    await holdsSetAside(aside)
    await sharesPace(() => postgresPace(pool, { perSecond: 0.1 }))
    await holdsOutbox<OutboxTx, Promise<string>>({
      make: (options) => createOutbox({ ...options, pool }),
      transaction: (work) => inTransaction(pool, work),
    })
  })

  it.each(Object.keys(jsConfigs))("by postgres.js with %s", async (name) => {
    const config = { ...jsConfigs[name], onnotice: () => {} }
    await holdsStore(() => postgresJsSubject(server.url, config))
    const sql = postgres(server.url, config)
    onTestFinished(() => sql.end())
    await sql.unsafe(fresh)
    const aside = postgresSetAside(sql)
    await aside.migrate()
    await holdsSetAside(aside)
    await sharesPace(() => postgresPace(sql, { perSecond: 0.1 }))
    await holdsOutbox<OutboxTx, Promise<string>>({
      make: (options) => createOutbox({ ...options, pool: sql }),
      transaction: (work) => sql.begin((tx) => work(tx)),
    })
  })

  // The next result of its connection begins with holes: porsager/postgres#1119.
  it("by postgres.js after statements that failed between two rows", async () => {
    const sql = postgres(server.url, { max: 1, onnotice: () => {} })
    onTestFinished(() => sql.end())
    await sql.unsafe(`${fresh}, mas_webhooks`)
    let failures = 0
    const afterFailure = new Proxy(sql, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name !== "unsafe") return value
        return async (...statement: Parameters<typeof sql.unsafe>) => {
          await target.unsafe("select 1 / (4 - n) from generate_series(1, 9) as n").catch(() => failures++)
          return target.unsafe(...statement)
        }
      },
    })
    const store = postgresStore(afterFailure)
    await store.migrate()
    const { owner = "" } = Object(await store.claim("evt_1", { lease: 60_000 }))
    expect(await store.claim("evt_1", { lease: 60_000 })).toEqual({ state: "busy" })
    expect([await store.complete("evt_1", owner), await store.transact("evt_1", () => {}, { lease: 60_000 })]).toEqual([
      true,
      "done",
    ])
    const aside = postgresSetAside(afterFailure)
    await aside.migrate()
    await holdsSetAside(aside)
    await sharesPace(() => postgresPace(afterFailure, { perSecond: 0.1 }))
    await holdsOutbox<OutboxTx, Promise<string>>({
      make: (options) => createOutbox({ ...options, pool: afterFailure }),
      transaction: (work) => sql.begin((tx) => work(tx)),
    })
    expect(failures).toBeGreaterThan(100)
  })
})
