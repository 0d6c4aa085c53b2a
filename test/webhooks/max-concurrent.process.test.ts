import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { postgresStore } from "../../sdk/stores/index.ts"
import { memoryStore, type WebhookHandlerOptions } from "../../sdk/webhooks/index.ts"
import type { Engine } from "../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../support/engines/postgres.ts"
import { skipped } from "../support/skipped.ts"
import { delivery, gate, listening } from "./fetch-support.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets what waits for promises go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A handler whose events each end when their gate is opened. */
function gated(options: Partial<WebhookHandlerOptions>) {
  const gates = new Map<string, ReturnType<typeof gate>>()
  const onEvent = ({ id }: { id: string }) => {
    const work = gate()
    gates.set(id, work)
    return work.opened
  }
  const made = listening({ onEvent, ...options })
  const ids = () => [...gates.keys()]
  const finish = async (id: string) => {
    gates.get(id)?.open()
    await settle()
  }
  const post = (id: string) => ({ answer: made.handler(delivery(id)), settled: settle().then(settle) })
  return { ...made, ids, finish, post }
}

describe.each<[string, Partial<WebhookHandlerOptions>]>([
  ["by default", {}],
  ["without a memory", { store: false }],
])("maxConcurrent, %s", (_, options) => {
  it("lets so many events in, and the next when one is over, in the order they came", async () => {
    const { post, ids, finish } = gated({ maxConcurrent: 2, ...options })
    const posts = ["a", "b", "c", "d"].map(post)
    await Promise.all(posts.map(({ settled }) => settled))
    expect(ids()).toEqual(["a", "b"])
    await finish("b")
    expect(ids()).toEqual(["a", "b", "c"])
    await finish("a")
    await finish("c")
    await finish("d")
    expect(await Promise.all(posts.map(async ({ answer }) => (await answer).status))).toEqual([200, 200, 200, 200])
    expect(vi.getTimerCount()).toBe(0)
  })

  it("has one more wait for a second, then answers it with 503, says when to come again, and tells onError", async () => {
    const { post, ids, errors } = gated({ maxConcurrent: 1, ...options })
    await post("a").settled
    const { answer, settled } = post("b")
    await settled
    vi.advanceTimersByTime(1_000)
    const refused = await answer
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "39"])
    expect(errors).toMatchObject([{ name: "MasError", message: expect.stringContaining("maxConcurrent is 1") }])
    expect(ids()).toEqual(["a"])
  })

  it("gives a place that work never leaves to another after its lease", async () => {
    const { post, ids } = gated({ maxConcurrent: 1, timeout: 50, lease: 5_000, ...options })
    await post("a").settled
    vi.advanceTimersByTime(5_000)
    await post("b").settled
    expect(ids()).toEqual(["a", "b"])
  })

  it("does not begin with an event whose request was answered while it waited", async () => {
    const { post, ids, finish, errors } = gated({ maxConcurrent: 1, timeout: 500, ...options })
    await post("a").settled
    const { answer, settled } = post("b")
    await settled
    vi.advanceTimersByTime(500)
    expect((await answer).status).toBe(503)
    await finish("a")
    expect(ids()).toEqual(["a"])
    expect(errors).toHaveLength(2)
  })
})

it("maxConcurrent is no matter where it is left out: a thousand events begin at once", async () => {
  const { post, ids } = gated({ store: memoryStore() })
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => post(`evt_${n}`).settled))
  expect(ids()).toHaveLength(1_000)
})

it.each([0, 0.5, -1, Number.NaN, "5"])("maxConcurrent must be a number, 1 or more, not %o", (maxConcurrent) => {
  expect(() => listening({ maxConcurrent: maxConcurrent as number })).toThrow(
    "maxConcurrent must be a number, 1 or more",
  )
})

/** Milliseconds: a transaction ends a moment after its request is answered. */
const afterAnswer = 10

describe.skipIf(noPostgres)(`events that hang on a pool of Postgres${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const pools = {
    pg: (max?: number) => {
      const pool = new Pool({ connectionString: server.url, ...(max && { max }) })
      return { store: postgresStore(pool), ask: () => pool.query("select 1"), end: () => pool.end() }
    },
    "postgres.js": (max?: number) => {
      const sql = postgres(server.url, { onnotice: () => {}, ...(max && { max }) })
      return { store: postgresStore(sql), ask: () => sql`select 1`, end: () => sql.end() }
    },
  }

  it.each(["pg", "postgres.js"] as const)("take half of its connections by default, by %s", async (client) => {
    vi.useRealTimers()
    const maxima = [undefined, 1, 2, 5, 10].map((max) => {
      const pool = pools[client](max)
      onTestFinished(() => void pool.end())
      return pool.store.maxConcurrent
    })
    expect(maxima).toEqual([5, 1, 1, 2, 5])
  })

  it.each(["pg", "postgres.js"] as const)(
    "leave the other half to the rest of the program, and give theirs back at the timeout, by %s",
    async (client) => {
      vi.useRealTimers()
      const { store, ask, end } = pools[client](10)
      const askAll = () => Promise.all(Array.from({ length: 10 }, async () => ask()))
      await store.migrate()
      // Connections are opened by timers, which are faked below.
      await askAll()
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
      let begun = 0
      const all = gate()
      const onEvent = () => {
        if (++begun === 5) all.open()
        return new Promise(() => {})
      }
      const own = store as NonNullable<WebhookHandlerOptions["store"]>
      const { send } = listening({ store: own, onEvent, timeout: 2_000 })
      const answers = Array.from({ length: 20 }, (_, n) => send(delivery(`${client} ${n}`)))
      await all.opened
      // Not one of the ten is left for it where events take them all.
      await ask()
      vi.advanceTimersByTime(1_000)
      expect(await Promise.all(answers.slice(5))).toEqual(Array(15).fill(503))
      vi.advanceTimersByTime(1_000)
      expect(await Promise.all(answers.slice(0, 5))).toEqual(Array(5).fill(503))
      vi.advanceTimersByTime(afterAnswer)
      vi.useRealTimers()
      await askAll()
      expect(begun).toBe(5)
      await end()
    },
  )
})
