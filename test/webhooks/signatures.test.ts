import { createHmac, randomBytes } from "node:crypto"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { signatures } from "../../sdk/webhooks/signatures.ts"

const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength })
const key = bytes(80).map((keyBytes) => Uint8Array.from(keyBytes))
const body = fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), bytes(300))

describe("signatures", () => {
  it("equal node:crypto's, for keys of any length and any text or bytes, in sequence", () => {
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.string({ unit: "grapheme" }),
        body,
        (keys, start, content) => {
          const expected = keys.map((one) => createHmac("sha256", one).update(start).update(content).digest("base64"))
          expect(signatures({ keys, start, body: content })).toEqual(expected)
          expect(signatures({ keys, start, body: content })).toEqual(expected)
        },
      ),
    )
  })

  it.each<[string, string | Uint8Array]>([
    ...[16_000, 100_000, 2_000_000].map((size): [string, Uint8Array] => [`${size} bytes`, randomBytes(size)]),
    // A character is three bytes in UTF-8.
    ...[5_400, 5_500, 16_000].map((size): [string, string] => [`${size} characters of three bytes`, "€".repeat(size)]),
  ])("equal node:crypto's for %s", (_size, content) => {
    const secretKey = Uint8Array.from(randomBytes(24))
    const expected = [createHmac("sha256", secretKey).update("evt_1.1.").update(content).digest("base64")]
    expect(signatures({ keys: [secretKey], start: "evt_1.1.", body: content })).toEqual(expected)
  })

  it.each([63, 64, 65, 80])("equal node:crypto's for a key of %d bytes beside a short one", (size) => {
    const keys = [Uint8Array.from(randomBytes(24)), Uint8Array.from(randomBytes(size))]
    const expected = keys.map((one) => createHmac("sha256", one).update("evt_1.1.text").digest("base64"))
    expect(signatures({ keys, start: "evt_1.1.", body: "text" })).toEqual(expected)
  })
})
