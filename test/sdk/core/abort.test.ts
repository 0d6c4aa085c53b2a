import { describe, expect, it, vi } from "vitest"
import { onAbort } from "../../../sdk/base/abort.ts"

function spiedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  const add = vi.spyOn(signal, "addEventListener")
  const remove = vi.spyOn(signal, "removeEventListener")
  return { controller, signal, add, remove }
}

describe("an abort callback", () => {
  it("runs once, in order of registration, through one shared listener", () => {
    const { controller, signal, add } = spiedSignal()
    const order: number[] = []
    for (let at = 0; at < 12; at++) onAbort(signal, () => order.push(at))
    expect(add.mock.calls).toEqual([["abort", expect.any(Function), { once: true }]])
    expect(order).toEqual([])
    controller.abort()
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    signal.dispatchEvent(new Event("abort"))
    expect(order).toHaveLength(12)
  })

  it("does not run after it is removed, and the last removal removes the listener", () => {
    const { controller, signal, add, remove } = spiedSignal()
    const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
    const forgetFirst = onAbort(signal, first)
    const forgetSecond = onAbort(signal, second)
    forgetFirst()
    expect(remove).not.toHaveBeenCalled()
    forgetSecond()
    expect(remove.mock.calls).toEqual([["abort", add.mock.calls[0]?.[1]]])
    onAbort(signal, third)
    // Already removed: this must not remove another callback.
    forgetFirst()
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([2, 1])
    controller.abort()
    expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
  })

  it("leaves nothing behind after it ran", () => {
    const { controller, signal, add, remove } = spiedSignal()
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
