import type { Transaction } from "@electric-sql/pglite"
import { expect, it } from "vitest"
import { createOutbox, OutboxError } from "../../../sdk/outbox/index.ts"
import { batch } from "../../../sdk/stores/batch.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { sqlites } from "../../webhooks/stores/sqlite.ts"
import { addInTransaction, receipt } from "./outbox-checks.ts"

/** An outbox in PGlite with 31 messages, and the keys that were sent. */
async function outboxOf31() {
  const { db, pass } = await frozenPglite()
  const sent: string[] = []
  const send = async (_: unknown, { idempotencyKey }: { idempotencyKey: string }) => ({ id: sent.push(idempotencyKey) })
  const outbox = createOutbox({ mas: { messages: { send } }, pool: db })
  await outbox.migrate()
  const ids: string[] = []
  await db.transaction(async (tx: Transaction) => {
    for (let order = 0; order < 31; order++) ids.push(await outbox.add(tx, receipt(order), { key: ["m", order] }))
  })
  return { db, pass, outbox, sent, ids }
}

const deep = `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`

it.each([
  ["is no JSON", "set message = 'x'", "does not hold a message"],
  ["is cut", "set message = left(message, 20)", "does not hold a message"],
  ["is empty", "set message = ''", "does not hold a message"],
  ["is null in JSON", "set message = 'null'", "does not hold a message"],
  ["is a list", "set message = '[]'", "does not hold a message"],
  ["is too deep", `set message = '${deep}'`, "Maximum call stack size exceeded"],
  ["has an id that is no key", "set id = E'caf\\u00e9\\n'", "no idempotency key"],
  ["has an id with a space at its end", "set id = id || ' '", "no idempotency key"],
])("a row that %s is set aside by name, and its neighbours are sent", async (_, change, problem) => {
  const { db, outbox, sent, ids } = await outboxOf31()
  await db.query(`update mas_outbox ${change} where id = '${ids[7]}'`)
  const { rows } = await db.query<{ id: string }>("select id from mas_outbox")
  const bad = rows.map(({ id }) => id).find((id) => !ids.includes(id)) ?? ids[7]
  const stop = new AbortController()
  const errors: unknown[] = []
  const polling = outbox.poll({ signal: stop.signal, every: 1, onError: (error) => errors.push(error) })
  await expect.poll(async () => [sent.length, (await outbox.failed()).length]).toEqual([30, 1])
  stop.abort()
  await polling
  expect(sent.sort()).toEqual(ids.filter((id) => id !== ids[7]).sort())
  expect(await outbox.failed()).toMatchObject([{ id: bad, error: expect.stringContaining(problem), attempts: 0 }])
  expect(errors).toEqual([expect.any(OutboxError)])
  expect(errors).toMatchObject([{ id: bad, isSetAside: true }])
  // Put right by hand, it goes.
  await db.query("update mas_outbox set message = $1, id = 'mended' where sent_at is null", [
    JSON.stringify(receipt(7)),
  ])
  expect([await outbox.retry("mended"), await outbox.send("mended")]).toEqual([true, "sent"])
})

it("an id that Postgres refuses fails alone, whatever goes with it", async () => {
  const { outbox, ids } = await outboxOf31()
  const results = await Promise.allSettled([...ids.slice(0, 5), "nul\0"].map((id) => outbox.send(id)))
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "rejected"))).toEqual([
    ...Array(5).fill("sent"),
    "rejected",
  ])
})

it("a batch asks again for each step only if a value may be at fault", async () => {
  const batchSizes: number[] = []
  const failing = (error: Error) =>
    batch<{ id: string }, string>(async (steps) => {
      batchSizes.push(steps.length)
      if (steps.some(({ id }) => id === "b")) throw error
      return steps.map(({ id }) => id)
    }, 1)
  const settle = async (error: Error) => {
    const step = failing(error)
    return (await Promise.allSettled(["a", "b", "c"].map((id) => step({ id })))).map(({ status }) => status)
  }
  const databaseError = Object.assign(new Error("invalid byte sequence"), { code: "22021" })
  expect(await settle(databaseError)).toEqual(["fulfilled", "rejected", "fulfilled"])
  expect(batchSizes.splice(0)).toEqual([3, 1, 1, 1])
  expect(await settle(Object.assign(new Error("away"), { code: "ECONNREFUSED" }))).toEqual(Array(3).fill("rejected"))
  expect(batchSizes).toEqual([3])
})

const sqlite = sqlites["node:sqlite"] ?? sqlites["better-sqlite3"]
it.skipIf(!sqlite)("a row of SQLite that holds bytes instead of text is set aside alone", async () => {
  const db = sqlite?.(":memory:")
  if (!db) return
  let accepted = 0
  const outbox = createOutbox({ mas: { messages: { send: async () => ({ id: ++accepted }) } }, db })
  await outbox.migrate()
  const ids = [1, 2, 3].map((order) => addInTransaction(db, outbox, receipt(order), { key: order }))
  db.exec(`update mas_outbox set message = x'ff00fe', attempts = 'x', failed_at = 'y' where id = '${ids[1]}'`)
  expect(await Promise.all(ids.map((id) => outbox.send(id)))).toEqual(["sent", "failed", "sent"])
  expect(await outbox.failed()).toMatchObject([{ id: ids[1], message: null, attempts: 0 }])
  db.close()
})
