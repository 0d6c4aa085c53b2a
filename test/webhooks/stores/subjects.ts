import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Redis } from "ioredis"
import { Pool, type PoolClient, type PoolConfig } from "pg"
import postgres, { type Options, type PostgresType, type TransactionSql } from "postgres"
import { createClient, RESP_TYPES } from "redis"
import type { WebhookStoreSubject } from "../../../mock-server/index.ts"
import { postgresStore, redisStore, sqliteStore } from "../../../sdk/stores/index.ts"
import type { FrozenPglite } from "../../support/engines/pglite.ts"
import type { OpenSqlite, TestDatabase } from "./sqlite.ts"
import { age, back } from "./time.ts"

export async function nodeRedisSubject(url: string, { texts = String as unknown } = {}): Promise<WebhookStoreSubject> {
  const options = { url, commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: texts as typeof Buffer } } }
  const [client, other] = await Promise.all([createClient(options).connect(), createClient(options).connect()])
  await client.flushAll()
  return {
    store: redisStore(client),
    other: redisStore(other),
    pass: (ms) => client.eval(age, { arguments: [`${ms}`] }),
    close: () => Promise.all([client.close(), other.close()]),
  }
}

export async function ioredisSubject(url: string, { stringNumbers = false } = {}): Promise<WebhookStoreSubject> {
  const [client, other] = [new Redis(url, { stringNumbers }), new Redis(url, { stringNumbers })]
  await client.flushall()
  return {
    store: redisStore(client),
    other: redisStore(other),
    pass: (ms) => client.eval(age, 0, `${ms}`),
    close: () => Promise.all([client.quit(), other.quit()]),
  }
}

const fresh = "drop table if exists mas_webhooks, effects; create table effects (name text)"
const nameOf = (row: unknown) => String(Object.values(Object(row))[0])

export async function pgSubject(connectionString: string, config: PoolConfig = {}) {
  const [pool, another] = [new Pool({ connectionString, ...config }), new Pool({ connectionString, ...config })]
  await pool.query(fresh)
  const [store, other] = [postgresStore(pool), postgresStore(another)]
  await Promise.all([store.migrate(), other.migrate()])
  return {
    store,
    other,
    pool,
    pass: (ms) => pool.query(back(ms)),
    effects: {
      write: (tx, name) => tx.query("insert into effects values ($1)", [name]),
      written: async () => (await pool.query("select name from effects")).rows.map(nameOf),
    },
    close: () => Promise.all([pool.end(), another.end()]),
  } satisfies WebhookStoreSubject<PoolClient> & { pool: Pool }
}

export async function postgresJsSubject(url: string, overrides: Options<Record<string, PostgresType>> = {}) {
  const options = { onnotice: () => {}, ...overrides }
  const [sql, another] = [postgres(url, options), postgres(url, options)]
  await sql.unsafe(fresh)
  const [store, other] = [postgresStore(sql), postgresStore(another)]
  await Promise.all([store.migrate(), other.migrate()])
  return {
    store,
    other,
    pass: (ms) => sql.unsafe(back(ms)),
    effects: {
      write: (tx, name) => tx`insert into effects values (${name})`,
      written: async () => (await sql`select name from effects`).map(nameOf),
    },
    close: () => Promise.all([sql.end(), another.end()]),
  } satisfies WebhookStoreSubject<TransactionSql>
}

export async function pgliteSubject({ db, pass }: FrozenPglite) {
  await db.exec(fresh)
  const store = postgresStore(db)
  await store.migrate()
  return {
    store,
    pass,
    effects: {
      write: (tx, name) => tx.query("insert into effects values ($1)", [name]),
      written: async () => (await db.query("select name from effects")).rows.map(nameOf),
    },
  } satisfies WebhookStoreSubject<Parameters<Parameters<typeof db.transaction>[0]>[0]>
}

export async function sqliteSubject(open: OpenSqlite): Promise<WebhookStoreSubject<TestDatabase>> {
  const folder = mkdtempSync(join(tmpdir(), "mas-sqlite-"))
  const [db, another] = [open(join(folder, "webhooks.db")), open(join(folder, "webhooks.db"))]
  const [store, other] = [sqliteStore(db), sqliteStore(another)]
  await store.migrate()
  await other.migrate()
  db.exec("create table effects (name text)")
  return {
    store,
    other,
    pass: (ms) => db.exec(`update mas_webhooks set until = until - ${ms}`),
    effects: {
      write: (tx, name) => tx.prepare("insert into effects values (?) returning name").get(name),
      written: () => db.prepare("select name from effects").all().map(nameOf),
    },
    close() {
      db.close()
      another.close()
      rmSync(folder, { recursive: true })
    },
  }
}
