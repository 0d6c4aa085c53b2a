import { describe, expect, it } from "vitest"
import { Random } from "../../mock-server/base/random.ts"
import { SubstringIndex } from "../../mock-server/store/substring-index.ts"

/** An index of texts by their place, from 1. */
function indexOf(texts: readonly string[]): SubstringIndex {
  const index = new SubstringIndex()
  for (const [at, text] of texts.entries()) index.add(at + 1, text)
  return index
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `contact-${at + 1}@example.test`)

describe("an index of parts", () => {
  it("leaves parts of two letters to a look at every row", () => {
    expect(indexOf(numbered(10)).candidates("7@")).toBe(undefined)
  })

  it("gives every row that holds a part, ascending, and few others", () => {
    const random = new Random(7)
    const letters = "abcdeöß@.-1"
    const texts = Array.from({ length: 3_000 }, () =>
      Array.from({ length: 4 + (random.uint32() % 12) }, () => letters[random.uint32() % letters.length]).join(""),
    )
    const index = indexOf(texts)
    for (let round = 0; round < 300; round++) {
      const text = texts[random.uint32() % texts.length] ?? ""
      const from = random.uint32() % (text.length - 3)
      const part = text.slice(from, from + 3 + (random.uint32() % 4))
      const found = [...(index.candidates(part) ?? [])]
      const holding = texts.flatMap((each, at) => (each.includes(part) ? [at + 1] : []))
      expect(holding.filter((id) => !found.includes(id))).toEqual([])
      expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
    }
  })

  it("looks at the rows of the rarest piece alone", () => {
    const index = indexOf(numbered(20_000))
    expect(index.candidates("contact-12345@")?.length).toBeLessThan(50)
    expect(index.candidates("nobody")).toEqual(new Uint32Array())
  })

  it("finds a row that came late, or has another text, under that too, and once", () => {
    const index = indexOf(numbered(10))
    for (const text of ["zebra", "zebra zebra", "zebra"]) index.add(5, text)
    index.add(2, "zebra")
    expect(index.candidates("zebr")).toEqual(Uint32Array.from([2, 5]))
  })
})
