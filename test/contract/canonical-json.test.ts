import { describe, expect, it } from "vitest"
import { canonicalJson } from "../../sdk/contract/core/canonical-json.ts"

describe("JSON with sorted fields", () => {
  it("names the path of a value that JSON cannot represent", () => {
    expect(() => canonicalJson({ a: [0, 1n] })).toThrow(
      new TypeError("value.a.1 is a bigint, which JSON does not have"),
    )
    expect(() => canonicalJson({ a: Number.NaN }, "body")).toThrow(
      new TypeError("body.a is NaN, which JSON does not have"),
    )
  })

  it("writes numbers as JSON does, and distinguishes text from numbers", () => {
    expect(canonicalJson([1, -0, 1e21, "1", null, true])).toBe('[1,0,1e+21,"1",null,true]')
  })
})
