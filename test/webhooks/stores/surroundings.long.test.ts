import { Pool, type PoolConfig } from "pg"
import { afterAll, beforeAll, describe, it, onTestFinished } from "vitest"
import { testWebhookStore } from "../../../mock-server/index.ts"
import { createOutbox, inTransaction, type OutboxTx } from "../../../sdk/outbox/index.ts"
import { postgresPace, postgresSetAside, postgresStore } from "../../../sdk/stores/index.ts"
import { holdsOutbox } from "../../sdk/outbox/outbox-checks.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPgBouncer, startPgBouncer } from "../../support/engines/pgbouncer.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"
import { holdsSetAside } from "./set-aside-checks.ts"
import { sharesPace } from "./shares-pace.ts"
import { back } from "./time.ts"

/** How a program reaches Postgres. `admin` owns the tables. */
interface Surroundings {
  readonly admin: string
  readonly url: string
  readonly config?: PoolConfig
  /** False where no connection may keep a prepared statement. */
  readonly prepare?: boolean
  /** The schema of the tables, with its dot. */
  readonly schema?: string
}

describe.skipIf(noPostgres)(`what uses Postgres holds in other surroundings${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres({ fsync: "off", deadlock_timeout: "100ms" })
  })
  afterAll(() => server.stop())

  /** Everything that uses Postgres, with tables that the owner made. */
  async function holds({ admin, url, config = {}, prepare = true, schema = "" }: Surroundings): Promise<void> {
    const owner = new Pool({ connectionString: admin })
    const [pool, another] = [
      new Pool({ connectionString: url, ...config }),
      new Pool({ connectionString: url, ...config }),
    ]
    onTestFinished(async () => {
      await Promise.all([owner, pool, another].map((one) => one.end()))
    })
    const table = (name: string) => ({ table: `${schema}${name}` })
    const names = ["mas_webhooks", "effects", "mas_webhooks_set_aside", "mas_pace", "mas_outbox"]
    const dropAll = `drop table if exists ${names.map((name) => schema + name).join(", ")}`
    const grant = `grant select, insert, update, delete on all tables in schema ${schema.slice(0, -1) || "public"} to public`

    await testWebhookStore(
      async () => {
        await owner.query(dropAll)
        await postgresStore(owner, table("mas_webhooks")).migrate()
        await owner.query(`create table ${schema}effects (name text); ${grant}`)
        const open = (of: Pool) => postgresStore(of, { ...table("mas_webhooks"), prepare })
        await open(pool).migrate()
        return {
          store: open(pool),
          other: open(another),
          pass: (ms) => owner.query(back(ms).replace("mas_webhooks", `${schema}mas_webhooks`)),
          effects: {
            write: (tx, name) => tx.query(`insert into ${schema}effects values ($1)`, [name]),
            written: async () => (await owner.query(`select name from ${schema}effects`)).rows.map(({ name }) => name),
          },
        }
      },
      { claims: 500 },
    )
    await postgresSetAside(owner, table("mas_webhooks_set_aside")).migrate()
    await postgresPace(owner, { perSecond: 1, ...table("mas_pace") }).migrate()
    await createOutbox({ pool: owner, ...table("mas_outbox") }).migrate()
    await owner.query(grant)
    await holdsSetAside(postgresSetAside(pool, table("mas_webhooks_set_aside")))
    await sharesPace(() => postgresPace(pool, { perSecond: 0.1, ...table("mas_pace") }))
    await holdsOutbox<OutboxTx, Promise<string>>({
      make: (options) => createOutbox({ ...table("mas_outbox"), ...options, pool }),
      transaction: (work) => inTransaction(pool, work),
    })
  }

  it("a pool of two", () => holds({ admin: server.url, url: server.url, config: { max: 2 } }))

  it("a role that may only read and write the rows of the tables", async () => {
    const admin = new Pool({ connectionString: server.url })
    await admin.query("create role app login; revoke create on schema public from public")
    await admin.end()
    await holds({ admin: server.url, url: server.url.replace("mas@", "app@") })
  })

  it("a schema of its own", async () => {
    const admin = new Pool({ connectionString: server.url })
    await admin.query("create schema shop; grant usage on schema shop to public")
    await admin.end()
    await holds({ admin: server.url, url: server.url, schema: "shop." })
  })

  describe.skipIf(noPgBouncer)(`PgBouncer in transaction mode${skipped(noPgBouncer)}`, () => {
    let bouncer: Engine
    beforeAll(async () => {
      bouncer = await startPgBouncer(server)
    })
    afterAll(() => bouncer.stop())

    it("by pg", () => holds({ admin: server.url, url: bouncer.url, prepare: false }))
  })
})
