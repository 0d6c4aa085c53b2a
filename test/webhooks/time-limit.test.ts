import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { memoryStore } from "../../sdk/webhooks/index.ts"
import { delivery, gate, listening, url } from "./fetch-support.ts"
import { body, headersFor } from "./support.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets pending promise callbacks run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Work that never settles, and a promise of its start: by then the timer runs. */
function endless() {
  const { open, opened } = gate()
  const work = () => {
    open()
    return new Promise<never>(() => {})
  }
  return { work, begun: opened }
}

describe("a webhook handler that never settles", () => {
  it("gets 503 after 9 seconds, a second before the service gives up", async () => {
    const { work, begun } = endless()
    const { send, errors } = listening({ onEvent: work })
    const status = send(delivery())
    await begun
    vi.advanceTimersByTime(8_999)
    await settle()
    expect(errors).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await status).toBe(503)
    expect(errors).toMatchObject([{ name: "MasError", message: "The webhook handler took too long" }])
  })

  it("keeps the process alive until its response: on Lambda nothing else does", async () => {
    const started = vi.fn(globalThis.setTimeout)
    vi.stubGlobal("setTimeout", started)
    const { work, begun } = endless()
    listening({ onEvent: work }).send(delivery())
    await begun
    expect(started.mock.results.map(({ value }) => value.hasRef())).toEqual([true])
  })

  it("holds the event until its lease expires: the next retry runs again", async () => {
    const { work, begun } = endless()
    let [calls, time] = [0, 0]
    const onEvent = () => (++calls === 1 ? work() : undefined)
    const { send, errors } = listening({ timeout: 50, lease: 500, onEvent, store: memoryStore({ now: () => time }) })
    const status = send(delivery())
    await begun
    vi.advanceTimersByTime(50)
    expect(await status).toBe(503)
    time = 499
    expect(await send(delivery())).toBe(503)
    expect(String(errors.at(-1))).toContain("evt_1 is still being handled, by another process or an earlier attempt")
    time = 500
    expect(await send(delivery())).toBe(200)
    expect(calls).toBe(2)
  })

  it("is taken over by the first retry if its request ended without its timers, as in Workers when the client goes away", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
    const { work, begun } = endless()
    const onEvent = vi.fn<() => unknown>().mockImplementationOnce(work)
    const { send } = listening({ onEvent })
    void send(delivery())
    await begun
    vi.clearAllTimers()
    vi.setSystemTime(Date.now() + 60_000)
    const retry = send(delivery())
    await settle()
    vi.advanceTimersByTime(9_000)
    expect(await retry).toBe(200)
    expect(onEvent).toHaveBeenCalledTimes(2)
  })

  it("may be the store, or a handler without a store", async () => {
    const claimCall = endless()
    const eventCall = endless()
    const slowStore = listening({ timeout: 50, store: { ...memoryStore(), claim: claimCall.work } })
    const storeless = listening({ timeout: 50, store: false, onEvent: eventCall.work })
    const statuses = [slowStore.send(delivery()), storeless.send(delivery())]
    await Promise.all([claimCall.begun, eventCall.begun])
    vi.advanceTimersByTime(50)
    expect(await Promise.all(statuses)).toEqual([503, 503])
  })

  it("is recorded if it succeeds after all", async () => {
    const { open, opened } = gate()
    const begin = gate()
    let calls = 0
    const onEvent = () => {
      calls++
      begin.open()
      return opened
    }
    const { send } = listening({ timeout: 50, onEvent })
    const status = send(delivery())
    await begin.opened
    vi.advanceTimersByTime(50)
    expect(await status).toBe(503)
    open()
    await settle()
    expect(await send(delivery())).toBe(200)
    expect(calls).toBe(1)
  })

  it("reports a failure that comes too late", async () => {
    let fail = (_: Error) => {}
    const work = new Promise((_, reject) => {
      fail = reject
    })
    const begin = gate()
    const onEvent = () => {
      begin.open()
      return work
    }
    const { send, errors } = listening({ timeout: 50, onEvent })
    const status = send(delivery())
    await begin.opened
    vi.advanceTimersByTime(50)
    expect(await status).toBe(503)
    fail(new Error("no disk"))
    await settle()
    expect(errors).toMatchObject([{ message: "The webhook handler took too long" }, { message: "no disk" }])
  })

  it("has no limit if timeout is 0, and leaves no timer after it settles", async () => {
    const { work, begun } = endless()
    listening({ timeout: 0, lease: 1, onEvent: work }).send(delivery())
    await begun
    expect(vi.getTimerCount()).toBe(0)
    expect(await listening().send(delivery("evt_2"))).toBe(200)
    await settle()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it("a response waits until onError is done with every error, even if the next one is quick", async () => {
  const { open, opened } = gate()
  const released = gate()
  const broken = (text: string, before: () => void) => () => {
    before()
    throw new Error(text)
  }
  const errors: unknown[] = []
  const onError = (error: unknown) => {
    errors.push(error)
    return errors.length === 1 ? opened : undefined
  }
  const store = { ...memoryStore(), release: broken("no store", released.open) }
  let hasResponded = false
  const status = listening({ onEvent: broken("no disk", () => {}), onError, store })
    .send(delivery())
    .finally(() => {
      hasResponded = true
    })
  await released.opened
  await settle()
  expect(errors).toMatchObject([{ message: "no disk" }, { message: "no store" }])
  expect(hasResponded).toBe(false)
  open()
  expect(await status).toBe(500)
})

describe("the limit applies to whatever never settles:", () => {
  /** The status at the limit, once the hanging work has started. */
  async function answerAt(handler: (request: Request) => Promise<Response>, request: Request, begun?: Promise<void>) {
    let hasResponded = false
    const pendingResponse = handler(request).finally(() => {
      hasResponded = true
    })
    await begun
    await settle()
    vi.advanceTimersByTime(8_999)
    await settle()
    expect(hasResponded).toBe(false)
    vi.advanceTimersByTime(1)
    const { status } = await pendingResponse
    return status
  }
  const failing = () => {
    throw new Error("no disk")
  }

  it("onError for a failed onEvent, whose retry runs again", async () => {
    const { work, begun } = endless()
    const onError = vi.fn(work)
    const onEvent = vi.fn(failing)
    const { handler, send } = listening({ onEvent, onError })
    expect(await answerAt(handler, delivery(), begun)).toBe(500)
    onEvent.mockImplementation(() => undefined as never)
    expect(await send(delivery())).toBe(200)
    expect(onEvent).toHaveBeenCalledTimes(2)
    expect(onError.mock.calls).toMatchObject([
      [{ message: "no disk" }],
      [{ message: "The webhook handler took too long" }],
    ])
  })

  it("onError for a request that is forged, or that timed out", async () => {
    const forged = new Request(url, { method: "POST", body: "forged", headers: headersFor(body) })
    const [errorCall, done] = [endless(), endless()]
    expect(await answerAt(listening({ onError: errorCall.work }).handler, forged, errorCall.begun)).toBe(400)
    const { handler } = listening({ onEvent: done.work, onError: () => new Promise(() => {}) })
    expect(await answerAt(handler, delivery(), done.begun)).toBe(503)
  })

  it("a body without an end", async () => {
    const { handler, errors } = listening()
    const init = { method: "POST", body: new ReadableStream(), headers: headersFor(body), duplex: "half" }
    expect(await answerAt(handler, new Request(url, init))).toBe(503)
    expect(errors).toMatchObject([{ message: "The webhook handler took too long" }])
  })

  it("a store's release of a failed event: the failure is reported at once", async () => {
    const { work, begun } = endless()
    const { handler, errors } = listening({ onEvent: failing, store: { ...memoryStore(), release: work } })
    const status = answerAt(handler, delivery(), begun)
    await begun
    expect(errors).toMatchObject([{ message: "no disk" }])
    expect(await status).toBe(500)
  })

  it("a store's complete of a handled event: a retry would handle it twice", async () => {
    const { work, begun } = endless()
    const { handler, errors } = listening({ store: { ...memoryStore(), complete: work } })
    expect(await answerAt(handler, delivery(), begun)).toBe(200)
    expect(errors).toMatchObject([{ message: "The webhook handler took too long" }])
  })

  it("a duplicate of a request with a slow body: it has its own time limit, and the event is not handled twice", async () => {
    const [begun, finished] = [gate(), gate()]
    const onEvent = vi.fn(() => {
      begun.open()
      return finished.opened
    })
    const { handler, send } = listening({ onEvent, store: memoryStore() })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const init = { method: "POST", body: readable, headers: headersFor(body, { id: "evt_1" }), duplex: "half" }
    const slow = handler(new Request(url, init))
    await settle()
    vi.advanceTimersByTime(5_000)
    const copy = send(delivery())
    await begun.opened
    const writer = writable.getWriter()
    void writer.write(new TextEncoder().encode(body))
    void writer.close()
    await settle()
    vi.advanceTimersByTime(4_000)
    expect((await slow).status).toBe(503)
    const third = send(delivery())
    await settle()
    finished.open()
    expect([await copy, await third]).toEqual([200, 200])
    expect(onEvent).toHaveBeenCalledTimes(1)
  })
})
