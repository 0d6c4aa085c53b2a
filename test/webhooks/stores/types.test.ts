import type { PGlite, Transaction } from "@electric-sql/pglite"
import type Database from "better-sqlite3"
import type { Redis } from "ioredis"
import type { Pool, PoolClient } from "pg"
import type { Sql, TransactionSql } from "postgres"
import type { createClient } from "redis"
import { describe, expectTypeOf, it } from "vitest"
import { postgresStore, redisStore, sqliteStore } from "../../../sdk/stores/index.ts"
import { memoryStore, nodeWebhookHandler, type TransactionalStore } from "../../../sdk/webhooks/index.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

describe("the types of the stores", () => {
  it("accept the clients of the packages, and pass on their transactions", () => {
    const factories = {
      pg: (pool: Pool) => postgresStore(pool),
      postgresJs: (sql: Sql) => postgresStore(sql),
      pglite: (db: PGlite) => postgresStore(db),
      betterSqlite: (db: Database.Database) => sqliteStore(db),
      nodeRedis: (client: ReturnType<typeof createClient>) => redisStore(client),
      ioredis: (client: Redis) => redisStore(client),
    }
    type Made<Name extends keyof typeof factories> = ReturnType<(typeof factories)[Name]>
    expectTypeOf<Made<"pg">>().toExtend<TransactionalStore<PoolClient>>()
    expectTypeOf<Made<"postgresJs">>().toExtend<TransactionalStore<TransactionSql>>()
    expectTypeOf<Made<"pglite">>().toExtend<TransactionalStore<Transaction>>()
    expectTypeOf<Made<"betterSqlite">>().toExtend<TransactionalStore<Database.Database>>()
  })

  it("reach onEvent: the store's transaction, or none if it has none", () => {
    const handlers = (pool: Pool, sql: Sql) => [
      nodeWebhookHandler({
        secret,
        store: postgresStore(pool),
        onEvent: (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<PoolClient>(),
      }),
      nodeWebhookHandler({
        secret,
        store: postgresStore(sql),
        onEvent: (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<TransactionSql>(),
      }),
      nodeWebhookHandler({
        secret,
        store: postgresStore(pool),
        transaction: true,
        onEvent: (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<PoolClient>(),
      }),
      nodeWebhookHandler({
        secret,
        store: postgresStore(pool),
        transaction: false,
        onEvent: (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<undefined>(),
      }),
      nodeWebhookHandler({
        secret,
        store: memoryStore(),
        onEvent: (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<undefined>(),
      }),
      nodeWebhookHandler({
        secret,
        onEvent: (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<undefined>(),
      }),
    ]
    expectTypeOf(handlers).toBeFunction()
  })
})
