import type { Transaction } from "@electric-sql/pglite"
import { expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { sqlites } from "../../webhooks/stores/sqlite.ts"
import { addInTransaction, receipt } from "./outbox-checks.ts"

const path = "/v1/my/messages"

async function setUp() {
  const { db } = await frozenPglite()
  const { world, clientOptions } = createMockService({ clock: "frozen" })
  const mas = new Mas({ ...clientOptions, maxRetries: 0 })
  const outbox = createOutbox({ pool: db, mas, longestWait: 0 })
  await outbox.migrate()
  const add = (order: number) => db.transaction((tx: Transaction) => outbox.add(tx, receipt(order), { key: order }))
  const doubt = async () => (await db.query<{ in_doubt: number }>("select in_doubt from mas_outbox")).rows[0]?.in_doubt
  return { db, world, clientOptions, mas, outbox, add, doubt }
}

it("a refusal takes away the doubt of its own attempt only", async () => {
  const { world, outbox, add, doubt, mas, db } = await setUp()
  const id = await add(1)
  const doubts: unknown[] = []
  for (const fault of [
    { status: 429, retry_after: 1 },
    { drop: "after" },
    { status: 401 },
    { status: 500 },
    { status: 422 },
  ] as const) {
    world.faults.add({ path, times: 1, ...fault })
    await outbox.send(id)
    doubts.push(await doubt())
  }
  expect(doubts).toEqual([0, 1, 1, 2, 2])
  // What was set aside may have been accepted, and says so.
  expect(await outbox.failed()).toMatchObject([
    { id, error: expect.stringContaining("An earlier attempt may have been accepted") },
  ])
  expect([await outbox.cancel(id), await outbox.retry(id), await outbox.send(id)]).toEqual([false, true, "sent"])
  expect(await doubt()).toBe(0)
  // Two workers have the same row, and one is refused while the other is on the wire.
  const second = await add(2)
  let end = (_: Error) => {}
  const slow = createOutbox({
    pool: db,
    mas: {
      sender: (options) => mas.sender(options),
      messages: { send: () => new Promise((_, reject) => (end = reject)) },
    },
  })
  const sending = slow.send(second)
  const inDoubt = async () => (await db.query("select in_doubt from mas_outbox where sent_at is null")).rows
  await expect.poll(inDoubt).toEqual([{ in_doubt: 1 }])
  world.faults.add({ path, times: 1, status: 401 })
  expect(await outbox.send(second)).toBe("waits")
  expect(await inDoubt()).toEqual([{ in_doubt: 1 }])
  end(new Error("lost"))
  expect([await sending, await inDoubt()]).toEqual(["waits", [{ in_doubt: 1 }]])
})

it("a table of an earlier version gets its column, and its rows are sent", async () => {
  const { db, outbox, add } = await setUp()
  await db.exec("alter table mas_outbox drop column tried_by")
  const id = await add(1)
  await Promise.all([outbox.migrate(), outbox.migrate()])
  expect(await outbox.send(id)).toBe("sent")
})

it("a role that cannot add the column is told, and one that need not is not", async () => {
  const { db, outbox } = await setUp()
  await db.exec(
    "create role worker; grant all on schema public, clock to worker; grant select, insert, update, delete on mas_outbox to worker",
  )
  try {
    await db.exec("set role worker")
    await outbox.migrate()
    await db.exec("reset role; alter table mas_outbox drop column tried_by; set role worker")
    await expect(outbox.migrate()).rejects.toThrow(
      '"mas_outbox" is of an earlier version and lacks the column tried_by: let the owner of the table run migrate()',
    )
  } finally {
    await db.exec("reset role; drop owned by worker; drop role worker")
  }
})

const sqlite = sqlites["node:sqlite"] ?? sqlites["better-sqlite3"]
it.skipIf(!sqlite)("a table of an earlier version gets its column in SQLite", async () => {
  const db = sqlite?.(":memory:")
  if (!db) return
  let accepted = 0
  const outbox = createOutbox({ mas: { messages: { send: async () => ({ id: ++accepted }) } }, db, table: "Letters" })
  await outbox.migrate()
  db.exec("alter table letters drop column tried_by")
  const id = addInTransaction(db, outbox, receipt(1), { key: 1 })
  await outbox.migrate()
  await outbox.migrate()
  expect(await outbox.send(id)).toBe("sent")
  db.close()
})

it("the account is asked once for each credential, and again after a failure", async () => {
  const { clientOptions, world } = createMockService({ clock: "frozen" })
  const tokens = ["maskey_live_mock", world.credentials.mint({ kind: "api_key", account_id: 3 }).token]
  let current = tokens[0]
  const mas = new Mas({ ...clientOptions, apiKey: undefined, maxRetries: 0, token: () => current })
  world.faults.add({ path: "/v1/my/account", status: 503, times: 1 })
  await expect(mas.sender()).rejects.toMatchObject({ status: 503 })
  const senders = await Promise.all([mas.sender(), mas.sender({ brandSid: "brand_second" })])
  expect(senders).toMatchObject([
    { accountId: 1, brandSid: null },
    { accountId: 1, brandSid: "brand_second" },
  ])
  expect(world.requests.list()).toHaveLength(2)
  // The token is fetched again after a 401.
  current = tokens[1]
  world.faults.add({ path: "/v1/my/contacts", status: 401, times: 1 })
  await mas.contacts.list()
  expect(await mas.sender()).toMatchObject({ accountId: 3, pinnedBy: null })
})

it("a message that is refused when its request is repeated stays in doubt", async () => {
  const { world, db, add, doubt, clientOptions } = await setUp()
  for (const fault of [{ drop: "after" }, { status: 422 }] as const) world.faults.add({ path, times: 1, ...fault })
  const outbox = createOutbox({ pool: db, mas: new Mas({ ...clientOptions, maxRetries: 1 }) })
  const id = await add(1)
  expect([await outbox.send(id), await doubt()]).toEqual(["failed", 1])
  expect(await outbox.failed()).toMatchObject([{ id, error: expect.stringContaining("may have had its effect") }])
  expect([await outbox.cancel(id), await outbox.retry(id), await outbox.send(id)]).toEqual([false, true, "sent"])
})
