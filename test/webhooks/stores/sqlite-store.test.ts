import { expect, it } from "vitest"
import { sqliteStore } from "../../../sdk/stores/index.ts"

const lease = 1_000

/** A database that fails at these statements, and says what it ran. */
function failing(...statements: string[]) {
  const ran: string[] = []
  const db = {
    exec(sql: string) {
      ran.push(sql)
      if (statements.includes(sql)) throw new Error(`${sql} failed`)
    },
    prepare: () => ({ get: () => ({ done: 1 }) }),
  }
  return { store: sqliteStore(db), ran }
}

it("a transaction of SQLite that cannot be committed is undone, and the next begins anew", async () => {
  const { store, ran } = failing("commit")
  const work = () => {}
  await expect(store.transact("evt_1", work, { lease })).rejects.toThrow("commit failed")
  await expect(store.transact("evt_2", work, { lease })).rejects.toThrow("commit failed")
  expect(ran).toEqual(["begin immediate", "commit", "rollback", "begin immediate", "commit", "rollback"])
})

it("the error of work in SQLite comes through where the database has undone its transaction by itself", async () => {
  const { store } = failing("rollback")
  const failure = new Error("disk full")
  await expect(store.transact("evt_1", () => Promise.reject(failure), { lease })).rejects.toBe(failure)
})

it.each([
  ["objects", (owner: unknown) => ({ owner })],
  ["arrays, as node:sqlite gives them when it is told to", (owner: unknown) => [owner]],
])("reads rows that are %s", async (_, row) => {
  let holder: unknown
  const exec = () => {}
  const get = (_id: unknown, owner?: unknown) => row(holder === undefined ? owner : holder)
  const store = sqliteStore({ exec, prepare: (sql) => ({ get: sql.startsWith("delete") ? exec : get }) })
  expect(await store.claim("evt_1", { lease })).toMatchObject({ state: "mine" })
  holder = "another"
  expect(await store.claim("evt_1", { lease })).toEqual({ state: "busy" })
  holder = null
  expect(await store.claim("evt_1", { lease })).toEqual({ state: "done" })
})

it("lets stores of one database take turns: none of their steps is part of another's transaction", async () => {
  const ran: string[] = []
  const db = {
    exec: (sql: string) => ran.push(sql),
    prepare: (sql: string) => ({
      get: () => {
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
  expect(ran).toEqual(["begin immediate", "ours", "commit", "theirs", "begin immediate", "theirs", "commit"])
})
