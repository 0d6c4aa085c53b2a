import { expect, it } from "vitest"
import { sqliteStore } from "../../../sdk/stores/index.ts"

it("a store of SQLite says how long to wait for other processes before it asks for anything else, and goes on without what they hold", async () => {
  const ran: string[] = []
  const exec = (sql: string) => {
    ran.push(sql)
    if (sql.includes("journal_mode")) throw new Error("database is locked")
  }
  await sqliteStore({ exec, prepare: () => ({ get: () => undefined }) }).migrate()
  expect(ran).toEqual([
    expect.stringMatching(/^pragma busy_timeout = \d+$/),
    "pragma journal_mode = wal",
    expect.stringMatching(/^create table if not exists/),
  ])
})
