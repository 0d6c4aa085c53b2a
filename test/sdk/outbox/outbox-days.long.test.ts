import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Day, simulate } from "../../../mock-server/index.ts"
import { skipped } from "../../support/skipped.ts"
import { noSqliteAtAll, openForMany } from "../../webhooks/stores/sqlite.ts"
import { type Mistake, mistakes } from "./mistakes.ts"
import { liveWithOutbox, pgliteLife, sqliteLife } from "./outbox-day.ts"

// The full run: MAS_OUTBOX_DAYS=3000, a tenth of them on PGlite.
const runs = Number(process.env.MAS_OUTBOX_DAYS ?? 20)
const storm = (count: number, live: (day: Day) => Promise<void>) =>
  simulate({ runs: count, faults: "storm", for: "12h", shrinkFor: 0 }, live)

describe.skipIf(noSqliteAtAll)(`stormy days of an outbox in SQLite${skipped(noSqliteAtAll)}`, () => {
  let folder = ""
  let days = 0
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mas-outbox-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  async function live(day: Day, mistake?: Mistake): Promise<void> {
    const file = join(folder, `${++days}.db`)
    await liveWithOutbox(day, () => sqliteLife(openForMany(file)), mistake)
  }

  it("end with one receipt for each order", { timeout: 3_600_000 }, async () => {
    expect(await storm(runs, live)).toMatchObject({ runs })
  })

  it.each(Object.entries(mistakes))("detect %s", async (_, mistake) => {
    await expect(storm(50, (day) => live(day, mistake))).rejects.toThrow(mistake.breaks)
  })
})

describe("stormy days of an outbox in PGlite", () => {
  let db: PGlite
  beforeAll(async () => {
    db = await PGlite.create()
  })
  afterAll(() => db.close())

  async function live(day: Day, mistake?: Mistake): Promise<void> {
    await db.exec("drop table if exists orders, mas_outbox")
    await liveWithOutbox(day, () => pgliteLife(db), mistake)
  }

  it("end with one receipt for each order", { timeout: 3_600_000 }, async () => {
    const count = Math.ceil(runs / 10)
    expect(await storm(count, live)).toMatchObject({ runs: count })
  })

  it.each(Object.entries(mistakes))("detect %s", async (_, mistake) => {
    await expect(storm(50, (day) => live(day, mistake))).rejects.toThrow(mistake.breaks)
  })
})
