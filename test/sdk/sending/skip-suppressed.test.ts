import type { Transaction } from "@electric-sql/pglite"
import { describe, expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas, type SendMessage, type SentRow } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { memoryStore } from "../../../sdk/webhooks/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"

const mailTo = (to: string): SendMessage => ({ channel: "email", to, subject: "Hi", body: "Hi" })

/** A mock on which one address bounced for good, and one complained. */
async function withSuppressions() {
  const service = createMockService({ clock: "frozen" })
  onTestFinished(() => service.close())
  const mas = new Mas({ ...service.clientOptions, maxRetries: 0 })
  const { world } = service
  for (const [to, outcome] of [
    ["gone@example.test", "bounced"],
    ["angry@example.test", "complained"],
  ] as const) {
    world.outcomes.add({ to, outcome })
    await mas.messages.send(mailTo(to))
  }
  world.advance("1d")
  const before = world.messages.list().length
  return { mas, world, service, sent: () => world.messages.list().length - before }
}

async function all<Row>(rows: AsyncIterable<SentRow<Row>>): Promise<SentRow<Row>[]> {
  const results: SentRow<Row>[] = []
  for await (const row of rows) results.push(row)
  return results
}

describe("sendEach with skipSuppressed", () => {
  it("leaves out suppressed addresses before the call, and counts them by reason", async () => {
    const { mas, sent } = await withSuppressions()
    const rows = ["ana@example.test", "GONE@example.test", "angry@example.test", "bo@example.test"].map(mailTo)
    const sending = mas.messages.sendEach(rows, { key: ({ to }) => to, skipSuppressed: true, ordered: true })
    const results = await all(sending)
    expect(results.map(({ suppressed, message }) => suppressed ?? message?.status)).toEqual([
      "queued",
      "hard_bounce",
      "complaint",
      "queued",
    ])
    expect(sending.summary).toEqual({
      accepted: 2,
      duplicates: 0,
      failed: 0,
      uncertain: 0,
      suppressed: { hard_bounce: 1, complaint: 1 },
    })
    expect(sent()).toBe(2)
  })

  it("asks nothing of a row that its store knows, and gives one that is left out back to the store", async () => {
    const { mas, world } = await withSuppressions()
    const options = { key: ({ to }: SendMessage) => to, skipSuppressed: true, store: memoryStore() }
    const summaryOf = async (to: string) => {
      const sending = mas.messages.sendEach([mailTo(to)], options)
      await all(sending)
      return sending.summary
    }
    expect(await summaryOf("ana@example.test")).toMatchObject({ accepted: 1 })
    expect(await summaryOf("gone@example.test")).toMatchObject({ suppressed: { hard_bounce: 1 } })
    expect(await summaryOf("gone@example.test")).toMatchObject({ suppressed: { hard_bounce: 1 }, duplicates: 0 })
    world.requests.clear()
    world.faults.add({ path: "/v1/my/suppressions", status: 403 })
    expect(await summaryOf("ana@example.test")).toMatchObject({ duplicates: 1, failed: 0 })
    expect(world.requests.list().map(({ path }) => path)).toEqual(["/v1/my/account"])
  })

  it("asks right before each call: who was suppressed meanwhile is left out, too", async () => {
    const { mas, world, sent } = await withSuppressions()
    world.outcomes.add({ to: "ana@example.test", outcome: "bounced" })
    const rows = ["ana@example.test", "ana@example.test"].map(mailTo)
    const options = { key: (_: unknown, index: number) => index, skipSuppressed: true, concurrency: 1 }
    const results: (string | undefined)[] = []
    for await (const { suppressed } of mas.messages.sendEach(rows, options)) {
      results.push(suppressed)
      world.advance("1m")
    }
    expect([results, sent()]).toEqual([[undefined, "hard_bounce"], 1])
  })

  it("sends nothing to an address that cannot be checked", async () => {
    const { mas, world, sent } = await withSuppressions()
    world.faults.add({ path: "/v1/my/suppressions", status: 503 })
    const sending = mas.messages.sendEach([mailTo("ana@example.test")], { key: ({ to }) => to, skipSuppressed: true })
    const [row] = await all(sending)
    expect(row?.error).toMatchObject({ status: 503 })
    expect([sending.summary.failed, sent()]).toEqual([1, 0])
  })

  it("checks no number, and nobody without the option", async () => {
    const { mas, world } = await withSuppressions()
    world.faults.add({ path: "/v1/my/suppressions", status: 503 })
    const sms = { channel: "sms", to: "+4915112345678", body: "Hi" } as const
    for (const options of [{ skipSuppressed: true }, {}]) {
      const rows: SendMessage[] = options.skipSuppressed ? [sms] : [mailTo("gone@example.test")]
      const sending = mas.messages.sendEach(rows, { key: ({ to }) => to, ...options })
      expect((await all(sending))[0]?.error).toBeUndefined()
      expect(sending.summary).not.toHaveProperty("suppressed")
    }
  })
})

/** The same with an outbox that leaves out who is suppressed. */
async function withOutbox() {
  const service = await withSuppressions()
  const { db } = await frozenPglite()
  const outbox = createOutbox({ pool: db, mas: service.mas, skipSuppressed: true })
  await outbox.migrate()
  const add = (to: string) => db.transaction((tx: Transaction) => outbox.add(tx, mailTo(to), { key: to }))
  return { ...service, db, outbox, add }
}

it("an outbox repeats what may have been sent without asking: it is not called suppressed", async () => {
  const { mas, world, sent, db, outbox, add } = await withOutbox()
  world.outcomes.add({ to: "ana@example.test", outcome: "bounced" })
  world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
  const id = await add("ana@example.test")
  expect(await outbox.send(id)).toBe("waits")
  world.advance("1m")
  expect((await mas.suppressions.list({ email: "ana@example.test" })).items).toHaveLength(1)
  expect(await outbox.send(id)).toBe("sent")
  expect([sent(), await outbox.failed()]).toEqual([1, []])
  // A row that another worker begins while this one asks.
  const raced = await add("gone@example.test")
  const racing = createOutbox({
    pool: db,
    skipSuppressed: true,
    mas: {
      messages: mas.messages,
      sender: (options) => mas.sender(options),
      suppressions: {
        async list() {
          await db.query("update mas_outbox set in_doubt = 1, tried_by = $1 where id = $2", [triedBy, raced])
          return { items: [{ reason: "hard_bounce" }] }
        },
      },
    },
  })
  const { rows } = await db.query<{ tried_by: string }>("select tried_by from mas_outbox where tried_by is not null")
  const triedBy = rows[0]?.tried_by
  expect([await racing.send(raced), sent()]).toEqual(["sent", 2])
})

it.each([
  [422, { error: true, message: "email is invalid" }],
  [400, { error: true, message: "Bad" }],
  [404, "<h1>Not here</h1>"],
])("an outbox keeps a message while the suppressions respond with %d", async (status, body) => {
  const { world, sent, outbox, add } = await withOutbox()
  const id = await add("bo@example.test")
  world.faults.add({ path: "/v1/my/suppressions", status, body, times: 1 })
  expect([await outbox.send(id), sent()]).toEqual(["waits", 0])
  expect(await outbox.stats()).toMatchObject({ waiting: 1, blocked: 1, failed: 0 })
  expect([await outbox.send(id), sent()]).toEqual(["sent", 1])
})

it("an outbox sets aside what is suppressed when it is handed over, and asks again with a retry", async () => {
  const { mas, world, sent, outbox, add } = await withOutbox()
  world.outcomes.add({ to: "ana@example.test", outcome: "bounced" })
  const late = await add("ana@example.test")
  // Suppressed after it was added.
  await mas.messages.send(mailTo("ana@example.test"))
  world.advance("1m")
  expect(await outbox.send(late)).toBe("failed")
  const [error, suppressed] = ["ana@example.test is suppressed: hard_bounce", "hard_bounce"]
  expect(await outbox.failed()).toMatchObject([{ id: late, error, suppressed }])
  expect(await outbox.stats()).toMatchObject({ failed: 1, suppressed: { hard_bounce: 1 } })
  const id = await add("bo@example.test")
  world.faults.add({ path: "/v1/my/suppressions", status: 503, times: 1 })
  expect(await outbox.send(id)).toBe("waits")
  expect(await outbox.send(id)).toBe("sent")
  expect(await outbox.retry(late)).toBe(true)
  expect(await outbox.stats()).toMatchObject({ failed: 0, suppressed: {} })
  expect(await outbox.send(late)).toBe("failed")
  expect(sent()).toBe(2)
}, 120_000)
