import { describe, expect, it, vi } from "vitest"
import { AttemptTimeout, unreadTimeout, withAttemptTimeout } from "../../../sdk/client/request/attempt-timeout.ts"
import type { Call } from "../../../sdk/client/request/call.ts"
import { Lifetime } from "../../../sdk/client/request/lifetime.ts"

/** A call whose timers the test fires. */
function guarded(timeout = 1_000) {
  const running = new Map<object, { readonly ms: number; readonly run: () => void }>()
  const after = (ms: number, run: () => void) => {
    const id = {}
    running.set(id, { ms, run })
    return () => running.delete(id)
  }
  const controller = new AbortController()
  const downloads = new Set()
  const call = {
    timeout,
    signal: controller.signal,
    settings: { host: { after }, downloads, lifetime: new Lifetime() },
  } as unknown as Call
  const stop = vi.fn()
  const guard = new AttemptTimeout(call, stop)
  downloads.add(guard)
  return { downloads, guard, stop, controller, times: () => [...running.values()].map(({ ms }) => ms), running }
}

const bytes = new Uint8Array([1])
/** A body whose reads return these results in turn. */
function bodyOf(...readings: readonly (() => IteratorResult<Uint8Array>)[]): AsyncIterable<Uint8Array> {
  const rest = readings.values()
  return {
    [Symbol.asyncIterator]: () => ({ next: async () => (rest.next().value ?? fails)() }),
  }
}
const chunk = () => ({ done: false, value: bytes }) as const
const last = () => ({ done: true, value: undefined }) as const
const fails = (): never => {
  throw new Error("cut")
}

describe("the timeout of an attempt", () => {
  it("reports why it stops: the timeout or the caller's signal", () => {
    const { stop, controller, running } = guarded()
    for (const { run } of running.values()) run()
    expect(stop.mock.calls).toEqual([["late"]])
    controller.abort()
    expect(stop.mock.calls).toEqual([["late"], ["aborted"]])
  })

  it("restarts in full after a pause, and has no timer after its end", () => {
    const { guard, stop, controller, times, downloads } = guarded(700)
    expect(times()).toEqual([700])
    guard.pause()
    expect(times()).toEqual([])
    guard.start()
    expect(times()).toEqual([700])
    guard.end()
    expect([times(), downloads.size]).toEqual([[], 0])
    controller.abort()
    expect(stop).not.toHaveBeenCalled()
  })

  it("has no timer at 0, and can still be paused", () => {
    const { guard, times } = guarded(0)
    guard.pause()
    guard.start()
    expect(times()).toEqual([])
    guard.end()
  })
})

describe("a response body with a timeout", () => {
  const watched = (body: AsyncIterable<Uint8Array>) => {
    const all = guarded()
    all.guard.pause()
    const fail = vi.fn((error: unknown) => new Error("as the caller sees it", { cause: error }))
    return { ...all, fail, stream: withAttemptTimeout(body, all.guard, { wait: (run) => run() }, fail) }
  }

  it("has one timer while it waits for the service, and another while the caller does not read", async () => {
    const { stream, times, controller, stop } = watched(bodyOf(chunk, chunk, last))
    for (let at = 0; at < 2; at++) {
      const next = stream.next()
      expect(times()).toEqual([1_000])
      expect(await next).toEqual({ done: false, value: bytes })
      expect(times()).toEqual([unreadTimeout])
    }
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    const late = stream.next().catch(() => {})
    expect(times()).toEqual([])
    await late
    controller.abort()
    expect(stop).not.toHaveBeenCalled()
  })

  it("is iterable", async () => {
    const { stream } = watched(bodyOf(chunk, last))
    const chunks = []
    for await (const each of stream) chunks.push(each)
    expect(chunks).toEqual([bytes])
    expect(stream[Symbol.asyncIterator]()).toBe(stream)
  })

  it("fails with the caller's error if the stream breaks, and then ends", async () => {
    const { stream, times, fail, controller, stop } = watched(bodyOf(chunk, fails))
    await stream.next()
    await expect(stream.next()).rejects.toThrow("as the caller sees it")
    expect(fail.mock.calls).toEqual([[new Error("cut")]])
    expect(times()).toEqual([])
    controller.abort()
    await stream.return?.()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(stop).not.toHaveBeenCalled()
  })

  it("is aborted once if the reader stops early", async () => {
    const { stream, controller, stop } = watched(bodyOf(chunk, chunk))
    await stream.next()
    expect(await stream.return?.()).toEqual({ done: true, value: undefined })
    expect(stop).toHaveBeenCalledTimes(1)
    await stream.return?.()
    controller.abort()
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it("is not aborted after it was read to its end", async () => {
    const { stream, stop } = watched(bodyOf(last))
    await stream.next()
    await stream.return?.()
    expect(stop).not.toHaveBeenCalled()
  })
})
