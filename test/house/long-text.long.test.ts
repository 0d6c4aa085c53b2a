import { runInThisContext } from "node:vm"
import { afterAll, describe, expect, it } from "vitest"
import { hostilePieces } from "../support/readers/hostile-pieces.ts"
import { textReaders } from "../support/readers/text-readers.ts"

const length = 2 ** 19

const given = { run: () => {} }
Reflect.set(globalThis, "masLongText", given)
afterAll(() => Reflect.deleteProperty(globalThis, "masLongText"))

/** True if the call ends in time: a non-linear function takes minutes for such a text, a linear one less than seconds. */
function ends(run: () => unknown, timeout = 20_000): boolean {
  given.run = () => {
    try {
      run()
    } catch (error) {
      if (error instanceof RangeError) throw error
    }
  }
  try {
    runInThisContext("masLongText.run()", { timeout })
    return true
  } catch (error) {
    if (Object(error).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error
    return false
  }
}

describe("a text of half a MiB", () => {
  it.each(Object.entries(textReaders))(
    "is processed in linear time, whatever it repeats, by %s",
    (_, take) => {
      const slow = hostilePieces.filter((piece) => {
        const text = `${piece.repeat(Math.ceil(length / piece.length))}\n!`
        return !ends(() => take(text))
      })
      expect(slow).toEqual([])
    },
    600_000,
  )

  it("is seen to take a reader too long that begins again at each blank", () => {
    const text = `${" ".repeat(length)}x`
    expect([ends(() => text.trimEnd(), 1_000), ends(() => /\s+$/.test(text), 1_000)]).toEqual([true, false])
  })
})
