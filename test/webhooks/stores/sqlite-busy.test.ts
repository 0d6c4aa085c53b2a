import { expect, it } from "vitest"
import { sqliteStore } from "../../../sdk/stores/index.ts"

it("a store of SQLite says how long to wait for other processes before it asks for anything else", async () => {
  const ran: string[] = []
  await sqliteStore({ exec: (sql: string) => ran.push(sql), prepare: () => ({ get: () => undefined }) }).migrate()
  expect(ran.join("; ")).toMatch(/^pragma busy_timeout = \d+; pragma journal_mode = wal/)
})
