import { describe, expect, it, onTestFinished, vi } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import type { Relay } from "../../../sdk/outbox/hand-over.ts"
import { createOutbox, inTransaction, type OutboxOptions, type OutboxSqlite } from "../../../sdk/outbox/index.ts"
import { pollFor } from "../../../sdk/outbox/poll.ts"
import { sqliteStore } from "../../../sdk/stores/index.ts"
import { noSqlite, sqlites, type TestDatabase } from "../../webhooks/stores/sqlite.ts"
import { addInTransaction, holdsOutbox, receipt } from "./outbox-checks.ts"
import { holdsSenders } from "./sender-checks.ts"
import { sqliteTransaction } from "./sqlite-transaction.ts"

const names = Object.keys(sqlites) as (keyof typeof sqlites)[]
const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1" })

describe.each(names)("the outbox in SQLite by %s, if installed,", (name) => {
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
      transaction: sqliteTransaction(db),
    })
  })

  it("repeats what may have been accepted by the same sender only", { tags: "slow" }, async () => {
    const db = open()
    if (db === undefined) return
    const subject = {
      make: (options: OutboxOptions) => createOutbox({ ...options, db }),
      transaction: sqliteTransaction(db),
    }
    await holdsSenders<OutboxSqlite, string>(subject, (statement) => db.exec(statement))
  })

  it("has added the message when the call returns, and throws errors synchronously", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas, db, table: "Letters" })
    await outbox.migrate()
    expect(addInTransaction(db, outbox, receipt(1), { key: 1 })).toMatch(/^1-/)
    expect(db.prepare("select count(*) as n from letters").get()).toEqual({ n: 1 })
    expect(() => addInTransaction(db, outbox, receipt(2), { key: 1 })).toThrow("another message with the key 1-")
    expect(() => addInTransaction(db, outbox, receipt(2), { key: [] })).toThrow("needs at least one part")
  })

  it("adds nothing to the transaction of a webhook handler, but what the handler adds itself", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas, db })
    const store = sqliteStore(db)
    await Promise.all([outbox.migrate(), store.migrate()])
    let begin = () => {}
    let end = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve
    })
    const handled = store.transact(
      "evt_1",
      async (tx) => {
        begin()
        await mayEnd
        outbox.add(tx, receipt(1), { key: 1 })
      },
      { lease: 60_000 },
    )
    await hasBegun
    expect(() => outbox.add(db, receipt(2), { key: 2 })).toThrow("has the open transaction of a webhook handler")
    end()
    expect(await handled).toBe("mine")
    expect(db.prepare("select count(*) as n from mas_outbox").get()).toEqual({ n: 1 })
  })

  it("adds nothing without a transaction: what fails after it would leave the message", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas, db })
    await outbox.migrate()
    expect(() => outbox.add(db, receipt(1), { key: 1 })).toThrow(
      "tx has no transaction open, so the message was not added",
    )
    expect(db.prepare("select count(*) as n from mas_outbox").get()).toEqual({ n: 0 })
    // The connection is left as it was.
    db.exec("begin")
    outbox.add(db, receipt(1), { key: 1 })
    db.exec("rollback")
    expect(db.prepare("select count(*) as n from mas_outbox").get()).toEqual({ n: 0 })
  })

  it("keeps the brand and account of the client that a message is added by", async () => {
    const db = open()
    if (db === undefined) return
    const { world, clientOptions } = createMockService()
    const first = new Mas({ ...clientOptions, brandSid: "brand_main" })
    const second = createOutbox({ mas: first.withOptions({ brandSid: "brand_second" }), db })
    await second.migrate()
    const id = addInTransaction(db, second, receipt(1), { key: 1 })
    expect(await createOutbox({ mas: first, db }).send(id)).toBe("sent")
    const brandOf = async (brandSid: string) =>
      (await first.messages.list({}, { brandSid })).items.map(({ subject }) => subject)
    expect([await brandOf("brand_main"), await brandOf("brand_second")]).toEqual([[], [receipt(1).subject]])
    expect(() => addInTransaction(db, createOutbox({ mas: first, db }), receipt(1), { key: 1 })).toThrow(
      "for another brand or account",
    )
    expect(world.messages.list()).toHaveLength(1)
  })

  it("waits ever longer when the time that it is asked to wait for is over", async () => {
    const db = open()
    if (db === undefined) return
    const over = () =>
      Object.assign(new Error("full"), { disposition: "later", retryAt: new Date(Date.now() - 600_000) })
    const outbox = createOutbox({ mas: { messages: { send: () => Promise.reject(over()) } }, db })
    await outbox.migrate()
    const id = addInTransaction(db, outbox, receipt(1), { key: 1 })
    expect([await outbox.send(id), await outbox.send(id), await outbox.send(id)]).toEqual(["waits", "waits", "waits"])
    expect(db.prepare("select attempts from mas_outbox").get()).toEqual({ attempts: 3 })
  })

  it("leaves the connection free for the caller's transactions at any time", async () => {
    const db = open()
    if (db === undefined) return
    let accepted = 0
    const outbox = createOutbox({ mas: { messages: { send: async () => ({ id: ++accepted }) } }, db })
    await outbox.migrate()
    let orders = 0
    function placeOrder() {
      db?.exec("begin immediate")
      const id = outbox.add(db as TestDatabase, receipt(++orders), { key: orders })
      db?.exec("commit")
      return id
    }
    const ids = Array.from({ length: 300 }, placeOrder)
    const placing = ids.map(async (id, turns) => {
      await outbox.send(id)
      // At each later microtask at which other work can run.
      for (let turn = 0; turn < turns % 7; turn++) await undefined
      return placeOrder()
    })
    expect(new Set(await Promise.all(placing)).size).toBe(300)
  })

  it("keeps a message for a client that has no key yet", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas: new Mas({ apiKey: undefined, baseUrl: "http://127.0.0.1:1" }), db })
    await outbox.migrate()
    const id = addInTransaction(db, outbox, receipt(1), { key: 1 })
    expect([await outbox.send(id), await outbox.failed()]).toEqual(["waits", []])
  })

  it("adds what a message can hold, and names the path of what it cannot", { tags: "slow" }, async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ db })
    await outbox.migrate()
    const add = (more: unknown) => () => addInTransaction(db, outbox, Object.assign(receipt(1), more), { key: 1 })
    expect(add({ data: { of: new Date(Number.NaN) } })).toThrow("message.data.of is an invalid date")
    expect(add({ data: { pdf: Buffer.from("a") } })).toThrow("message.data.pdf is a Buffer: give text, such as Base64")
    expect(add({ data: { items: new Map([[1, 2]]) } })).toThrow("message.data.items is a Map")
    expect(add({ data: { cents: 12n } })).toThrow("message.data.cents is a bigint")
    expect(() => addInTransaction(db, outbox, undefined as never, { key: 1 })).toThrow("message must be an object")
    expect(() => addInTransaction(db, outbox, receipt(1), undefined as never)).toThrow(
      "key is missing: give the parts of",
    )
    expect(() => outbox.add(undefined as never, receipt(1), { key: 1 })).toThrow("outbox.add takes a database of")
    expect(db.prepare("select count(*) as n from mas_outbox").get()).toEqual({ n: 0 })
    expect(add({ to: undefined })).toThrow("message.to is not as the service takes it: Invalid input: expected string")
    expect(add({ to: "nobody" })).toThrow("message.to must be an e-mail address")
    expect(add({ subject: undefined })).toThrow("message.subject is required for e-mail")
    expect(add({ channel: "fax" })).toThrow("message.channel is not as the service takes it: Invalid option")
    expect(add({ priority: 1 })).toThrow("message.priority is not a field of a message")
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(add({ data: { deep } })).toThrow("message cannot be sent as JSON: Maximum call stack size exceeded")
    expect(db.prepare("select count(*) as n from mas_outbox").get()).toEqual({ n: 0 })
    const template = { template: "receipt", ids: {} }
    const fromTemplate = { channel: "email", to: "c2@example.test", subject: "s", template_id: template } as const
    expect(addInTransaction<object>(db, outbox, fromTemplate, { key: 2 })).toMatch(/^2-/)
    db.exec("delete from mas_outbox")
    add({ data: { of: new Date(0), none: undefined } })()
    expect(db.prepare("select message from mas_outbox").get()).toEqual({
      message: JSON.stringify({ ...receipt(1), data: { of: "1970-01-01T00:00:00.000Z" } }),
    })
  })

  it("sets aside what the service refuses, and keeps what fails on the way", async () => {
    const db = open()
    if (db === undefined) return
    let respond: () => Response | Promise<never> = () => Response.error()
    const client = new Mas({
      apiKey: "key",
      baseUrl: "http://127.0.0.1:1",
      maxRetries: 0,
      fetch: async (address) => (/account$/.test(String(address)) ? Response.json({ id: 1 }) : respond()),
    })
    const outbox = createOutbox({ mas: client, db })
    await outbox.migrate()
    let number = 0
    const becomes = async (nextResponse: typeof respond) => {
      respond = nextResponse
      return outbox.send(addInTransaction(db, outbox, receipt(++number), { key: number }))
    }
    for (const status of [400, 409, 413, 422])
      expect([status, await becomes(() => Response.json({ error: true }, { status }))]).toEqual([status, "failed"])
    // Responses of intermediaries and of a wrong address.
    for (const status of [400, 409, 413, 422, 302, 308, 401, 402, 403, 404, 405, 407, 421, 500, 503, 511, 521, 530])
      expect([status, await becomes(() => new Response("<p>", { status }))]).toEqual([status, "waits"])
    const notAccepted = ["<h1>Back soon</h1>", "", "null", "[]", '{"status":"ok"}', '{"id":null}']
    for (const body of notAccepted) expect([body, await becomes(() => new Response(body))]).toEqual([body, "waits"])
    expect(await becomes(() => new Response(null, { status: 204 }))).toBe("waits")
    expect(await outbox.failed()).toHaveLength(4)
    const thrown = createOutbox({ db, mas: { messages: { send: () => Promise.reject("a text") } } })
    expect(await thrown.send(addInTransaction(db, thrown, receipt(0), { key: 0 }))).toBe("waits")
    expect(await becomes(() => Response.json({ id: 1 }))).toBe("sent")
  })

  it("accepts Infinity as longestWait and lease", async () => {
    const db = open()
    if (db === undefined) return
    let calls = 0
    const stop = new AbortController()
    const outbox = createOutbox({
      db,
      mas: { messages: { send: () => Promise.reject(calls++) } },
      longestWait: Infinity,
    })
    await outbox.migrate()
    addInTransaction(db, outbox, receipt(1), { key: 1 })
    const addBulk = async () => stop.abort()
    const errors: unknown[] = []
    outbox.bullmq({ addBulk }, { lease: Infinity, signal: stop.signal, onError: (error) => errors.push(error) })
    await new Promise((resolve) => stop.signal.addEventListener("abort", resolve))
    await outbox.poll({ signal: AbortSignal.timeout(50), every: 1 })
    expect([calls, errors]).toEqual([0, []])
  })

  it("hands over again at once what a queue did not accept", async () => {
    const db = open()
    if (db === undefined) return
    const outbox = createOutbox({ mas, db })
    await outbox.migrate()
    const ids = [1, 2, 3].map((order) => addInTransaction(db, outbox, receipt(order), { key: order }))
    const controller = new AbortController()
    const errors: unknown[] = []
    let tries = 0
    const jobIds = await new Promise((resolve) => {
      async function addBulk(jobs: { data: { id: string } }[]) {
        if (++tries === 1) throw new Error("Redis is away")
        resolve(jobs.map(({ data }) => data.id).sort())
      }
      const onError = (error: unknown) => errors.push(error)
      outbox.bullmq({ addBulk }, { signal: controller.signal, every: 1, onError })
    })
    controller.abort()
    expect(jobIds).toEqual(ids.sort())
    expect(errors).toEqual([new Error("Redis is away")])
  })
})

it("an outbox without a client adds messages, and refuses to send", async () => {
  const db = { exec: () => {}, prepare: () => ({ get: () => undefined, all: () => [] }) }
  const outbox = createOutbox({ db })
  const problem = "mas is missing: without it messages can only be added"
  await expect(outbox.send("receipt-1")).rejects.toThrow(problem)
  await expect(outbox.poll()).rejects.toThrow(problem)
  expect(() => outbox.bullmq({ addBulk: async () => {} })).toThrow(problem)
})

function throwMine(): never {
  throw new Error("mine")
}

/** An outbox whose database is away: it is asked three times, then the signal ends the work. */
function outboxWithoutDatabase(options: OutboxOptions = {}) {
  const stop = new AbortController()
  let rounds = 0
  const query = async () => {
    if (++rounds === 3) stop.abort()
    throw new Error("the database is away")
  }
  const outbox = createOutbox({ mas, pool: { query, transaction: async () => undefined }, ...options })
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  return { outbox, options: { signal: stop.signal, every: 0 }, warned: () => warn.mock.calls.map(([text]) => text) }
}

const away = "The outbox could not be read or written: the database is away"

it.each<[string, () => void]>([
  ["throws", throwMine],
  ["rejects", async () => throwMine()],
])("poll goes on if its onError %s, and a process warning tells of both errors", async (_, onError) => {
  const { outbox, options, warned } = outboxWithoutDatabase()
  await outbox.poll({ ...options, onError })
  expect(warned()).toEqual([`onError of the outbox failed: mine. It was called with: ${away}`])
})

it("a database that is away is told by a process warning where nothing listens", async () => {
  const { outbox, options, warned } = outboxWithoutDatabase()
  await outbox.poll(options)
  expect(warned()).toEqual([away])
})

it("a database that is away is told to the log, if there is one", async () => {
  const logged: string[] = []
  const { outbox, options, warned } = outboxWithoutDatabase({ logger: { warn: (text) => void logged.push(text) } })
  await outbox.poll(options)
  expect([logged, warned()]).toEqual([[away], []])
})

it("a message whose result cannot be recorded is told to onError, and others go on", async () => {
  const stop = new AbortController()
  const batches = [["receipt-1"], ["receipt-2"]]
  const failures: unknown[] = []
  const relay: Relay = {
    jobName: "mas-outbox",
    take: async () => batches.shift() ?? [],
    giveBack: async () => {},
    lookAfter: async () => {},
    failed: (error) => void failures.push(error),
    async send(id) {
      if (id === "receipt-2") stop.abort()
      throw new Error(`${id}: the database is away`)
    },
  }
  await pollFor(relay, { signal: stop.signal, every: 1, concurrency: 1 })
  expect(failures).toEqual(["receipt-1", "receipt-2"].map((id) => new Error(`${id}: the database is away`)))
})

it("graphileWorker hands over from its call until the signal, even if no runner starts", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const statements: string[] = []
  async function query(statement: unknown) {
    statements.push(String(statement))
    return { rows: [] }
  }
  const outbox = createOutbox({ mas, pool: { query, transaction: async () => undefined } })
  const controller = new AbortController()
  outbox.graphileWorker({ signal: controller.signal, every: 1_000 })
  await vi.advanceTimersByTimeAsync(2_500)
  const rounds = () => statements.filter((statement) => statement.includes("for update skip locked"))
  expect(rounds()).toHaveLength(3)
  controller.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([rounds().length, vi.getTimerCount()]).toEqual([3, 0])
})

it("inTransaction refuses a pool that cannot lend a connection", async () => {
  const client = { query: async () => ({ rows: [] }), connect: () => {}, escapeLiteral: () => "" }
  for (const pool of [client, { begin: () => {} }, undefined])
    await expect(inTransaction(pool as never, async () => 1)).rejects.toThrow("inTransaction takes a Pool of pg")
})

it("createOutbox and poll refuse invalid options", async () => {
  const db = { exec: () => {}, prepare: () => ({ get: () => undefined, all: () => [] }) }
  expect(() => createOutbox({ mas, db: {} } as never)).toThrow("createOutbox takes a db")
  expect(() => createOutbox({ mas, pool: {} } as never)).toThrow("createOutbox takes a Pool")
  expect(() => createOutbox({ mas } as never)).toThrow("createOutbox takes a Pool")
  expect(() => createOutbox({ mas: {}, db } as never)).toThrow("mas must be a Mas")
  expect(() => createOutbox({ mas, db, table: "a b" })).toThrow("table must be a name")
  expect(() => createOutbox({ mas, db, longestWait: -1 })).toThrow("longestWait must be milliseconds")
  expect(() => createOutbox({ mas, db, table: "main.letters" })).toThrow("table can have no schema in SQLite")
  expect(() => (createOutbox as () => unknown)()).toThrow("createOutbox takes a Pool")
  expect(() => createOutbox({ mas, db, tabel: "letters" } as never)).toThrow("tabel is not an option of createOutbox")
  const outbox = createOutbox({ mas, db })
  const queue = { addBulk: async () => {} }
  expect(() => outbox.bullmq(queue, { every: -1 })).toThrow("every must be milliseconds")
  expect(() => outbox.bullmq(queue, { lease: -1 })).toThrow("lease must be milliseconds")
  expect(() => outbox.bullmq({} as never)).toThrow("bullmq takes a Queue of BullMQ")
  const begun: string[] = []
  const boss = {
    createQueue: async () => void begun.push("queue"),
    send: async () => {},
    work: async () => "1",
    notifyWorker: () => {},
  }
  await expect(outbox.pgBoss(boss, { concurrency: 0 })).rejects.toThrow("concurrency must be a whole number")
  await expect(outbox.pgBoss(boss, { every: -1 })).rejects.toThrow("every must be milliseconds")
  expect(begun).toEqual([])
  await expect(outbox.pgBoss({} as never)).rejects.toThrow("pgBoss takes a PgBoss that was started")
  await expect(outbox.poll({ concurency: 4 } as never)).rejects.toThrow("concurency is not an option of poll")
  const controller = new AbortController()
  await expect(outbox.poll({ signal: controller } as never)).rejects.toThrow("signal must be an AbortSignal")
  await expect(outbox.send("receipt-1", { signal: controller } as never)).rejects.toThrow("signal must be")
  await expect(outbox.poll({ onError: "log" } as never)).rejects.toThrow("onError must be a function")
  const { pool } = { pool: { query: async () => ({ rows: [] }), transaction: async () => undefined } }
  const inPostgres = createOutbox({ mas, pool })
  expect(() => inPostgres.graphileWorker({ schema: "a.b" })).toThrow("schema must be a name of letters")
  expect(() => inPostgres.graphileWorker({ shema: "a" } as never)).toThrow("shema is not an option of graphileWorker")
  await expect(inPostgres.add({} as never, receipt(1), { key: 1 })).rejects.toThrow("outbox.add takes a client of pg")
  await expect(outbox.poll({ concurrency: 0 })).rejects.toThrow("concurrency must be a whole number")
  await expect(outbox.poll({ every: -1 })).rejects.toThrow("every must be milliseconds")
  await expect(outbox.poll({ lease: Number.NaN })).rejects.toThrow("lease must be milliseconds")
})
