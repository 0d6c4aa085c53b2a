import { describe, expect, it, onTestFinished, vi } from "vitest"
import { host, raceAbort, sleep, withTimeout } from "../../../sdk/client/request/host.ts"

/** Timers that the test fires. */
function timers() {
  const running = new Map<object, { readonly ms: number; readonly run: () => void }>()
  return {
    clock: {
      now: () => 0,
      random: () => 0,
      after(ms: number, run: () => void) {
        const id = {}
        running.set(id, { ms, run })
        return () => running.delete(id)
      },
    },
    times: () => [...running.values()].map(({ ms }) => ms),
    goOff() {
      for (const { run } of running.values()) run()
    },
  }
}

describe("the platform's clock", () => {
  it("runs a due timer, and not a cancelled one", () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const [dueCallback, gone] = [vi.fn(), vi.fn()]
    host.after(100, dueCallback)
    host.after(100, gone)()
    const before = host.now()
    vi.advanceTimersByTime(99)
    expect(dueCallback).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect([dueCallback.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0])
    expect(host.now() - before).toBe(100)
  })

  it("caps a delay at the maximum of a timer: longer timers fire at once", () => {
    const set = vi.spyOn(globalThis, "setTimeout").mockReturnValue(0 as never)
    onTestFinished(() => set.mockRestore())
    host.after(2 ** 40, () => {})
    host.after(5, () => {})
    expect(set.mock.calls.map(([, ms]) => ms)).toEqual([2 ** 31 - 1, 5])
  })

  it("has random numbers from 0 to below 1", () => {
    const chances = Array.from({ length: 50 }, host.random)
    expect(chances.every((chance) => chance >= 0 && chance < 1)).toBe(true)
    expect(new Set(chances).size).toBeGreaterThan(40)
  })
})

describe("a pause", () => {
  it("ends after its time", async () => {
    const { clock, times, goOff } = timers()
    let isOver = false
    const pause = sleep(clock, 300, undefined).then(() => {
      isOver = true
    })
    expect([times(), isOver]).toEqual([[300], false])
    goOff()
    await pause
    expect([times(), isOver]).toEqual([[], true])
  })

  it.each(["before", "while"])("ends with the reason of a signal aborted %s it runs", async (when) => {
    const { clock, times } = timers()
    const controller = new AbortController()
    if (when === "before") controller.abort("why")
    const pause = sleep(clock, 300, controller.signal)
    controller.abort("why")
    await expect(pause).rejects.toBe("why")
    expect(times()).toEqual([])
  })

  it("ends after its time with a signal that is not aborted", async () => {
    const { clock, goOff } = timers()
    const pause = sleep(clock, 300, new AbortController().signal)
    goOff()
    expect(await pause).toBeUndefined()
  })
})

describe("withTimeout", () => {
  const late = () => new Error("too late")
  const never = (signal: AbortSignal | undefined) =>
    new Promise<string>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))

  it("returns the result, and leaves no timer behind", async () => {
    const { clock, times } = timers()
    expect(await withTimeout(clock, { ms: 9, signal: undefined, run: async () => times() })).toEqual([9])
    expect(times()).toEqual([])
  })

  it("passes the caller's signal, and sets no timer, if there is no limit", async () => {
    const { clock, times } = timers()
    const { signal } = new AbortController()
    expect(
      await withTimeout(clock, { ms: Infinity, signal, run: async (timeoutSignal) => timeoutSignal === signal }),
    ).toBe(true)
    expect(times()).toEqual([])
  })

  it("fails with the given error when time is up, and with the work's error before", async () => {
    const { clock, goOff, times } = timers()
    const done = withTimeout(clock, { ms: 9, signal: undefined, run: never, late })
    goOff()
    await expect(done).rejects.toThrow("too late")
    expect(times()).toEqual([])
    const fail = () => Promise.reject(new Error("broken"))
    await expect(withTimeout(clock, { ms: 9, signal: undefined, run: fail, late })).rejects.toThrow("broken")
  })

  it("aborts the work with the caller's signal too", async () => {
    const { clock } = timers()
    const controller = new AbortController()
    const run = (signal: AbortSignal | undefined) => never(signal).catch(() => Promise.reject(new Error("stopped")))
    const done = withTimeout(clock, { ms: 9, signal: controller.signal, run, late })
    controller.abort("enough")
    await expect(done).rejects.toThrow("stopped")
    await expect(
      withTimeout(clock, { ms: 9, signal: controller.signal, run: async (at) => at?.aborted, late }),
    ).resolves.toBe(true)
  })

  it("times out with a caller's signal that is not aborted", async () => {
    const { clock, goOff } = timers()
    const done = withTimeout(clock, { ms: 9, signal: new AbortController().signal, run: never, late })
    goOff()
    await expect(done).rejects.toThrow("too late")
  })
})

describe("raceAbort", () => {
  it("returns the promise itself without a signal", () => {
    const promise = Promise.resolve(1)
    expect(raceAbort(promise, undefined)).toBe(promise)
  })

  it("settles like the promise, and removes its listener", async () => {
    const { signal } = new AbortController()
    const remove = vi.spyOn(signal, "removeEventListener")
    expect(await raceAbort(Promise.resolve(1), signal)).toBe(1)
    await expect(raceAbort(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken")
    await new Promise(setImmediate)
    // Both share one listener.
    expect(remove).toHaveBeenCalledTimes(1)
  })

  it.each(["before", "while"])("resolves to undefined if the signal is aborted %s it waits", async (when) => {
    const controller = new AbortController()
    if (when === "before") controller.abort()
    const waited = raceAbort(new Promise<number>(() => {}), controller.signal)
    controller.abort()
    expect(await waited).toBeUndefined()
  })
})
