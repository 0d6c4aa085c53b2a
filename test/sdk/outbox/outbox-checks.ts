import { expect } from "vitest"
import { createMockService, type MockWorld } from "../../../mock-server/index.ts"
import { Mas, type SendMessage } from "../../../sdk/index.ts"
import type { Outbox, OutboxAddOptions, OutboxOptions, OutboxSqlite } from "../../../sdk/outbox/index.ts"
import type { AnyMessage } from "../../../sdk/sending/template-message.ts"

/** An outbox in an empty database. */
export interface OutboxSubject<Tx, Added> {
  /** Makes an outbox on it; can be called repeatedly. */
  make(options: OutboxOptions): Outbox<Tx, Added>
  /** Runs work in a transaction; a thrown error rolls it back and is rethrown. */
  transaction(work: (tx: Tx) => Promise<unknown>): Promise<unknown>
}

const path = "/v1/my/messages"

export const receipt = (order: number, to = `c${order}@example.test`): SendMessage => ({
  channel: "email",
  to,
  subject: `Receipt for order ${order}`,
  body: `A quote ' and a NUL \0 and half a pair \ud83d`,
})

/** The subjects of the messages that the service accepted. */
export const sentIn = (world: MockWorld): (string | null)[] =>
  world.messages.list({ limit: 10_000 }).map(({ subject }) => subject)

/** What every engine's outbox must do. */
export async function holdsOutbox<Tx, Added>({ make, transaction }: OutboxSubject<Tx, Added>): Promise<void> {
  const { world, clientOptions } = createMockService({ clock: "frozen" })
  const mas = new Mas({ ...clientOptions, maxRetries: 0 })
  // Waiting messages are due at once.
  const outbox = make({ mas, longestWait: 0 })
  await outbox.migrate()
  await outbox.migrate()
  const add = async (order: number, message = receipt(order)) => {
    let id = ""
    await transaction(async (tx) => {
      id = String(await outbox.add(tx, message, { key: ["receipt", order] }))
    })
    return id
  }

  // A message is added with the transaction or not at all.
  const undone = transaction(async (tx) => {
    await outbox.add(tx, receipt(0), { key: ["receipt", 0] })
    throw new Error("the order fails")
  })
  await expect(undone).rejects.toThrow("the order fails")
  const first = await add(1)
  expect(first).toMatch(/^receipt-1-/)
  const gone = first.replace("receipt-1", "receipt-0")
  expect([await outbox.send(gone), await outbox.send(first), await outbox.send(first)]).toEqual([
    "none",
    "sent",
    "none",
  ])
  expect(sentIn(world)).toEqual(["Receipt for order 1"])
  const [message] = world.messages.list()
  const row = await outbox.byMessage(message?.id ?? 0)
  expect(row).toEqual({
    ...{ id: first, message: receipt(1), brandSid: null, accountId: null },
    ...{ attempts: 0, error: null, suppressed: null, messageId: message?.id },
    sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(Math.abs(Date.parse(row?.sentAt ?? "") - Date.now())).toBeLessThan(600_000)
  expect(await outbox.byMessage(4_711)).toBeUndefined()

  // Adding a message again adds it once; another message with its key is an error.
  expect(await add(1)).toBe(first)
  expect(await outbox.send(first)).toBe("none")
  await expect(add(1, receipt(1, "somebody@else.test"))).rejects.toThrow("another message with the key receipt-1-")

  // A refused message is set aside with its reason until it is retried.
  const invalidId = await add(2, {
    ...{ channel: "email", to: "c2@example.test", subject: "Receipt for order 2", body: "Thank you" },
    from: "nobody@unverified.test",
  })
  expect([await outbox.send(invalidId), await outbox.send(invalidId)]).toEqual(["failed", "none"])
  expect(await outbox.failed()).toMatchObject([{ id: invalidId, error: expect.stringContaining("from"), sentAt: null }])
  expect([await outbox.retry(invalidId), await outbox.retry(invalidId)]).toEqual([true, false])
  expect([await outbox.failed(), await outbox.send(invalidId), await outbox.retry(first)]).toEqual([
    [],
    "failed",
    false,
  ])

  // A required wait uses no attempt; other failures do. Not even a wrong key loses a message.
  const third = await add(3)
  const faults = [{ status: 429, retry_after: 60 }, { status: 502 }, { status: 401 }, { drop: "after" }] as const
  for (const fault of faults) world.faults.add({ path, times: 1, ...fault })
  const outcomes: string[] = []
  for (const _ of faults) outcomes.push(await outbox.send(third))
  expect(outcomes).toEqual(["waits", "waits", "waits", "waits"])
  expect(await outbox.failed()).toMatchObject([{ id: invalidId }])
  expect(await outbox.send(third)).toBe("sent")
  expect(sentIn(world).filter((subject) => subject === "Receipt for order 3")).toHaveLength(1)
  const id = world.messages.list().find(({ subject }) => subject === "Receipt for order 3")?.id
  expect(await outbox.byMessage(id ?? 0)).toMatchObject({ id: third, attempts: 3, error: null })

  // Several pollers run, and none sends what another has taken.
  for (let order = 10; order < 40; order++) await add(order)
  world.requests.clear()
  const controller = new AbortController()
  const errors: unknown[] = []
  const options = { signal: controller.signal, every: 1, onError: (error: unknown) => errors.push(error) }
  const polling = [1, 2, 3].map((concurrency) => make({ mas }).poll({ ...options, concurrency }))
  await expect.poll(() => ({ sent: sentIn(world).length, errors })).toEqual({ sent: 32, errors: [] })
  controller.abort()
  await Promise.all(polling)
  expect(world.requests.list().length).toBe(30)
  expect(new Set(sentIn(world)).size).toBe(32)
  for (const { id } of world.messages.list()) expect((await outbox.byMessage(id))?.sentAt).not.toBeNull()
  await mas.close()
}

/** Adds a message in a transaction of SQLite of its own. */
export function addInTransaction<Data = never>(
  db: OutboxSqlite,
  outbox: Outbox<OutboxSqlite, string>,
  ...[message, options]: [AnyMessage<Data>, OutboxAddOptions]
): string {
  db.exec("begin")
  try {
    const id = outbox.add(db, message, options)
    db.exec("commit")
    return id
  } catch (error) {
    db.exec("rollback")
    throw error
  }
}
