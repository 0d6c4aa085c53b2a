import type { Transaction } from "@electric-sql/pglite"
import { expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { memoryCeiling } from "../../../sdk/stores/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { receipt } from "../outbox/outbox-checks.ts"

async function setUp(total: string) {
  const mock = createMockService({ clock: "frozen" })
  onTestFinished(() => mock.close())
  const { db, pass, now } = await frozenPglite()
  const clock = { now, after: (ms: number, run: () => void) => mock.clientOptions.clock.after(ms, run) }
  const mas = new Mas({ ...mock.clientOptions, clock, ceiling: { total, store: memoryCeiling() } })
  const warnings: unknown[] = []
  const outbox = createOutbox({ pool: db, mas, clock, logger: { warn: (line) => void warnings.push(line) } })
  await outbox.migrate()
  const add = (order: number) =>
    db.transaction((tx: Transaction) => outbox.add(tx, receipt(order), { key: ["receipt", order] }))
  return { mas, outbox, add, pass, warnings, sent: () => mock.world.messages.list().length }
}

it("an outbox keeps the rows that a stop holds back, and sends them after it", async () => {
  const { mas, outbox, add, sent, warnings } = await setUp("5/1h")
  const id = await add(1)
  await mas.sending.stop({ reason: "a wrong list" })
  expect(await outbox.send(id)).toBe("waits")
  expect(await outbox.stats()).toMatchObject({ waiting: 1, failed: 0, blocked: 0 })
  expect(await outbox.failed()).toEqual([])
  await mas.sending.start()
  expect(await outbox.send(id)).toBe("sent")
  expect([sent(), warnings]).toEqual([1, []])
}, 120_000)

it("an outbox keeps the rows for which a ceiling has no room, without counting an attempt", async () => {
  const { outbox, add, sent } = await setUp("1/1h")
  const ids = [await add(1), await add(2)]
  expect(await outbox.send(ids[0] ?? "")).toBe("sent")
  for (let attempt = 0; attempt < 20; attempt++) expect(await outbox.send(ids[1] ?? "")).toBe("waits")
  expect(await outbox.stats()).toMatchObject({ waiting: 1, failed: 0, blocked: 0 })
  expect(sent()).toBe(1)
}, 120_000)
