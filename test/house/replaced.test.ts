import { expect, it } from "vitest"
import { throwReplaced } from "../support/replaced.ts"

it("a global that a test leaves replaced is reported once and restored", () => {
  const realSetTimeout = globalThis.setTimeout
  throwReplaced()
  Reflect.set(globalThis, "setTimeout", () => 0)
  expect(throwReplaced).toThrow("file before: setTimeout")
  expect(globalThis.setTimeout).toBe(realSetTimeout)
  throwReplaced()
})
