import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { looksAlike, typableName } from "../../cli/terminal/ask/confirm-by-typing.ts"
import { screenFor } from "../../cli/terminal/output/screen.ts"

const screenOf = (env: Record<string, string>) =>
  screenFor({ isTTY: true, columns: 80, write: () => true, once: () => undefined }, { env, now: () => 0 })
const unicode = screenOf({ LANG: "de_DE.UTF-8" })
const noColor = screenOf({ LANG: "de_DE.UTF-8", NO_COLOR: "1" })

describe("a name that has to be typed", () => {
  it.each([
    ["Spring", "Spring"],
    ["  Spring \u00a0 sale ", "Spring sale"],
    ["Frühling – 50 % für Zoë", "Frühling – 50 % für Zoë"],
    ["Fru\u0308hling", "Frühling"],
    ["👩‍👩‍👧 Family", "👩👩👧 Family"],
    ["春のセール", "春のセール"],
    ["soft\u00adhyphen", "softhyphen"],
  ])("%j is confirmed by typing %j", (name, typed) => {
    const typable = typableName(name, unicode)
    expect(typable).toBeDefined()
    expect([looksAlike(typed, typable ?? ""), looksAlike("", typable ?? "")]).toEqual([true, false])
  })

  it.each([
    ["an empty text", "", unicode],
    ["blanks", " \t\u2003", unicode],
    ["invisible characters", "\u200b\u2060\ufe0f", unicode],
    ["an escape", "Spring\u001b[31m", unicode],
    ["a right-to-left override", "Spring\u202egnirps", unicode],
    ["more than a line", "Spring ".repeat(10), unicode],
  ])("is not asked for with %s", (_, name, screen) => {
    expect(typableName(name, screen)).toBeUndefined()
  })

  it("is never confirmed by Enter alone, and always by the shown text, in any normal form", () => {
    const name = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }))
    fc.assert(
      fc.property(name, fc.constantFrom(unicode, noColor), (any, screen) => {
        const typable = typableName(any, screen)
        if (typable === undefined) return
        expect(looksAlike("", typable)).toBe(false)
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"])
          expect(looksAlike(typable.normalize(form), typable)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
