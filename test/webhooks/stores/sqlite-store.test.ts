import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { sqliteStore } from "../../../sdk/stores/index.ts"

const lease = 60_000

// What is slow ends a transaction: here no time goes by, however busy the machine is, unless a test says so.
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(0)
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** A database that fails at these statements, and says what it ran. */
function failing(...statements: string[]) {
  const ran: string[] = []
  const db = {
    exec(sql: string) {
      ran.push(sql)
      if (statements.includes(sql)) throw new Error(`${sql} failed`)
    },
    prepare: (sql: string) => ({ get: () => (sql === "pragma busy_timeout" ? { timeout: 0 } : { done: 1 }) }),
  }
  return { store: sqliteStore(db), ran }
}

const [savepoint, release] = ["savepoint mas_webhook", "release mas_webhook"]
const rollback = "rollback to mas_webhook; release mas_webhook"

it("a transaction of SQLite that cannot be committed is undone, and the next begins anew", async () => {
  const { store, ran } = failing("commit")
  const work = () => {}
  await expect(store.transact("evt_1", work, { lease })).rejects.toThrow("commit failed")
  await expect(store.transact("evt_2", work, { lease })).rejects.toThrow("commit failed")
  const undone = ["begin immediate", savepoint, release, "commit", "rollback"]
  expect(ran).toEqual([...undone, ...undone])
})

it("the error of work in SQLite comes through where the database has undone its transaction by itself, to all that were in it", async () => {
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

it("events of SQLite that wait together are one transaction, in which each is undone alone; none is answered before its commit", async () => {
  const { store, ran } = failing()
  const failure = new Error("no")
  const answers = [
    store.transact("evt_1", () => {}, { lease }),
    store.transact("evt_2", () => Promise.reject(failure), { lease }),
    store.transact("evt_3", () => ran.push("work"), { lease }),
  ].map((answer) =>
    answer.then(
      (state) => ran.push(state),
      () => ran.push("failed"),
    ),
  )
  await Promise.all(answers)
  const works = [savepoint, release, savepoint, rollback, savepoint, "work", release]
  expect(ran).toEqual(["begin immediate", ...works, "commit", "mine", "failed", "mine"])
})

it("an event of SQLite that is slow holds up what was done before it, and nothing after it waits for more than its end", async () => {
  vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(6)
  const { store, ran } = failing()
  await Promise.all([store.transact("evt_1", () => {}, { lease }), store.transact("evt_2", () => {}, { lease })])
  const one = ["begin immediate", savepoint, release, "commit"]
  expect(ran).toEqual([...one, ...one])
})

it.each([
  ["objects", (owner: unknown) => ({ owner })],
  ["arrays, as node:sqlite gives them when it is told to", (owner: unknown) => [owner]],
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

it("lets stores of one database take turns: what one does is no part of what another may undo", async () => {
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

it("a row that is null, as `bun:sqlite` has it, is none: the event of somebody else is not handled once more", async () => {
  const store = sqliteStore({ exec: () => {}, prepare: () => ({ get: () => null }) })
  const work = vi.fn()
  expect(await store.transact("evt_1", work, { lease })).toBe("busy")
  expect(await Promise.all([store.complete("evt_1", "other"), store.release("evt_1", "other")])).toEqual([false, false])
  expect(work).not.toHaveBeenCalled()
})
