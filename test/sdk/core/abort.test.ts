import { describe, expect, it, vi } from "vitest"
import { onAbort } from "../../../sdk/request/abort.ts"

function listened() {
  const controller = new AbortController()
  const { signal } = controller
  const add = vi.spyOn(signal, "addEventListener")
  const remove = vi.spyOn(signal, "removeEventListener")
  return { controller, signal, add, remove }
}

describe("what waits for a signal", () => {
  it("is told once, each in its turn, by one listener", () => {
    const { controller, signal, add } = listened()
    const told: number[] = []
    for (let at = 0; at < 12; at++) onAbort(signal, () => told.push(at))
    expect(add.mock.calls).toEqual([["abort", expect.any(Function), { once: true }]])
    expect(told).toEqual([])
    controller.abort()
    expect(told).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    signal.dispatchEvent(new Event("abort"))
    expect(told).toHaveLength(12)
  })

  it("that is called off is not told, and the last takes the listener along", () => {
    const { controller, signal, add, remove } = listened()
    const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
    const forgetFirst = onAbort(signal, first)
    const forgetSecond = onAbort(signal, second)
    forgetFirst()
    expect(remove).not.toHaveBeenCalled()
    forgetSecond()
    expect(remove.mock.calls).toEqual([["abort", add.mock.calls[0]?.[1]]])
    onAbort(signal, third)
    // Called off before: nobody else is meant by it.
    forgetFirst()
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([2, 1])
    controller.abort()
    expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
  })

  it("leaves nothing behind once it was told", () => {
    const { controller, signal, add, remove } = listened()
    const forget = onAbort(signal, () => {})
    controller.abort()
    forget()
    expect(remove).not.toHaveBeenCalled()
    onAbort(signal, () => {})
    expect(add).toHaveBeenCalledTimes(2)
  })

  it("needs no signal", () => {
    const run = vi.fn()
    onAbort(undefined, run)()
    expect(run).not.toHaveBeenCalled()
  })
})
