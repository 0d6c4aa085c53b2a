import { describe, expect, it } from "vitest"
import { Mas } from "../../../sdk/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { skipped } from "../../support/skipped.ts"
import { noSqlite, sqlites } from "../../webhooks/stores/sqlite.ts"
import { heldCallChecks, mail } from "./held-checks.ts"

describe.each(["node:sqlite", "better-sqlite3"] as const)("a held call in %s", (name) => {
  const missing = noSqlite(name)
  describe.skipIf(missing)(`in memory${skipped(missing)}`, () => {
    heldCallChecks(async () => {
      const open = sqlites[name]
      if (open === undefined) throw new Error(`${name} is missing`)
      return { db: open(":memory:") }
    })
  })
})

describe("a held call in PGlite", () => {
  heldCallChecks(async () => ({ pool: (await frozenPglite()).db }))
})

it("a client's hold cannot be changed by a call or a copy", async () => {
  const hold = { hold: async () => ({ id: "1", state: "waits", expiresAt: "2026-03-01T12:00:00.000Z" }) }
  const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", hold })
  const other = { hold: async () => undefined }
  expect(() => mas.withOptions({ hold: other })).toThrow("hold is set already")
  await expect(mas.messages.send(mail, { idempotencyKey: "a", hold: other })).rejects.toThrow("hold is set already")
  expect(() => new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", hold: {} as typeof hold })).toThrow("hold()")
})
