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
