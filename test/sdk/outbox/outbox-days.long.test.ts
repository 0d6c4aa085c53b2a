import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Day, simulate } from "../../../mock-server/index.ts"
import { idempotencyKey } from "../../../sdk/index.ts"
import { skipped } from "../../support/skipped.ts"
import { sqlites } from "../../webhooks/stores/sqlite.ts"
import { liveWithOutbox, type Mistake, pgliteLife, sqliteLife } from "./outbox-day.ts"

const openFile = sqlites["better-sqlite3"] ?? sqlites["node:sqlite"]
const missing = openFile ? undefined : `no SQLite for Node ${process.versions.node}`

const mistakes: Readonly<Record<string, Mistake>> = {
  "a key made at each try": {
    breaks: /no order has two receipts/,
    sender: (send) => (message, options) => send(message, { ...options, idempotencyKey: idempotencyKey.random() }),
  },
  "a receipt sent before its order is committed": { breaks: /no receipt is without its order/, isEager: true },
  "a row marked before the answer": {
    breaks: /every order has its receipt|and knows it/,
    sender: (send, ask) => async (message, options) => {
      await ask(`update mas_outbox set due_at = null, sent_at = '2026-01-01' where id = '${options?.idempotencyKey}'`)
      return send(message, options)
    },
  },
  "a message rendered anew at each try": {
    breaks: /and knows it/,
    sender: (send) => (message, options) => send({ ...message, body: `Sent at ${Date.now()}` }, options),
  },
}

// The whole proof: MAS_OUTBOX_DAYS=3000, of which PGlite lives a tenth.
const runs = Number(process.env.MAS_OUTBOX_DAYS ?? 20)
const storm = (count: number, live: (day: Day) => Promise<void>) =>
  simulate({ runs: count, faults: "storm", for: "12h", shrinkFor: 0 }, live)

describe.skipIf(missing)(`stormy days of an outbox in SQLite${skipped(missing)}`, () => {
  let folder = ""
  let days = 0
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mas-outbox-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  async function live(day: Day, mistake?: Mistake): Promise<void> {
    const file = join(folder, `${++days}.db`)
    const open = () => {
      const db = openFile?.(file)
      if (db === undefined) throw new Error(missing)
      // Quicker than on the disk: no day cuts the power.
      db.exec("pragma synchronous = off")
      return sqliteLife(db)
    }
    await liveWithOutbox(day, open, mistake)
  }

  it("end with one receipt for each order", { timeout: 3_600_000 }, async () => {
    expect(await storm(runs, live)).toMatchObject({ runs })
  })

  it.each(Object.entries(mistakes))("find %s", { timeout: 120_000 }, async (_, mistake) => {
    await expect(storm(50, (day) => live(day, mistake))).rejects.toThrow(mistake.breaks)
  })
})

describe("stormy days of an outbox in PGlite", () => {
  let db: PGlite
  beforeAll(async () => {
    db = await PGlite.create()
  }, 120_000)
  afterAll(() => db.close())

  async function live(day: Day, mistake?: Mistake): Promise<void> {
    await db.exec("drop table if exists orders, mas_outbox")
    await liveWithOutbox(day, () => pgliteLife(db), mistake)
  }

  it("end with one receipt for each order", { timeout: 3_600_000 }, async () => {
    const count = Math.ceil(runs / 10)
    expect(await storm(count, live)).toMatchObject({ runs: count })
  })

  it.each(Object.entries(mistakes))("find %s", { timeout: 120_000 }, async (_, mistake) => {
    await expect(storm(50, (day) => live(day, mistake))).rejects.toThrow(mistake.breaks)
  })
})
