import { expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import type { ClientClock, ClientOptions } from "../../../sdk/client/options.ts"
import { Mas } from "../../../sdk/index.ts"
import { claimAndYield, HandOverWindow } from "../../../sdk/outbox/hand-over.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { memoryPace } from "../../../sdk/stores/index.ts"
import { memoryStore } from "../../../sdk/webhooks/memory-store.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { receipt } from "./outbox-checks.ts"

/** A clock whose pauses do not end; tells of each. */
function stuckClock(): { readonly clock: ClientClock; readonly paused: Promise<void> } {
  let tell = () => {}
  const paused = new Promise<void>((resolve) => {
    tell = resolve
  })
  return {
    clock: {
      now: Date.now,
      after() {
        tell()
        return () => {}
      },
    },
    paused,
  }
}

async function outboxWith(options: ClientOptions) {
  const { db } = await frozenPglite()
  const { world, clientOptions } = createMockService()
  const mas = new Mas({ ...clientOptions, ...options })
  const outbox = createOutbox({ mas, pool: db })
  await outbox.migrate()
  await db.transaction((tx) => outbox.add(tx, receipt(1), { key: 1 }))
  const rows = async () =>
    (
      await db.query(
        // Due by the clock of this machine: the database's stands still.
        "select attempts, taken_at, in_doubt, due_at <= $1::timestamptz as due from mas_outbox where due_at is not null",
        [new Date().toISOString()],
      )
    ).rows
  return { mas, outbox, rows, world, clientOptions, db }
}

/** A pace at which no turn comes; tells of the first that is asked for. */
function stuckPace() {
  let tell = () => {}
  const turnRequested = new Promise<void>((resolve) => {
    tell = resolve
  })
  const pace = {
    ...memoryPace(),
    turn: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<number>((resolve) => {
        signal.addEventListener("abort", () => resolve(7_000))
        tell()
      }),
  }
  return { pace, turnRequested }
}

it("poll gives back at once a message that waits for its turn, and counts no attempt", async () => {
  const { pace, turnRequested } = stuckPace()
  const { outbox, rows } = await outboxWith({ pace })
  const stop = new AbortController()
  const polling = outbox.poll({ signal: stop.signal })
  await turnRequested
  stop.abort()
  await polling
  expect(await rows()).toEqual([{ attempts: 0, taken_at: null, in_doubt: 0, due: true }])
})

it("poll gives back at once a message that waits for Retry-After, until that time", async () => {
  const { clock, paused } = stuckClock()
  const { outbox, rows, world } = await outboxWith({ clock })
  world.faults.add({ path: "/v1/my/messages", status: 429, retry_after: 14 })
  const stop = new AbortController()
  const polling = outbox.poll({ signal: stop.signal })
  await paused
  stop.abort()
  await polling
  expect(await rows()).toMatchObject([{ attempts: 0, taken_at: null, in_doubt: 0 }])
})

it("poll finishes what is on its way to the service", async () => {
  const stop = new AbortController()
  const { clientOptions, world } = createMockService()
  const { outbox, rows } = await outboxWith({
    ...clientOptions,
    async fetch(...request) {
      if (/messages$/.test(String(request[0]))) stop.abort()
      return (clientOptions.fetch ?? fetch)(...request)
    },
  })
  await outbox.poll({ signal: stop.signal })
  expect(world.messages.list()).toHaveLength(1)
  expect(await rows()).toEqual([])
})

it("a closed client gives back what waits, and can be used again", async () => {
  const { pace, turnRequested } = stuckPace()
  const { clientOptions } = createMockService()
  const mas = new Mas({ ...clientOptions, pace })
  const call = mas.account.get().catch((error: unknown) => error)
  await turnRequested
  await mas.close()
  expect(await call).toMatchObject({
    name: "AbortError",
    attempts: 0,
    message: expect.stringContaining("the client was closed"),
  })
  expect(await mas.withOptions({ pace: memoryPace() }).account.get()).toBeDefined()
})

it("a waitSignal ends the wait for a connection", async () => {
  const stop = new AbortController()
  let holds = 0
  const transport = {
    name: "holds",
    send: (request: { hold?(what: string): () => void; onAbort?(stop: (reason: Error) => void): void }) =>
      new Promise<never>((_, reject) => {
        request.onAbort?.(reject)
        request.hold?.("a connection")
        holds++
        stop.abort(new Error("SIGTERM"))
      }),
  }
  const mas = new Mas({ apiKey: "key", baseUrl: "http://127.0.0.1:1", transport })
  const call = mas.messages.send(receipt(1), { idempotencyKey: "k", waitSignal: stop.signal })
  await expect(call).rejects.toMatchObject({ name: "AbortError", attempts: 0, cause: { message: "SIGTERM" } })
  expect(holds).toBe(1)
})

it("sendEach gives rows that wait back to the store when its signal aborts, or the loop is left", async () => {
  for (const leaves of [false, true]) {
    const { pace, turnRequested } = stuckPace()
    const { clientOptions } = createMockService()
    const store = memoryStore()
    const stop = new AbortController()
    const mas = new Mas(clientOptions)
    const rows = [{ id: 1 }, { id: 2 }]
    // The account and the first pass, the second waits for its turn.
    const one = { ...pace, turn: (...args: Parameters<typeof pace.turn>) => (count++ > 1 ? pace.turn(...args) : none) }
    const none = Promise.resolve(undefined)
    let count = 0
    const sending = mas.messages.sendEach(rows, {
      key: ({ id }) => ["row", id],
      message: ({ id }) => receipt(id),
      pace: one as never,
      store,
      signal: stop.signal,
    })
    const loop = async () => {
      for await (const row of sending) {
        if (row.error) continue
        await turnRequested
        if (leaves) break
        stop.abort(new Error("enough"))
      }
    }
    if (leaves) await loop()
    else await expect(loop()).rejects.toThrow("enough")
    expect(sending.summary).toEqual({ accepted: 1, duplicates: 0, failed: 1, uncertain: 0 })
    // Given back: the next run gets it at once.
    const again: unknown[] = []
    const { key, message } = { key: ({ id }: { id: number }) => ["row", id], message: () => receipt(1) }
    for await (const { message: accepted } of mas.messages.sendEach(rows, { key, message, store })) again.push(accepted)
    expect(again.filter(Boolean)).toHaveLength(1)
  }
})

it("a hand-over follows what is sent within a lease", () => {
  const window = new HandOverWindow(2_000)
  let [handed, sent, now] = [0, 0, 0]
  for (; now < 60_000; now += 50) {
    const room = window.room(now)
    if (now % 200 === 0) {
      window.handedOver(room, now)
      handed += room
    }
    window.sent(now)
    sent++
  }
  expect(handed / sent).toBeLessThan(2)
  // When all is sent at once, the window doubles with each round.
  const fast = new HandOverWindow(2_000)
  for (let round = 0; round < 5; round++) {
    const room = fast.room(round)
    fast.handedOver(room, round)
    for (let one = 0; one < room; one++) fast.sent(round)
  }
  expect(fast.room(5)).toBe(16_000)
})

it("a hand-over gives back what it took while it was ended, before the job that was given back ends", async () => {
  const stop = new AbortController()
  const done: string[] = []
  let take = (_ids: string[]) => {}
  const relay = {
    jobName: "mail",
    take: () => new Promise<string[]>((resolve) => (take = resolve)),
    giveBack: async (ids: readonly string[]) => done.push(`back ${ids}`),
    send: async (id: string) => done.push(`waits ${id}`),
    lookAfter: async () => {},
    failed: (error: unknown) => expect.unreachable(String(error)),
  }
  const send = claimAndYield(relay, async (ids) => done.push(`put ${ids}`), { signal: stop.signal })
  stop.abort()
  const job = send("1").then(() => done.push("ended"))
  take(["1"])
  await job
  expect(done).toEqual(["waits 1", "back 1", "ended"])
})
