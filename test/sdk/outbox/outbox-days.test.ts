import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { SimulationError, simulate } from "../../../mock-server/index.ts"
import { idempotencyKey } from "../../../sdk/index.ts"
import { skipped } from "../../support/skipped.ts"
import { sqlites } from "../../webhooks/stores/sqlite.ts"
import { liveWithOutbox, type Mistake } from "./outbox-day.ts"

const openFile = sqlites["better-sqlite3"] ?? sqlites["node:sqlite"]
const missing = openFile ? undefined : `no SQLite for Node ${process.versions.node}`

const mistakes: Readonly<Record<string, Mistake>> = {
  "a key made at each try": {
    sender: (send) => (message, options) => send(message, { ...options, idempotencyKey: idempotencyKey.random() }),
  },
  "a receipt sent before its order is committed": { isEager: true },
  "a row marked before the answer": {
    sender: (send, db) => (message, options) => {
      db.exec(`update mas_outbox set due_at = null, sent_at = 'early' where id = '${options?.idempotencyKey}'`)
      return send(message, options)
    },
  },
  "a message rendered anew at each try": {
    sender: (send) => (message, options) => send({ ...message, body: `Sent at ${Date.now()}` }, options),
  },
}

describe.skipIf(missing)(`stormy days of an outbox${skipped(missing)}`, () => {
  let folder = ""
  let days = 0
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mas-outbox-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const live = (runs: number, mistake?: Mistake) =>
    simulate({ runs, faults: "storm", for: "12h", shrinkFor: 0 }, (day) => {
      const file = join(folder, `${++days}.db`)
      // Quicker than on the disk: no day cuts the power.
      const open = () => {
        const db = openFile?.(file)
        if (db === undefined) throw new Error(missing)
        db.exec("pragma synchronous = off")
        return db
      }
      return liveWithOutbox(day, open, mistake)
    })

  it("end with one receipt for each order", { timeout: 120_000 }, async () => {
    expect(await live(10)).toMatchObject({ runs: 10 })
  })

  it.each(Object.entries(mistakes))("find %s", { timeout: 120_000 }, async (_, mistake) => {
    await expect(live(50, mistake)).rejects.toThrow(SimulationError)
  })
})
