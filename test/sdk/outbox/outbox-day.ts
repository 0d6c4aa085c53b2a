import type { Day } from "../../../mock-server/index.ts"
import { type IdempotentOptions, Mas, type SendMessage } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import type { TestDatabase } from "../../webhooks/stores/sqlite.ts"
import { receipt } from "./outbox-checks.ts"

type Send = (message: SendMessage, options?: IdempotentOptions) => ReturnType<Mas["messages"]["send"]>

/** A mistake that a shop could make. */
export interface Mistake {
  /** Wraps the client's method. */
  readonly sender?: (send: Send, db: TestDatabase) => Send
  /** Sends before the order is committed. */
  readonly isEager?: boolean
}

const orders = 8

/** A day of a shop on SQLite, whose file `open` opens. One program takes orders, the other sends their receipts. */
export async function liveWithOutbox(day: Day, open: () => TestDatabase, mistake: Mistake = {}): Promise<void> {
  function begin(mas: Mas) {
    const db = open()
    const { messages } = mas
    const send: Send = (message, options) => messages.send(message, options)
    const sender = Object.assign(Object.create(messages), { send: mistake.sender?.(send, db) ?? send })
    return { db, send, outbox: createOutbox({ mas: { messages: sender }, db }) }
  }
  const crash = ({ db }: { readonly db: TestDatabase }) => db.close()
  const own = begin(new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1" }))
  await own.outbox.migrate()
  own.db.exec("create table orders (number integer primary key)")
  const numbers = (query: string) =>
    own.db
      .prepare(query)
      .all()
      .map((row) => Number(Object.values(Object(row))[0]))

  const shop = day.process("shop", ({ clientOptions }) => begin(new Mas(clientOptions)), { crash })
  day.process(
    "sender",
    ({ clientOptions }) => {
      const life = begin(new Mas(clientOptions))
      void life.outbox.poll({ every: 300_000, concurrency: 3 })
      return life
    },
    { crash },
  )
  const placed = () => numbers("select number from orders")
  const receipts = () => day.world.messages.list().map(({ subject }) => Number(subject?.split(" ").at(-1)))
  day.always("no order has two receipts", () => new Set(receipts()).size === receipts().length)
  day.always("no receipt is without its order", () => new Set([...placed(), ...receipts()]).size === placed().length)
  day.eventually("every order has its receipt", () => receipts().length === orders)
  day.eventually("and knows it", () => {
    const known = numbers("select message_id from mas_outbox where sent_at is not null and error is null")
    const ids = day.world.messages.list().map(({ id }) => id)
    return JSON.stringify(known.sort((a, b) => a - b)) === JSON.stringify(ids.sort((a, b) => a - b))
  })

  const order = (number: number) =>
    shop.call(async ({ db, send, outbox }) => {
      if (placed().includes(number)) return
      db.exec("begin immediate")
      try {
        db.exec(`insert into orders values (${number})`)
        const id = outbox.add(db, receipt(number), { key: ["receipt", number] })
        if (mistake.isEager) await send(receipt(number), { idempotencyKey: id })
        db.exec("commit")
      } catch (error) {
        db.exec("rollback")
        throw error
      }
      return true
    })
  // As a customer does who got no answer.
  await day.times(orders, async (number) => {
    while ((await order(number).catch(() => undefined)) === undefined && !placed().includes(number))
      await day.sleep("1m")
  })
}
