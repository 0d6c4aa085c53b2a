import type { Transaction } from "@electric-sql/pglite"
import { type BatchObservableCallback, createNoopMeter, type Observable } from "@opentelemetry/api"
import { expect, it, onTestFinished, vi } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { measureOutbox } from "../../../sdk/client/otel.ts"
import { Mas } from "../../../sdk/index.ts"
import {
  createOutbox,
  OutboxError,
  type OutboxOptions,
  OutboxOverdueError,
  type PostgresOutbox,
} from "../../../sdk/outbox/index.ts"
import { failureNotices } from "../../../sdk/outbox/notices.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { receipt } from "./outbox-checks.ts"

async function setUp(options: OutboxOptions = {}) {
  const { db, pass, now } = await frozenPglite()
  const outbox = createOutbox({ pool: db, clock: { now }, ...options })
  await outbox.migrate()
  const add = (order: number, more: object = {}) =>
    db.transaction((tx: Transaction) => outbox.add(tx, receipt(order), { key: ["receipt", order], ...more }))
  return { db, pass, outbox, add }
}

function service() {
  const mock = createMockService({ clock: "frozen" })
  return { ...mock, mas: new Mas({ ...mock.clientOptions, maxRetries: 0 }) }
}

/** Polls until the check holds. */
async function pollUntil(
  outbox: PostgresOutbox,
  check: () => void | Promise<void>,
  onError: (error: unknown) => void = () => {},
) {
  const stop = new AbortController()
  const polling = outbox.poll({ signal: stop.signal, every: 1, onError })
  try {
    await vi.waitFor(check, { timeout: 20_000, interval: 1 })
  } finally {
    stop.abort()
    await polling
  }
}

it.each([
  ["a revoked key", { status: 401 }, "AuthenticationError", 1],
  ["a key that may not send", { status: 403 }, "PermissionDeniedError", 1],
  ["a 500 that stays", { status: 500 }, "InternalServerError", 0],
])("onError and the log are told of %s", async (_, fault, name, blocked) => {
  const { mas, world } = service()
  world.faults.add({ path: "/v1/my/messages", ...fault })
  const warned: unknown[] = []
  const { outbox, add } = await setUp({ mas, logger: { warn: (line) => warned.push(line) } })
  const id = await add(1)
  const errors: unknown[] = []
  await pollUntil(
    outbox,
    async () => expect((await outbox.stats()).lastError?.id).toBe(id),
    (error) => errors.push(error),
  )
  expect(errors[0]).toBeInstanceOf(OutboxError)
  expect(errors[0]).toMatchObject({ id, isSetAside: false, cause: { name } })
  expect(warned[0]).toMatch(/^receipt-1-\S+ was not sent, and waits: /)
  expect(await outbox.failed()).toEqual([])
  // From the first failure on: somebody must look, or need not.
  expect(await outbox.stats()).toMatchObject({ waiting: 1, blocked, failed: 0 })
  world.faults.clear()
  expect(await outbox.send(id)).toBe("sent")
  expect(await outbox.stats()).toMatchObject({ waiting: 0, blocked: 0 })
})

it("a message is blocked until its last failure has another cause", async () => {
  const { mas, world } = service()
  const { outbox, add } = await setUp({ mas })
  const id = await add(1)
  const blocked: number[] = []
  for (const status of [503, 401, 503, 403, 422]) {
    world.faults.add({ path: "/v1/my/messages", times: 1, status })
    await outbox.send(id)
    blocked.push((await outbox.stats()).blocked)
  }
  expect(blocked).toEqual([0, 1, 0, 1, 0])
  await outbox.retry(id)
  expect((await outbox.stats()).blocked).toBe(0)
})

it("a process warning tells of failures where nothing listens", async () => {
  const { mas, world } = service()
  world.faults.add({ path: "/v1/my/messages", status: 401 })
  const { outbox, add } = await setUp({ mas })
  await add(1)
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const stop = new AbortController()
  const polling = outbox.poll({ signal: stop.signal, every: 1 })
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  stop.abort()
  await polling
  expect(warn.mock.calls).toEqual([[expect.stringContaining("was not sent")]])
})

it("failures are told at once, and then at doubling distances for each kind", () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  onTestFinished(() => void vi.useRealTimers())
  const begin = Date.now()
  const reportedErrors: string[] = []
  const tell = failureNotices({
    logger: undefined,
    onError: (error) => reportedErrors.push(`${(error as Error).message} ${(Date.now() - begin) / 1_000}`),
    warns: false,
  })
  const fail = (kind: string) => tell(new OutboxError(kind, false, "x"), kind)
  const name = (kind: string) => `${kind} was not sent, and waits: x`
  for (let second = 0; second < 20; second++) {
    vi.setSystemTime(begin + second * 1_000)
    for (let message = 0; message < 5; message++) fail("401")
    if (second === 10) fail("500")
  }
  expect(reportedErrors.splice(0)).toEqual([
    ...[0, 1, 3, 7].map((second) => `${name("401")} ${second}`),
    `${name("500")} 10`,
    `${name("401")} 15`,
  ])
  // After a whole distance without a failure the next one is new.
  vi.setSystemTime(begin + 1_000_000)
  fail("401")
  vi.setSystemTime(begin + 1_001_000)
  fail("401")
  expect(reportedErrors.splice(0)).toEqual([`${name("401")} 1000`, `${name("401")} 1001`])
  // A clock that is set back by days silences nothing.
  vi.setSystemTime(begin - 86_400_000)
  fail("401")
  expect(reportedErrors).toHaveLength(1)
})

it("onError is told of a message that waits longer than overdueAfter, even if each wait was asked for", async () => {
  const { mas, world } = service()
  world.faults.add({ path: "/v1/my/messages", status: 429, retry_after: 600 })
  const { pass, outbox, add } = await setUp({ mas, overdueAfter: 60_000 })
  await add(1)
  await add(2, { at: new Date(Date.now() - 86_400_000) })
  const errors: unknown[] = []
  await pollUntil(
    outbox,
    async () => expect((await outbox.stats()).lastError).not.toBeNull(),
    (error) => errors.push(error),
  )
  expect(errors).toEqual([])
  await pass(61_000)
  const onError = vi.fn()
  await pollUntil(outbox, () => expect(onError).toHaveBeenCalled(), onError)
  expect(onError.mock.calls).toEqual([[expect.any(OutboxOverdueError)]])
})

it("stats counts what waits, is scheduled and is set aside, and metrics show it", async () => {
  const { mas, world } = service()
  const { pass, outbox, add } = await setUp({ mas })
  const none = {
    ...{ waiting: 0, blocked: 0, scheduled: 0, failed: 0, suppressed: {} },
    ...{ oldest: null, oldestAge: 0, lastError: null },
  }
  expect(await outbox.stats()).toEqual(none)
  const first = await add(1)
  await pass(5_000)
  await add(2)
  await add(3, { at: Date.now() + 3_600_000 })
  const refusedId = await add(4)
  world.faults.add({ path: "/v1/my/messages", times: 1, status: 422 })
  expect(await outbox.send(refusedId)).toBe("failed")
  const stats = await outbox.stats()
  expect(stats).toEqual({
    ...{
      waiting: 2,
      blocked: 0,
      scheduled: 1,
      failed: 1,
      suppressed: {},
      oldest: expect.any(String),
      oldestAge: 5_000,
    },
    lastError: { id: refusedId, error: expect.any(String), at: expect.any(String) },
  })
  const values: unknown[] = []
  const observing: BatchObservableCallback[] = []
  const meter = createNoopMeter()
  meter.createObservableGauge = (name) =>
    Object.assign(Object.create({ name }), { addCallback() {}, removeCallback() {} })
  meter.addBatchObservableCallback = (callback) => void observing.push(callback)
  meter.removeBatchObservableCallback = (callback) => void observing.splice(observing.indexOf(callback), 1)
  const stop = measureOutbox(outbox, { meterProvider: { getMeter: () => meter }, attributes: { table: "t" } })
  const observe = (metric: Observable, value: number, attributes?: object) =>
    void values.push([Reflect.get(metric, "name"), value, attributes])
  for (const callback of observing) await callback({ observe })
  expect(values).toEqual([
    ["mas.outbox.messages", 2, { table: "t", "mas.outbox.state": "waiting" }],
    ["mas.outbox.messages", 0, { table: "t", "mas.outbox.state": "blocked" }],
    ["mas.outbox.messages", 1, { table: "t", "mas.outbox.state": "scheduled" }],
    ["mas.outbox.messages", 1, { table: "t", "mas.outbox.state": "failed" }],
    ["mas.outbox.oldest_age", 5, { table: "t" }],
  ])
  stop()
  expect(observing).toEqual([])
  // A retry begins anew.
  await outbox.retry(refusedId)
  expect(await outbox.send(refusedId)).toBe("sent")
  expect(await outbox.send(first)).toBe("sent")
  expect(await outbox.stats()).toMatchObject({ waiting: 1, failed: 0, oldestAge: 0, lastError: null })
})

it("a message for later is sent when its time has come, for its own brand and account", async () => {
  const sent: object[] = []
  const send = async (
    _: unknown,
    { idempotencyKey, waitSignal, ...options }: { idempotencyKey: string; waitSignal: unknown },
  ) => {
    sent.push(options)
    return { id: sent.length }
  }
  const { pass, outbox, add } = await setUp({ mas: { messages: { send } } })
  const id = await add(1, { at: new Date(Date.now() + 60_000), brandSid: "brand_second", accountId: 7 })
  const stop = new AbortController()
  const scheduledCounts: number[] = []
  onTestFinished(() => stop.abort())
  const polling = outbox.poll({ signal: stop.signal, every: 1, onError: (error) => expect(error).toBeUndefined() })
  await vi.waitFor(async () => {
    scheduledCounts.push((await outbox.stats()).scheduled)
    expect(scheduledCounts.length).toBeGreaterThan(5)
  })
  expect([sent, await outbox.send(id)]).toEqual([[], "waits"])
  await pass(120_000)
  await vi.waitFor(() => expect(sent).toEqual([{ brandSid: "brand_second", accountId: "7" }]))
  stop.abort()
  await polling
  // The same again has no effect; for another brand it is another message.
  await add(1, { brandSid: "brand_second", accountId: "7" })
  await expect(add(1)).rejects.toThrow("for another brand or account")
  await expect(add(1, { brandSid: "brand_third", accountId: 7 })).rejects.toThrow("for another brand or account")
})

it.each([
  ["at", "tomorrow", "at must be a time in ISO 8601"],
  ["at", "2026-03-01T12:00:00", "at must have an offset from UTC"],
  ["at", "2026-03-01", "at must have a time of day and an offset from UTC"],
  ["at", new Date(Number.NaN), "at must be a Date"],
  ["at", 1_800_000_000, "seconds? Give milliseconds"],
  ["at", 8e15, "at must be before the year 10000"],
  ["brandSid", "", "brandSid must be text that is not empty"],
  ["brandSid", 5, "brandSid must be text that is not empty"],
  ["accountId", -1, "accountId must be a whole number or text"],
])("add refuses %s %s", async (option, value, problem) => {
  const { outbox, add } = await setUp()
  await expect(add(1, { [option]: value })).rejects.toThrow(problem)
  expect((await outbox.stats()).waiting).toBe(0)
})

it("cancel deletes a message that certainly was not sent, and no other", async () => {
  const { mas, world } = service()
  const { pass, outbox, add } = await setUp({ mas, longestWait: 0 })
  const later = { at: Date.now() + 86_400_000 }
  await add(1, later)
  expect([await outbox.cancel(["receipt", 1]), await outbox.cancel(["receipt", 1])]).toEqual([true, false])
  const second = await add(1)
  expect([await outbox.cancel(second), await outbox.send(second)]).toEqual([true, "none"])
  await expect(outbox.cancel([])).rejects.toThrow("needs at least one part")
  await expect(outbox.cancel(undefined as never)).rejects.toThrow("key is missing")
  // Sent.
  await outbox.send(await add(2))
  expect(await outbox.cancel(["receipt", 2])).toBe(false)
  // Refused with certainty: nothing went out.
  world.faults.add({ path: "/v1/my/messages", times: 1, status: 401 })
  expect(await outbox.send(await add(3))).toBe("waits")
  expect(await outbox.cancel(["receipt", 3])).toBe(true)
  // The response was lost: the service may have it, whatever the next attempt says.
  for (const fault of [{ drop: "after" }, { status: 401 }] as const)
    world.faults.add({ path: "/v1/my/messages", times: 1, ...fault })
  const lost = await add(4)
  expect([await outbox.send(lost), await outbox.send(lost)]).toEqual(["waits", "waits"])
  expect(await outbox.cancel(["receipt", 4])).toBe(false)
  // A queue has it, or had it when its worker died.
  const stop = new AbortController()
  await add(5)
  await new Promise((resolve) => {
    const addBulk = async () => resolve(stop.abort())
    outbox.bullmq({ addBulk }, { signal: stop.signal, lease: 1_000 })
  })
  expect(await outbox.cancel(["receipt", 5])).toBe(false)
  await pass(2_000)
  expect(await outbox.cancel(["receipt", 5])).toBe(false)
  // Set aside: refused by the service.
  world.faults.add({ path: "/v1/my/messages", times: 1, status: 422 })
  expect(await outbox.send(await add(6))).toBe("failed")
  expect([await outbox.cancel(["receipt", 6]), await outbox.failed()]).toEqual([true, []])
})

it.each([
  [200, "<html>"],
  [302, "<html>"],
  [408, "<html>"],
  [500, { error: true, retryable: true }],
] as const)("cancel after a %d that does not say that nothing happened is too late", async (status, body) => {
  const { mas, world } = service()
  const { outbox, add } = await setUp({ mas, longestWait: 0 })
  world.faults.add({ path: "/v1/my/messages", status, body })
  expect(await outbox.send(await add(1))).toBe("waits")
  expect(await outbox.cancel(["receipt", 1])).toBe(false)
})

it("cancel while a message is on the wire is too late", async () => {
  let resolveSend = (_: { id: number }) => {}
  let isOnWire = false
  const send = () =>
    new Promise<{ id: number }>((resolve) => {
      resolveSend = resolve
      isOnWire = true
    })
  const { outbox, add } = await setUp({ mas: { messages: { send } } })
  const id = await add(1)
  const sending = outbox.send(id)
  await vi.waitFor(() => expect(isOnWire).toBe(true))
  expect(await outbox.cancel(["receipt", 1])).toBe(false)
  resolveSend({ id: 1 })
  expect([await sending, await outbox.cancel(["receipt", 1])]).toEqual(["sent", false])
})

it.each([
  ["the usual table", {}, "mas-outbox"],
  ["another table", { table: "Receipts" }, "mas-outbox-receipts"],
])("jobs of %s are named after it, as outboxes in one database share its queues", async (_, options, jobName) => {
  const { mas } = service()
  const { outbox, add } = await setUp({ ...options, mas })
  await add(1)
  const stop = new AbortController()
  const names = await new Promise((resolve) => {
    const addBulk = async (jobs: readonly { readonly name: string }[]) => {
      stop.abort()
      resolve(jobs.map(({ name }) => name))
    }
    outbox.bullmq({ addBulk }, { signal: stop.signal })
  })
  expect(names).toEqual([jobName])
})
