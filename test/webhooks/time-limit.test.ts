import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { memoryStore } from "../../sdk/webhooks/index.ts"
import { delivery, gate, listening } from "./fetch-support.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets what waits for promises go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Work that never settles, and word of its beginning: by then the time runs. */
function endless() {
  const { open, opened } = gate()
  const work = () => {
    open()
    return new Promise<never>(() => {})
  }
  return { work, begun: opened }
}

describe("a webhook handler that never settles", () => {
  it("is answered with 503 after 9 seconds, a second before the service gives up", async () => {
    const { work, begun } = endless()
    const { send, errors } = listening({ onEvent: work })
    const answer = send(delivery())
    await begun
    vi.advanceTimersByTime(8_999)
    await settle()
    expect(errors).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await answer).toBe(503)
    expect(errors).toMatchObject([{ name: "MasError", message: "The webhook handler took too long" }])
  })

  it("keeps the process until it is answered: on Lambda nothing else does", async () => {
    const started = vi.fn(globalThis.setTimeout)
    vi.stubGlobal("setTimeout", started)
    const { work, begun } = endless()
    listening({ onEvent: work }).send(delivery())
    await begun
    expect(started.mock.results.map(({ value }) => value.hasRef())).toEqual([true])
  })

  it.each([2 ** 31, Number.POSITIVE_INFINITY])("has no limit by a timeout that no timer keeps: %d", async (timeout) => {
    const { open, opened } = gate()
    const { send } = listening({ timeout, onEvent: () => opened })
    const answer = send(delivery())
    await settle()
    expect(vi.getTimerCount()).toBe(0)
    open()
    expect(await answer).toBe(200)
  })

  it("has the event until its lease runs out: the retry after that runs afresh", async () => {
    const { work, begun } = endless()
    let [calls, time] = [0, 0]
    const onEvent = () => (++calls === 1 ? work() : undefined)
    const { send } = listening({ timeout: 50, lease: 500, onEvent, dedupe: memoryStore({ now: () => time }) })
    const answer = send(delivery())
    await begun
    vi.advanceTimersByTime(50)
    expect(await answer).toBe(503)
    time = 499
    expect(await send(delivery())).toBe(503)
    time = 500
    expect(await send(delivery())).toBe(200)
    expect(calls).toBe(2)
  })

  it("may be the store, and duplicates that are handed over too", async () => {
    const asked = endless()
    const told = endless()
    const slowStore = listening({ timeout: 50, dedupe: { has: asked.work, add: () => {} } })
    const storeless = listening({ timeout: 50, dedupe: false, onEvent: told.work })
    const answers = [slowStore.send(delivery()), storeless.send(delivery())]
    await Promise.all([asked.begun, told.begun])
    vi.advanceTimersByTime(50)
    expect(await Promise.all(answers)).toEqual([503, 503])
  })

  it("is remembered when it succeeds after all", async () => {
    const { open, opened } = gate()
    const begin = gate()
    let calls = 0
    const onEvent = () => {
      calls++
      begin.open()
      return opened
    }
    const { send } = listening({ timeout: 50, onEvent })
    const answer = send(delivery())
    await begin.opened
    vi.advanceTimersByTime(50)
    expect(await answer).toBe(503)
    open()
    await settle()
    expect(await send(delivery())).toBe(200)
    expect(calls).toBe(1)
  })

  it("tells of a failure that comes too late", async () => {
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
    const answer = send(delivery())
    await begin.opened
    vi.advanceTimersByTime(50)
    expect(await answer).toBe(503)
    fail(new Error("no disk"))
    await settle()
    expect(errors).toMatchObject([{ message: "The webhook handler took too long" }, { message: "no disk" }])
  })

  it("has no limit where it is 0, and leaves no timer behind where it settles", async () => {
    const { work, begun } = endless()
    listening({ timeout: 0, onEvent: work }).send(delivery())
    await begun
    expect(vi.getTimerCount()).toBe(0)
    expect(await listening().send(delivery("evt_2"))).toBe(200)
    await settle()
    expect(vi.getTimerCount()).toBe(0)
  })
})
