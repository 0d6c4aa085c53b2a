import { expect, it } from "vitest"
import { sqliteStore } from "../../../sdk/stores/index.ts"

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
  await expect(store.completeWith("evt_1", "owner", work)).rejects.toThrow("commit failed")
  await expect(store.completeWith("evt_2", "owner", work)).rejects.toThrow("commit failed")
  expect(ran).toEqual(["begin immediate", "commit", "rollback", "begin immediate", "commit", "rollback"])
})

it("the error of work in SQLite comes through where the database has undone its transaction by itself", async () => {
  const { store } = failing("rollback")
  const failure = new Error("disk full")
  await expect(store.completeWith("evt_1", "owner", () => Promise.reject(failure))).rejects.toBe(failure)
})
