import { describe, expect, it } from "vitest"
import { CommonAffixes } from "../../mock-server/store/common-affixes.ts"

function endsOf(texts: readonly string[], scope = 1) {
  const ends = new CommonAffixes()
  for (const [at, text] of texts.entries()) ends.add(at + 1, scope, text)
  return ends
}

describe("what neighbouring rows have in common", () => {
  it("is what all of them begin or end with", () => {
    const ends = endsOf(["contact-1@load.test", "contact-22@load.test"])
    for (const part of ["contact-", "tact", "@load.test", "d.te"]) expect(ends.allHold(0, 1, part), part).toBe(true)
    for (const part of ["contact-1", "2@load", "other"]) expect(ends.allHold(0, 1, part), part).toBe(false)
    expect(ends.allHold(1, 1, "load")).toBe(false)
  })

  it("is less with each row that differs, and none with a row of another scope", () => {
    const ends = endsOf(["contact-1@load.test", "contact-2@load.test"])
    ends.add(3, 1, "ada@other.test")
    expect([ends.allHold(0, 1, "contact"), ends.allHold(0, 1, "load"), ends.allHold(0, 1, ".test")]).toEqual([
      false,
      false,
      true,
    ])
    ends.add(4, 2, "eve@other.test")
    expect([ends.allHold(0, 1, ".test"), ends.allHold(0, 2, ".test")]).toEqual([false, false])
    ends.add(2_000, 2, "eve@other.test")
    expect(ends.allHold(CommonAffixes.blockOf(2_000), 2, "eve@other.test")).toBe(true)
  })
})
