import { describe, expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { skipped } from "../../support/skipped.ts"
import { noSqlite, noSqliteAtAll, sqlites } from "../../webhooks/stores/sqlite.ts"
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

describe.skipIf(noSqliteAtAll)(`a held call beside an outbox${skipped(noSqliteAtAll)}`, () => {
  function begin() {
    const db = (sqlites["better-sqlite3"] ?? sqlites["node:sqlite"])?.(":memory:")
    if (db === undefined) throw new Error(noSqliteAtAll)
    onTestFinished(() => void db.close())
    const service = createMockService({ clock: "frozen" })
    onTestFinished(() => service.close())
    const outbox = createOutbox({ db, mas: new Mas(service.clientOptions) })
    return { db, outbox, mas: new Mas({ ...service.clientOptions, hold: outbox }) }
  }

  it("cannot have the key of one of its messages, which stays", async () => {
    const { db, outbox, mas } = begin()
    await outbox.migrate()
    db.exec("begin")
    const id = outbox.add(db, mail, { key: "welcome-1" })
    db.exec("commit")
    await expect(mas.messages.send(mail, { idempotencyKey: String(id) })).rejects.toThrow(
      "is the key of a message of this outbox: use another key, or hold the calls of an outbox in another table",
    )
    expect([await outbox.approvals.list(), (await outbox.stats()).waiting]).toEqual([[], 1])
  })

  it("is described once: what was shown to somebody stays", async () => {
    const { outbox, mas } = begin()
    await outbox.migrate()
    await expect(mas.messages.send(mail, { idempotencyKey: "welcome-1" })).rejects.toThrow("waits for a person")
    for (const about of ["a welcome", "something else"]) await outbox.approvals.describe("welcome-1", about)
    expect(await outbox.approvals.get("welcome-1")).toMatchObject({ about: "a welcome", state: "waits" })
  })
})

it("a client's hold cannot be changed by a call or a copy", async () => {
  const hold = { hold: async () => ({ id: "1", state: "waits", expiresAt: "2026-03-01T12:00:00.000Z" }) }
  const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", hold })
  const other = { hold: async () => undefined }
  expect(() => mas.withOptions({ hold: other })).toThrow("hold is set already")
  await expect(mas.messages.send(mail, { idempotencyKey: "a", hold: other })).rejects.toThrow("hold is set already")
  expect(() => new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", hold: {} as typeof hold })).toThrow("hold()")
})
