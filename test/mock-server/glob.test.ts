import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { globMatcher, literalPattern } from "../../mock-server/base/glob.ts"

describe("a path with wildcards", () => {
  it.each([
    ["/v1/my/*", "/v1/my/contacts/7", true],
    ["/v1/my/*", "/v1/my", false],
    ["*", "", true],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["*b*c*", "abxc", true],
    ["a.c", "abc", false],
    ["/v1/*/7", "/v1/lists/7/contacts/7", true],
  ])("%s and %s: %s", (glob, text, fits) => {
    expect(globMatcher(glob)(text)).toBe(fits)
  })

  it("matches what an equivalent regular expression matches", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 })
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 })
    fc.assert(
      fc.property(letters, text, (glob, path) => {
        const pattern = new RegExp(`^${glob.split("*").map(literalPattern).join(".*")}$`, "s")
        expect(globMatcher(glob)(path)).toBe(pattern.test(path))
      }),
      { numRuns: 2_000 },
    )
  })

  it("is matched in one pass from left to right", () => {
    let looked = 0
    const counting = {
      length: 3_000,
      startsWith: () => true,
      endsWith: () => true,
      indexOf: (piece: string, from: number) => {
        looked++
        return "a".repeat(3_000).indexOf(piece, from)
      },
    }
    globMatcher(`${"*a".repeat(1_000)}*b`)(counting as unknown as string)
    // Zero would mean that something else matches, such as a regular expression, which backtracks.
    expect(looked).toBe(1_000)
  })
})
