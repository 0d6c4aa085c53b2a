import type { PGlite } from "@electric-sql/pglite"
import type { Day } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox, type Outbox, type OutboxOptions, type OutboxSqlite } from "../../../sdk/outbox/index.ts"
import type { PgClient } from "../../../sdk/stores/postgres-clients.ts"
import type { TestDatabase } from "../../webhooks/stores/sqlite.ts"
import type { Mistake, Send } from "./mistakes.ts"
import { receipt } from "./outbox-checks.ts"
import { sqliteTransaction } from "./sqlite-transaction.ts"

/** A program's access to the shop's database while it runs. */
export interface Life<Tx> {
  makeOutbox(options: OutboxOptions): Outbox<Tx, string | Promise<string>>
  /** Runs work in a transaction; a thrown error rolls it back and is rethrown. */
  transaction(work: (tx: Tx) => Promise<void>): Promise<void>
  /** Runs a statement, in a transaction if one is given. */
  ask(sql: string, tx?: Tx): Promise<readonly unknown[]>
  /** Whether a statement can run now: no transaction is open. */
  isFree(): boolean
  /** Cuts off running work, as a crash does. */
  end(): unknown
}

export const sqliteLife = (db: TestDatabase): Life<OutboxSqlite> => ({
  makeOutbox: (options) => createOutbox({ ...options, db }),
  transaction: sqliteTransaction(db),
  async ask(sql) {
    if (sql.startsWith("select")) return db.prepare(sql).all()
    db.exec(sql)
    return []
  },
  isFree: () => true,
  end: () => db.close(),
})

let open = 0

/** All share one PGlite, which has one connection: a program's running work fails when it crashes. */
export function pgliteLife(db: PGlite): Life<PgClient> {
  let end = () => {}
  const crash = new Promise<never>((_, reject) => {
    end = () => reject(new Error("The program has crashed"))
  })
  crash.catch(() => {})
  const client = (on: Pick<PGlite, "query">): PgClient => ({
    query: (text, values) => Promise.race([on.query(String(text), values), crash]),
  })
  const pool = {
    ...client(db),
    async transaction(work: (tx: PgClient) => Promise<unknown>) {
      open++
      try {
        await db.transaction((tx) => Promise.race([work(client(tx)), crash]))
      } finally {
        open--
      }
    },
  }
  return {
    makeOutbox: (options) => createOutbox({ ...options, pool }),
    transaction: pool.transaction,
    ask: async (sql, tx = pool) => (await tx.query(sql)).rows,
    isFree: () => open === 0,
    end,
  }
}

const orders = 8

/** A shop's day on an empty database, which `open` opens. One program takes orders, the other sends their receipts. */
export async function liveWithOutbox<Tx>(day: Day, open: () => Life<Tx>, mistake?: Mistake): Promise<void> {
  const firstLife = open()
  await firstLife.makeOutbox({}).migrate()
  await firstLife.ask("create table orders (number integer primary key)")
  const numbers = async (query: string, life = firstLife) =>
    (await life.ask(query)).map((row) => Number(Object.values(Object(row))[0]))
  const placed = (life = firstLife) => numbers("select number from orders", life)

  function begin(mas: Mas) {
    const life = open()
    const { messages } = mas
    const send: Send = (message, options) => messages.send(message, options)
    const sender = { send: mistake?.sender?.(send, life.ask) ?? send }
    return { life, send, outbox: life.makeOutbox({ mas: { messages: sender } }) }
  }
  const crash = ({ life }: ReturnType<typeof begin>) => life.end()
  const shop = day.process("shop", ({ clientOptions }) => begin(new Mas(clientOptions)), { crash })
  day.process(
    "sender",
    ({ clientOptions }) => {
      const program = begin(new Mas(clientOptions))
      void program.outbox.poll({ every: 300_000, concurrency: 3 })
      return program
    },
    { crash },
  )
  const receipts = () => day.world.messages.list().map(({ subject }) => Number(subject?.split(" ").at(-1)))
  day.always("no order has two receipts", () => new Set(receipts()).size === receipts().length)
  day.always("no receipt is without its order", async () => {
    if (!firstLife.isFree()) return true
    const all = await placed()
    return receipts().every((number) => all.includes(number))
  })
  day.eventually("every order has its receipt", () => receipts().length === orders)
  day.eventually("and knows it", async () => {
    const sentIds = await numbers("select message_id from mas_outbox where sent_at is not null and error is null")
    const ids = day.world.messages.list().map(({ id }) => id)
    return JSON.stringify(sentIds.sort((a, b) => a - b)) === JSON.stringify(ids.sort((a, b) => a - b))
  })

  const order = (number: number) =>
    shop.call(async ({ life, send, outbox }) => {
      if ((await placed(life)).includes(number)) return
      await life.transaction(async (tx) => {
        await life.ask(`insert into orders values (${number})`, tx)
        const id = await outbox.add(tx, receipt(number), { key: ["receipt", number] })
        if (mistake?.isEager) await send(receipt(number), { idempotencyKey: id })
      })
    })
  // As a customer without a response does.
  await day.times(orders, async (number) => {
    while (!(await placed()).includes(number)) {
      await order(number).catch(() => {})
      await day.sleep("1m")
    }
  })
}
