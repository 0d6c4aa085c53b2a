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

/** Lets pending promise callbacks run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A handler whose events each end when their gate opens. */
function gated(options: Partial<WebhookHandlerOptions>) {
  const gates = new Map<string, ReturnType<typeof gate>>()
  const onEvent = ({ id }: { id: string }) => {
    const work = gate()
    gates.set(id, work)
    return work.opened
  }
  const receiver = listening({ onEvent, ...options })
  const ids = () => [...gates.keys()]
  const finish = async (id: string) => {
    gates.get(id)?.open()
    await settle()
  }
  const post = (id: string) => ({ response: receiver.handler(delivery(id)), settled: settle().then(settle) })
  return { ...receiver, ids, finish, post }
}

describe.each<[string, Partial<WebhookHandlerOptions>]>([
  ["by default", {}],
  ["without a store", { store: false }],
])("maxConcurrent, %s", (_, options) => {
  it("limits concurrent events, and starts the next when one ends, in order of arrival", async () => {
    const { post, ids, finish } = gated({ maxConcurrent: 2, ...options })
    const posts = ["a", "b", "c", "d"].map(post)
    await Promise.all(posts.map(({ settled }) => settled))
    expect(ids()).toEqual(["a", "b"])
    await finish("b")
    expect(ids()).toEqual(["a", "b", "c"])
    await finish("a")
    await finish("c")
    await finish("d")
    expect(await Promise.all(posts.map(async ({ response }) => (await response).status))).toEqual([200, 200, 200, 200])
    expect(vi.getTimerCount()).toBe(0)
  })

  it("makes another event wait for a second, then responds 503 with Retry-After, and calls onError", async () => {
    const { post, ids, errors } = gated({ maxConcurrent: 1, ...options })
    await post("a").settled
    const { response, settled } = post("b")
    await settled
    vi.advanceTimersByTime(1_000)
    const excessResponse = await response
    expect([excessResponse.status, excessResponse.headers.get("retry-after")]).toEqual([503, "39"])
    expect(errors).toMatchObject([{ name: "MasError", message: expect.stringContaining("maxConcurrent is 1") }])
    expect(ids()).toEqual(["a"])
  })

  it("frees the slot of work that never ends after its lease", async () => {
    const { post, ids } = gated({ maxConcurrent: 1, timeout: 50, lease: 5_000, ...options })
    await post("a").settled
    vi.advanceTimersByTime(5_000)
    await post("b").settled
    expect(ids()).toEqual(["a", "b"])
  })

  it("does not start an event whose request got its response while it waited", async () => {
    const { post, ids, finish, errors } = gated({ maxConcurrent: 1, timeout: 500, ...options })
    await post("a").settled
    const { response, settled } = post("b")
    await settled
    vi.advanceTimersByTime(500)
    expect((await response).status).toBe(503)
    await finish("a")
    expect(ids()).toEqual(["a"])
    expect(errors).toHaveLength(2)
  })
})

it("maxConcurrent is unlimited if it is not set: a thousand events start at once", async () => {
  const { post, ids } = gated({ store: memoryStore() })
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => post(`evt_${n}`).settled))
  expect(ids()).toHaveLength(1_000)
})

it.each([0, 0.5, -1, Number.NaN, "5"])("maxConcurrent must be a number, 1 or more, not %o", (maxConcurrent) => {
  expect(() => listening({ maxConcurrent: maxConcurrent as number })).toThrow(
    "maxConcurrent must be a number, 1 or more",
  )
})

/** Milliseconds: a transaction ends a moment after the response. */
const afterAnswer = 10

describe.skipIf(noPostgres)(`events that hang on a Postgres pool${skipped(noPostgres)}`, () => {
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
    "leave the other half to the rest of the program, and release theirs at the timeout, by %s",
    async (client) => {
      vi.useRealTimers()
      const { store, ask, end } = pools[client](10)
      const askAll = () => Promise.all(Array.from({ length: 10 }, async () => ask()))
      await store.migrate()
      // Timers open connections, and are faked below.
      await askAll()
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
      let begun = 0
      const all = gate()
      const onEvent = () => {
        if (++begun === 5) all.open()
        return new Promise(() => {})
      }
      const webhookStore = store as NonNullable<WebhookHandlerOptions["store"]>
      const { send } = listening({ store: webhookStore, onEvent, timeout: 2_000 })
      const statuses = Array.from({ length: 20 }, (_, n) => send(delivery(`${client} ${n}`)))
      await all.opened
      // If events took all ten connections, none would be left for this.
      await ask()
      vi.advanceTimersByTime(1_000)
      expect(await Promise.all(statuses.slice(5))).toEqual(Array(15).fill(503))
      vi.advanceTimersByTime(1_000)
      expect(await Promise.all(statuses.slice(0, 5))).toEqual(Array(5).fill(503))
      vi.advanceTimersByTime(afterAnswer)
      vi.useRealTimers()
      await askAll()
      expect(begun).toBe(5)
      await end()
    },
  )
})
