import { describe, expect, it } from "vitest"
import { canonicalJson } from "../../sdk/contract/core/canonical-json.ts"

describe("JSON with sorted fields", () => {
  it("says where a value holds what JSON cannot say", () => {
    expect(() => canonicalJson({ a: [0, 1n] })).toThrow(
      new TypeError("value.a.1 is a bigint, which JSON does not have"),
    )
    expect(() => canonicalJson({ a: Number.NaN }, "body")).toThrow(
      new TypeError("body.a is NaN, which JSON does not have"),
    )
  })

  it("writes numbers as JSON does, and takes text for no number", () => {
    expect(canonicalJson([1, -0, 1e21, "1", null, true])).toBe('[1,0,1e+21,"1",null,true]')
  })
})
