import type { PGlite, Transaction } from "@electric-sql/pglite"
import { expect, it } from "vitest"
import { createOutbox, type OutboxTx, type PostgresOutbox } from "../../../sdk/outbox/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { holdsOutbox, receipt } from "./outbox-checks.ts"
import { holdsSenders } from "./sender-checks.ts"

const addTo = (db: PGlite, outbox: PostgresOutbox, order: number) =>
  db.transaction((tx: Transaction) => outbox.add(tx, receipt(order), { key: order }))

it("the outbox in PGlite sends what was committed, once", async () => {
  const { db } = await frozenPglite()
  await holdsOutbox<OutboxTx, Promise<string>>({
    make: (options) => createOutbox({ ...options, pool: db }),
    transaction: (work) => db.transaction((tx: Transaction) => work(tx)),
  })
})

it("the outbox in PGlite repeats what may have been accepted by the same sender only", { tags: "slow" }, async () => {
  const { db } = await frozenPglite()
  await holdsSenders<OutboxTx, Promise<string>>(
    {
      make: (options) => createOutbox({ ...options, pool: db }),
      transaction: (work) => db.transaction((tx: Transaction) => work(tx)),
    },
    (statement) => db.exec(statement),
  )
})

it("the outbox in PGlite leaves each row to one process for its lease, and changes no other row", async () => {
  const { db, pass, now } = await frozenPglite()
  const failures: unknown[] = [new Error("first"), new Error("second")]
  const sent: string[] = []
  const stop = new AbortController()
  async function send(_: unknown, { idempotencyKey }: { idempotencyKey: string }) {
    if (failures.length > 0) throw failures.shift()
    const id = sent.push(idempotencyKey)
    if (id === 3) stop.abort()
    return { id }
  }
  const outbox = createOutbox({ pool: db, mas: { messages: { send }, clock: { now } } })
  await outbox.migrate()
  const ids: string[] = []
  for (let order = 1; order <= 3; order++) {
    ids.push(await addTo(db, outbox, order))
    await pass(10)
  }
  const rounds = (lease: number, broken?: Error) =>
    new Promise<string[]>((resolve, reject) => {
      const handedOver = new AbortController()
      async function addBulk(jobs: { data: { id: string } }[]) {
        if (broken) throw broken
        resolve(jobs.map(({ data }) => data.id))
        handedOver.abort()
      }
      const onError = (error: unknown) => {
        handedOver.abort()
        reject(error)
      }
      outbox.bullmq({ addBulk }, { lease, signal: handedOver.signal, onError })
    })
  const rows = async () =>
    (
      await db.query(
        "select attempts, error, extract(epoch from due_at - now())::int as due from mas_outbox order by id",
      )
    ).rows
  // What a queue did not accept is due at once; what it accepted is due again after the lease.
  await expect(rounds(60_000, new Error("no queue"))).rejects.toThrow("no queue")
  expect((await rounds(60_000)).sort()).toEqual([...ids].sort())
  await pass(59_000)
  expect(await rows()).toEqual(Array(3).fill({ attempts: 0, error: null, due: 1 }))
  await pass(1_000)
  expect((await rounds(10_000)).sort()).toEqual([...ids].sort())
  // A failure concerns its own row; the pause doubles.
  expect([await outbox.send(ids[0] ?? ""), await outbox.send(ids[0] ?? "")]).toEqual(["waits", "waits"])
  expect(await rows()).toEqual([
    { attempts: 2, error: "second", due: 2 },
    { attempts: 0, error: null, due: 10 },
    { attempts: 0, error: null, due: 10 },
  ])
  expect(await outbox.send(ids[1] ?? "")).toBe("sent")
  expect(await outbox.byMessage(1)).toMatchObject({ id: ids[1], attempts: 0, error: null })
  expect([await outbox.send(ids[1] ?? ""), await outbox.failed()]).toEqual(["none", []])
  await pass(10_000)
  // The longest due first.
  await outbox.poll({ concurrency: 1, signal: stop.signal })
  expect(sent).toEqual([ids[1], ids[0], ids[2]])
})

it.each([
  ["due", "select id from mas_outbox where waits_for = 'retry' and due_at <= now() order by due_at limit 10"],
  [
    "failed",
    "select id from mas_outbox where due_at is null and sent_at is null and waits_for <> 'person' order by id",
  ],
  ["message", "select id from mas_outbox where message_id = 1"],
])("the outbox has an index of rows by what is looked up: %s", async (name, query) => {
  const { db } = await frozenPglite()
  await createOutbox({ pool: db }).migrate()
  await db.exec("set enable_seqscan = off")
  const { rows } = await db.query(`explain ${query}`)
  await db.exec("set enable_seqscan = on")
  expect(JSON.stringify(rows)).toContain(`mas_outbox_${name}`)
})

it("outbox.add refuses what has no transaction open, and writes nothing", async () => {
  const { db } = await frozenPglite()
  const outbox = createOutbox({ pool: db })
  await outbox.migrate()
  await expect(outbox.add(db as never, receipt(1), { key: 1, delay: 5 } as never)).rejects.toThrow("delay")
  await expect(outbox.add(db as never, receipt(1), undefined as never)).rejects.toThrow("key is missing")
  // @ts-expect-error a pool is no transaction
  await expect(outbox.add(db, receipt(1), { key: 1 })).rejects.toThrow("tx has no transaction open, so the message was")
  const client: OutboxTx = { query: (text, values) => db.query(text, values) }
  await expect(outbox.add(client, receipt(1), { key: 1 })).rejects.toThrow("use a client after `begin`")
  // What returns no rows is found before the message is written.
  const mute: OutboxTx = { query: async () => ({ rows: [] }) }
  const nothing = { query: async () => undefined } as never
  for (const each of [mute, nothing])
    await expect(outbox.add(each, receipt(1), { key: 1 })).rejects.toThrow("outbox.add takes a client of pg")
  expect((await db.query("select id from mas_outbox")).rows).toEqual([])
  await db.query("begin")
  // ORMs return the rows themselves.
  const orm: OutboxTx = { query: async (text, values) => (await db.query(text, values)).rows }
  const id = await outbox.add(orm, receipt(1), { key: 1 })
  await db.query("commit")
  expect((await db.query("select id from mas_outbox")).rows).toEqual([{ id }])
  // As after a rollback, the client is free of its former transaction.
  await expect(outbox.add(client, receipt(2), { key: 2 })).rejects.toThrow("no transaction open")
})

it("outbox.add takes an EntityManager of TypeORM, whose query returns the rows themselves", async () => {
  const { db } = await frozenPglite()
  const outbox = createOutbox({ pool: db })
  await outbox.migrate()
  const id = await db.transaction((tx: Transaction) => {
    const manager = {
      transaction: () => Promise.reject(new Error("not asked for")),
      query: async (text: string, values?: unknown[]): Promise<never> => (await tx.query(text, values)).rows as never,
    }
    return outbox.add(manager, receipt(1), { key: 1 })
  })
  expect((await db.query("select id from mas_outbox")).rows).toEqual([{ id }])
})

it("outbox.add compares messages as values, and refuses options that it does not know", async () => {
  const { db } = await frozenPglite()
  const outbox = createOutbox({ pool: db })
  await outbox.migrate()
  const add = (message: object, options: object = {}) =>
    db.transaction((tx: Transaction) => outbox.add(tx, message as never, { key: 1, ...options }))
  const message = { ...receipt(1), data: { order: 1, items: [{ name: "Tea", cents: 5 }] } }
  const reordered = Object.fromEntries(Object.entries(message).reverse())
  const id = await add(message)
  expect(await add({ ...reordered, data: { items: [{ cents: 5, name: "Tea" }], order: 1 } })).toBe(id)
  await expect(add({ ...message, data: { order: 2, items: [] } })).rejects.toThrow("another message with the key")
  for (const option of ["delay", "idempotencyKey", "priority"])
    await expect(add(message, { [option]: 1 })).rejects.toThrow(`${option} is not an option of outbox.add`)
})
