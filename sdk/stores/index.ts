export type { SetAsideEvent, SetAsideStore, WebhookEvent } from "../webhooks/set-aside.ts"
export type { TransactionalStore, WebhookClaim, WebhookStore } from "../webhooks/store.ts"
export type { CeilingReply, CeilingStore, CeilingUse, SendingStop, SendLimit } from "./ceiling.ts"
export { memoryCeiling } from "./memory-ceiling.ts"
export { memoryPace } from "./memory-pace.ts"
export type { StoreOptions } from "./options.ts"
export type { Pace, PacedRequest, PaceOptions, TurnOptions } from "./pace.ts"
export { type PostgresStoreOptions, postgresStore, type SqlStore } from "./postgres.ts"
export { type PostgresCeilingOptions, postgresCeiling, type SqlCeiling } from "./postgres-ceiling.ts"
export type {
  NamedStatement,
  PgClient,
  Pglite,
  PgPool,
  PgPoolClient,
  PostgresJs,
  PostgresJsClient,
  Rows as SqlRows,
  SqlValue,
} from "./postgres-clients.ts"
export { type PostgresPaceOptions, postgresPace, type SqlPace } from "./postgres-pace.ts"
export { type IoRedis, type NodeRedis, type RedisStoreOptions, redisStore } from "./redis.ts"
export { type RedisCeilingOptions, redisCeiling } from "./redis-ceiling.ts"
export { type RedisPaceOptions, redisPace } from "./redis-pace.ts"
export { type RedisSetAsideOptions, redisSetAside } from "./redis-set-aside.ts"
export { memorySetAside } from "./set-aside.ts"
export { postgresSetAside, type SqlSetAside, type SqlSetAsideOptions, sqliteSetAside } from "./sql-set-aside.ts"
export type { Value as SqliteValue } from "./sqlite.ts"
export { type SqliteDatabase, sqliteStore } from "./sqlite.ts"
