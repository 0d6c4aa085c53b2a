import { AsyncLocalStorage } from "node:async_hooks"
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { sqliteStore } from "../../../sdk/stores/index.ts"
import { noSqliteAtAll, sqlites } from "./sqlite.ts"

const lease = 60_000

// A slow event ends the shared transaction: time stands still here, however busy the machine, unless a test moves it.
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(0)
  // The databases here have a row for every question, also for leases that are too far ahead.
  vi.spyOn(process, "emitWarning").mockReturnValue()
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Rows of a database in which every event can be claimed, and none was committed early. */
const rowsOfAll = (timeout: number) => (sql: string) => ({
  get(_id?: unknown, owner?: unknown) {
    if (sql.startsWith("delete")) return undefined
    return sql === "pragma busy_timeout" ? { timeout } : { owner }
  },
})

/** A database in which these statements fail, and the statements it ran. */
function failing(...statements: string[]) {
  const ran: string[] = []
  const db = {
    exec(sql: string) {
      ran.push(sql)
      if (statements.includes(sql)) throw new Error(`${sql} failed`)
    },
    prepare: rowsOfAll(0),
  }
  return { store: sqliteStore(db), ran }
}

const [savepoint, release] = ["savepoint mas_webhook", "release mas_webhook"]
const rollback = "rollback to mas_webhook; release mas_webhook"

it("a SQLite transaction that cannot be committed is rolled back, and the next starts anew", async () => {
  const { store, ran } = failing("commit")
  const work = () => {}
  await expect(store.transact("evt_1", work, { lease })).rejects.toThrow("commit failed")
  await expect(store.transact("evt_2", work, { lease })).rejects.toThrow("commit failed")
  const undone = ["begin immediate", savepoint, release, "commit", "rollback"]
  expect(ran).toEqual([...undone, ...undone])
})

it("an error by which SQLite rolled the transaction back rejects all events in it", async () => {
  const { store, ran } = failing("rollback", rollback)
  const failure = new Error("disk full")
  const before = store.transact("evt_1", () => {}, { lease })
  const full = store.transact("evt_2", () => Promise.reject(failure), { lease })
  const after = store.transact("evt_3", () => {}, { lease })
  await expect(full).rejects.toBe(failure)
  await expect(before).rejects.toBe(failure)
  expect(await after).toBe("mine")
  expect(ran.slice(-4)).toEqual(["begin immediate", savepoint, release, "commit"])
})

it("SQLite events that wait together share a transaction, can fail alone, and resolve only after its commit", async () => {
  const { store, ran } = failing()
  const failure = new Error("no")
  const claims = [
    store.transact("evt_1", () => {}, { lease }),
    store.transact("evt_2", () => Promise.reject(failure), { lease }),
    store.transact("evt_3", () => ran.push("work"), { lease }),
  ].map((claim) =>
    claim.then(
      (state) => ran.push(state),
      () => ran.push("failed"),
    ),
  )
  await Promise.all(claims)
  const works = [savepoint, release, savepoint, rollback, savepoint, "work", release]
  expect(ran).toEqual(["begin immediate", ...works, "commit", "mine", "failed", "mine"])
})

it("a slow SQLite event ends the shared transaction, so that later events use a new one", async () => {
  vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(6)
  const { store, ran } = failing()
  await Promise.all([store.transact("evt_1", () => {}, { lease }), store.transact("evt_2", () => {}, { lease })])
  const one = ["begin immediate", savepoint, release, "commit"]
  expect(ran).toEqual([...one, ...one])
})

/** A database whose lock another connection has for so many attempts at a statement, and the statements it ran. */
function locked(statement: string, times: number, error: object, timeout = 0) {
  const ran: string[] = []
  const atLast = { run: () => {} }
  const db = {
    exec(sql: string) {
      ran.push(sql)
      if (sql !== statement || times === 0) return
      if (--times === 0) atLast.run()
      throw Object.assign(new Error("locked"), error)
    },
    prepare: rowsOfAll(timeout),
  }
  return { store: sqliteStore(db), ran, atLast }
}

it.each([{ code: "SQLITE_BUSY" }, { code: "SQLITE_LOCKED_SHAREDCACHE" }, { errcode: 5 }, { errcode: 6 + 256 }])(
  "a lock of another connection is waited for, and its own way to wait is kept: %j",
  async (error) => {
    const { store, ran } = locked("begin immediate", 1, error, 250)
    expect(await store.transact("evt_1", () => {}, { lease })).toBe("mine")
    const withoutWait = (sql: string) => ["pragma busy_timeout = 0", sql, "pragma busy_timeout = 250"]
    const begun = withoutWait("begin immediate")
    expect(ran).toEqual([...begun, ...begun, savepoint, release, ...withoutWait("commit")])
  },
)

it("a SQLite transaction that cannot begin fails alone, without a rollback", async () => {
  const { store, ran } = locked("begin immediate", 1, { code: "SQLITE_CORRUPT" })
  const work = vi.fn()
  await expect(store.transact("evt_1", work, { lease })).rejects.toThrow("locked")
  expect([work.mock.calls, ran]).toEqual([[], ["begin immediate"]])
  expect(await store.transact("evt_2", work, { lease })).toBe("mine")
})

/** As `locked`, by a lock that lasts longer than the time limit of those who wait. */
function lockedTooLong(statement: string) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const { atLast, ...database } = locked(statement, 2, { code: "SQLITE_BUSY" })
  atLast.run = () => vi.advanceTimersByTime(lease)
  return database
}

it("a SQLite transaction whose commit is locked beyond its limit is rolled back", async () => {
  const { store, ran } = lockedTooLong("commit")
  await expect(store.transact("evt_1", () => {}, { lease })).rejects.toThrow("took longer than its limit")
  expect(await store.transact("evt_2", () => {}, { lease })).toBe("mine")
  const works = ["begin immediate", savepoint, release, "commit"]
  expect(ran).toEqual([...works, "commit", "rollback", ...works])
})

it("a SQLite event that waits for a lock beyond its limit is not begun, nor one that waits behind it", async () => {
  const { store, ran } = lockedTooLong("begin immediate")
  const work = vi.fn()
  const events = ["evt_1", "evt_2"].map((id) => store.transact(id, work, { lease }))
  for (const result of await Promise.allSettled(events)) expect(result.status).toBe("rejected")
  expect(work).not.toHaveBeenCalled()
  expect(await store.transact("evt_3", work, { lease })).toBe("mine")
  const begins = ["begin immediate", "begin immediate", "begin immediate"]
  expect(ran).toEqual([...begins, savepoint, release, "commit"])
})

it("a SQLite event whose limit is over while another works is not begun in the same transaction", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, ran } = failing()
  const first = store.transact("evt_1", () => void vi.advanceTimersByTime(1_000), { lease })
  const second = store.transact("evt_2", () => {}, { lease: 1_000 })
  await expect(second).rejects.toThrow("took longer than its limit")
  expect(await first).toBe("mine")
  expect(ran).toEqual(["begin immediate", savepoint, release, "commit"])
})

it.each([
  ["objects", (owner: unknown) => ({ owner })],
  ["arrays, as node:sqlite can return them", (owner: unknown) => [owner]],
])("reads rows that are %s", async (_, row) => {
  let holder: unknown
  const exec = () => {}
  const get = (_id: unknown, owner?: unknown) => row(holder === undefined ? owner : holder)
  const store = sqliteStore({ exec, prepare: (sql) => ({ get: sql.startsWith("insert") ? get : exec }) })
  expect(await store.claim("evt_1", { lease })).toMatchObject({ state: "mine" })
  holder = "another"
  expect(await store.claim("evt_1", { lease })).toEqual({ state: "busy" })
  holder = null
  expect(await store.claim("evt_1", { lease })).toEqual({ state: "done" })
})

it("stores of one database take turns: no store's writes are in a savepoint of another", async () => {
  const ran: string[] = []
  const db = {
    exec: (sql: string) => ran.push(sql),
    prepare: (sql: string) => ({
      get: () => {
        if (sql.startsWith("pragma")) return { timeout: 0 }
        if (sql.startsWith("insert")) ran.push(sql.includes('"theirs"') ? "theirs" : "ours")
        return { done: 1 }
      },
    }),
  }
  const [ours, theirs] = [sqliteStore(db), sqliteStore(db, { table: "theirs" })]
  const work = () => Promise.resolve()
  await Promise.all([
    ours.transact("evt_1", work, { lease }),
    theirs.claim("evt_1", { lease }),
    theirs.transact("evt_2", work, { lease }),
  ])
  expect(ran).toEqual(["begin immediate", savepoint, "ours", release, "theirs", savepoint, "theirs", release, "commit"])
})

it("a null row, as in `bun:sqlite`, is no row: another owner's event is not handled again", async () => {
  const store = sqliteStore({ exec: () => {}, prepare: () => ({ get: () => null }) })
  const work = vi.fn()
  expect(await store.transact("evt_1", work, { lease })).toBe("busy")
  expect(await Promise.all([store.complete("evt_1", "other"), store.release("evt_1", "other")])).toEqual([false, false])
  expect(work).not.toHaveBeenCalled()
})

it("a lease further ahead than can be is said once, by a claim or a transaction; an ordinary lease is not", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue()
  const storeWhere = (tooFar: unknown) => {
    const get = (sql: string, owner: unknown) => (sql.startsWith("select 1") ? tooFar : { owner })
    return sqliteStore({ exec: () => {}, prepare: (sql) => ({ get: (_id, owner) => get(sql, owner) }) })
  }
  const calls = [
    (store: ReturnType<typeof storeWhere>) => store.claim("evt_1", { lease }),
    (store: ReturnType<typeof storeWhere>) => store.transact("evt_1", () => {}, { lease }),
  ]
  for (const run of calls) {
    await run(storeWhere(undefined))
    expect(warn).not.toHaveBeenCalled()
    const store = storeWhere({ 1: 1 })
    await run(store)
    await run(store)
    expect(warn.mock.calls).toEqual([[expect.stringContaining("clock was set back")]])
    warn.mockClear()
  }
})

it("each SQLite event runs in the async context of its own request", async () => {
  const { store } = failing()
  const current = new AsyncLocalStorage<string>()
  const contexts: unknown[] = []
  const work = async (id: string) => {
    const before = current.getStore()
    await undefined
    contexts.push([id, before, current.getStore()])
  }
  const ids = ["evt_1", "evt_2", "evt_3"]
  await Promise.all(ids.map((id) => current.run(id, () => store.transact(id, () => work(id), { lease }))))
  expect(contexts).toEqual(ids.map((id) => [id, id, id]))
})

it("an engine runs each statement: an event is done once, and one that was released is free", async ({ skip }) => {
  const open = sqlites["better-sqlite3"] ?? sqlites["node:sqlite"]
  if (open === undefined) return skip(noSqliteAtAll)
  const db = open(":memory:")
  const store = sqliteStore(db)
  await store.migrate()
  const work = vi.fn()
  expect(await store.transact("evt_1", work, { lease })).toBe("mine")
  expect(await store.transact("evt_1", work, { lease })).toBe("done")
  expect(work).toHaveBeenCalledTimes(1)
  const claim = async (id: string) => Object({ owner: "nobody", ...(await store.claim(id, { lease })) })
  const { owner } = await claim("evt_2")
  expect(await store.transact("evt_2", work, { lease })).toBe("busy")
  expect([await store.release("evt_2", "another"), await store.release("evt_2", owner)]).toEqual([false, true])
  const second = await claim("evt_2")
  expect([await store.complete("evt_2", owner), await store.complete("evt_2", second.owner)]).toEqual([false, true])
  expect(await claim("evt_2")).toMatchObject({ state: "done" })
  db.close()
})
