import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox, type OutboxSqlite } from "../../../sdk/outbox/index.ts"
import { noSqlite, sqlites, type TestDatabase } from "../../webhooks/stores/sqlite.ts"
import { holdsOutbox, receipt } from "./outbox-checks.ts"

const names = Object.keys(sqlites) as (keyof typeof sqlites)[]
const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1" })

describe.each(names)("the outbox in SQLite by %s, where there is one,", (name) => {
  function open() {
    const db = sqlites[name]?.(":memory:")
    if (db === undefined) expect(noSqlite(name)).toBeDefined()
    else onTestFinished(() => void db.close())
    return db
  }

  it("sends what was committed, once", async () => {
    const db = open()
    if (db === undefined) return
    await holdsOutbox<OutboxSqlite, string>({
      make: (options) => createOutbox({ ...options, db }),
      async transaction(work) {
        db.exec("begin immediate")
        try {
          await work(db)
          db.exec("commit")
        } catch (error) {
          db.exec("rollback")
          throw error
        }
      },
    })
  })

  it("has added when the call returns, and throws at once what is wrong", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas, db, table: "Letters" })
    await outbox.migrate()
    expect(outbox.add(db, receipt(1), { key: 1 })).toMatch(/^1-/)
    expect(db.prepare("select count(*) as n from letters").get()).toEqual({ n: 1 })
    expect(() => outbox.add(db, receipt(2), { key: 1 })).toThrow("another message with the key 1-")
    expect(() => outbox.add(db, receipt(2), { key: [] })).toThrow("needs at least one part")
  })

  it("leaves the connection free for transactions of the caller, whenever they come", async () => {
    const db = open()
    if (db === undefined) return
    let accepted = 0
    const outbox = createOutbox({ mas: { messages: { send: async () => ({ id: ++accepted }) } }, db })
    await outbox.migrate()
    let orders = 0
    function place() {
      db?.exec("begin immediate")
      const id = outbox.add(db as TestDatabase, receipt(++orders), { key: orders })
      db?.exec("commit")
      return id
    }
    const ids = Array.from({ length: 300 }, place)
    const placing = ids.map(async (id, turns) => {
      await outbox.send(id)
      // At each moment after that at which other work can go on.
      for (let turn = 0; turn < turns % 7; turn++) await undefined
      return place()
    })
    expect(new Set(await Promise.all(placing)).size).toBe(300)
  })

  it("keeps a message for a client that has no key yet", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas: new Mas({ apiKey: undefined, baseUrl: "http://127.0.0.1:1" }), db })
    await outbox.migrate()
    const id = outbox.add(db, receipt(1), { key: 1 })
    expect([await outbox.send(id), await outbox.failed()]).toEqual(["waits", []])
  })

  it("hands to a queue again, and at once, what the queue did not take", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas, db })
    await outbox.migrate()
    const ids = [1, 2, 3].map((order) => outbox.add(db, receipt(order), { key: order }))
    const controller = new AbortController()
    const errors: unknown[] = []
    let tries = 0
    const taken = await new Promise((resolve) => {
      async function addBulk(jobs: { data: { id: string } }[]) {
        if (++tries === 1) throw new Error("Redis is away")
        resolve(jobs.map(({ data }) => data.id).sort())
      }
      const onError = (error: unknown) => errors.push(error)
      outbox.bullmq({ addBulk }, { signal: controller.signal, every: 1, onError })
    })
    controller.abort()
    expect(taken).toEqual(ids.sort())
    expect(errors).toEqual([new Error("Redis is away")])
  })
})

it("an outbox without a client adds messages, and says so where it is to send", async () => {
  const db = { exec: () => {}, prepare: () => ({ get: () => undefined, all: () => [] }) }
  const outbox = createOutbox({ db })
  const problem = "mas is missing: without it messages can only be added"
  await expect(outbox.send("receipt-1")).rejects.toThrow(problem)
  await expect(outbox.poll()).rejects.toThrow(problem)
  expect(() => outbox.bullmq({ addBulk: async () => {} })).toThrow(problem)
})

it("graphileWorker hands over from its call until the signal, whether or not a runner starts", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[] = []
  async function query(statement: unknown) {
    asked.push(String(statement))
    return { rows: [] }
  }
  const outbox = createOutbox({ mas, pool: { query, transaction: async () => undefined } })
  const controller = new AbortController()
  outbox.graphileWorker({ signal: controller.signal, every: 1_000 })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(asked).toEqual(Array(3).fill(expect.stringContaining("for update skip locked")))
  controller.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([asked.length, vi.getTimerCount()]).toEqual([3, 0])
})

it("createOutbox and poll refuse what is no option", async () => {
  const db = { exec: () => {}, prepare: () => ({ get: () => undefined, all: () => [] }) }
  expect(() => createOutbox({ mas, db: {} } as never)).toThrow("createOutbox takes a db")
  expect(() => createOutbox({ mas, pool: {} } as never)).toThrow("createOutbox takes a Pool")
  expect(() => createOutbox({ mas } as never)).toThrow("createOutbox takes a Pool")
  expect(() => createOutbox({ mas: {}, db } as never)).toThrow("mas must be a Mas")
  expect(() => createOutbox({ mas, db, table: "a b" })).toThrow("table must be a name")
  expect(() => createOutbox({ mas, db, longestWait: -1 })).toThrow("longestWait must be milliseconds")
  expect(() => createOutbox({ mas, db, tabel: "letters" } as never)).toThrow("tabel is not an option of createOutbox")
  const outbox = createOutbox({ mas, db })
  const queue = { addBulk: async () => {} }
  expect(() => outbox.bullmq(queue, { every: -1 })).toThrow("every must be milliseconds")
  expect(() => outbox.bullmq(queue, { lease: -1 })).toThrow("lease must be milliseconds")
  const boss = { createQueue: async () => {}, send: async () => {}, work: async () => "1", notifyWorker: () => {} }
  await expect(outbox.pgBoss(boss, { concurrency: 0 })).rejects.toThrow("concurrency must be a whole number")
  await expect(outbox.pgBoss(boss, { every: -1 })).rejects.toThrow("every must be milliseconds")
  await expect(outbox.poll({ concurrency: 0 })).rejects.toThrow("concurrency must be a whole number")
  await expect(outbox.poll({ every: -1 })).rejects.toThrow("every must be milliseconds")
  await expect(outbox.poll({ lease: Number.NaN })).rejects.toThrow("lease must be milliseconds")
})
