import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { memoryStore, type WebhookHandlerOptions } from "../../sdk/webhooks/index.ts"
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

it("maxConcurrent is unlimited if it is not set: a thousand events start at once", { tags: "slow" }, async () => {
  const { post, ids } = gated({ store: memoryStore() })
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => post(`evt_${n}`).settled))
  expect(ids()).toHaveLength(1_000)
})

it.each([0, 0.5, -1, Number.NaN, "5"])("maxConcurrent must be a number, 1 or more, not %o", (maxConcurrent) => {
  expect(() => listening({ maxConcurrent: maxConcurrent as number })).toThrow(
    "maxConcurrent must be a number, 1 or more",
  )
})
