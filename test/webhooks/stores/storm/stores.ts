import { appendFileSync, readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { Redis } from "ioredis"
import { Pool } from "pg"
import postgres from "postgres"
import { createClient } from "redis"
import { postgresStore, redisStore, sqliteStore } from "../../../../sdk/stores/index.ts"
import {
  nodeWebhookHandler,
  type TransactionalStore,
  type WebhookEvent,
  type WebhookStore,
} from "../../../../sdk/webhooks/index.ts"
import { sqlites as openers, type sqlites } from "../sqlite.ts"
import { age, back } from "../time.ts"

export type StoreKind =
  | "mark first"
  | "asks before it claims"
  | "node-redis"
  | "ioredis"
  | "pg"
  | "postgres.js"
  | keyof typeof sqlites

/** A receiver on a store, and its database: effects are rows without a unique constraint. */
export interface StormStore {
  readonly handler: ReturnType<typeof nodeWebhookHandler>
  /** Makes the tables. */
  prepare(): unknown
  /** Advances the store's clock. */
  pass(ms: number): unknown
  /** The ids of all effects. */
  effects(): readonly string[] | Promise<readonly string[]>
}

const options = {
  secret: process.env.MAS_WEBHOOK_SECRET ?? "",
  // The service's clock is far ahead of this one.
  toleranceSeconds: Number.POSITIVE_INFINITY,
  onError: () => {},
}
const silent = () => {}
const nameOf = ({ name }: { name: string }) => name
const table = "create table if not exists effects (name text)"
const insert = "insert into effects values ($1)"
const select = "select name from effects"

const toFile = (file: string) => async (event: WebhookEvent) => {
  // Takes a moment, in which a crash can come.
  await setTimeout(5)
  appendFileSync(file, `${event.id}\n`)
}
/** A store without claims in progress. */
const storeOf = (isDone: (id: string) => Promise<boolean>, mark: (id: string) => unknown): WebhookStore => ({
  claim: async (id) => ((await isDone(id)) ? { state: "done" } : { state: "mine", owner: "" }),
  async complete(id) {
    await mark(id)
    return true
  },
  release: () => true,
})
/** The effect is a line in a file, beside the store. */
const byFile = (file: string, store: WebhookStore) => ({
  handler: nodeWebhookHandler({ ...options, store, onEvent: toFile(file) }),
  prepare: () => appendFileSync(file, ""),
  effects: () => readFileSync(file, "utf8").split("\n").slice(0, -1),
})
/** The effect is a row, written in the transaction that marks the event done. */
const byRow = <Tx>(store: TransactionalStore<Tx>, write: (tx: Tx, id: string) => unknown) =>
  nodeWebhookHandler({ ...options, store, onEvent: ({ id }, { tx }) => write(tx, id) })

export async function openStore(kind: StoreKind, address: string, file: string): Promise<StormStore> {
  switch (kind) {
    case "node-redis": {
      const client = await createClient({ url: address }).on("error", silent).connect()
      const pass = (ms: number) => client.eval(age, { arguments: [`${ms}`, "leases"] })
      return { ...byFile(file, redisStore(client)), pass }
    }
    // A fault for the storm to detect: marked before the work.
    case "mark first": {
      const client = await createClient({ url: address }).on("error", silent).connect()
      const mark = (id: string) => client.set(id, "done", { condition: "NX" })
      return {
        ...byFile(
          file,
          storeOf(async (id) => (await mark(id)) === null, silent),
        ),
        pass: silent,
      }
    }
    // Another fault: two concurrent claims both get a new event.
    case "asks before it claims": {
      const client = await createClient({ url: address }).on("error", silent).connect()
      const isDone = async (id: string) => (await client.exists(id)) === 1
      return {
        ...byFile(
          file,
          storeOf(isDone, (id) => client.set(id, "done")),
        ),
        pass: silent,
      }
    }
    case "ioredis": {
      const client = new Redis(address).on("error", silent)
      return { ...byFile(file, redisStore(client)), pass: (ms) => client.eval(age, 0, `${ms}`, "leases") }
    }
    case "pg": {
      const pool = new Pool({ connectionString: address }).on("error", silent)
      const store = postgresStore(pool)
      return {
        handler: byRow(store, (tx, id) => tx.query(insert, [id])),
        prepare: () => Promise.all([store.migrate(), pool.query(table)]),
        pass: (ms) => pool.query(back(ms)),
        effects: async () => (await pool.query<{ name: string }>(select)).rows.map(nameOf),
      }
    }
    case "postgres.js": {
      // Nobody awaits the query that it sends on each new connection: its failure would end the process.
      const sql = postgres(address, { onnotice: silent, fetch_types: false })
      const store = postgresStore(sql)
      return {
        handler: byRow(store, (tx, id) => tx.unsafe(insert, [id])),
        prepare: () => Promise.all([store.migrate(), sql.unsafe(table)]),
        pass: (ms) => sql.unsafe(back(ms)),
        effects: async () => (await sql<{ name: string }[]>`select name from effects`).map(nameOf),
      }
    }
    default: {
      const db = openers[kind]?.(address)
      if (db === undefined) throw new Error(`This Node has no ${kind}`)
      const store = sqliteStore(db)
      await store.migrate()
      return {
        handler: byRow(store, (tx, id) => tx.prepare("insert into effects values (?) returning name").get(id)),
        prepare: () => db.exec(table),
        pass: (ms) => db.exec(`update mas_webhooks set until = until - ${ms}`),
        effects: () =>
          db
            .prepare(select)
            .all()
            .map((row) => String(Object(row).name)),
      }
    }
  }
}
