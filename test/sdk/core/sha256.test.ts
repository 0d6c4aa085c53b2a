import fc from "fast-check"
import { expect, it } from "vitest"
import { sha256 as withoutNode } from "../../../sdk/client/sha256.portable.ts"
import { sha256 } from "../../../sdk/client/sha256.ts"

it("a hash made without Node equals Node's, for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => withoutNode(text) === sha256(text)))
})

it.each([0, 55, 56, 63, 64, 119, 120, 100_000])("a hash of %s bytes made without Node equals Node's", (length) => {
  expect(withoutNode("x".repeat(length))).toBe(sha256("x".repeat(length)))
})
