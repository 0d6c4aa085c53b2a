import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lintMessage, smsParts } from "../../../sdk/sending/lint/index.ts"

describe("the parts of an SMS", () => {
  it.each([
    ["nothing", "", "gsm7", 0, 0],
    ["a character", "a", "gsm7", 1, 1],
    ["a full part", "a".repeat(160), "gsm7", 1, 160],
    ["one more", "a".repeat(161), "gsm7", 2, 161],
    ["two full parts", "a".repeat(306), "gsm7", 2, 306],
    ["three", "a".repeat(307), "gsm7", 3, 307],
    ["eighty of two units", "€".repeat(80), "gsm7", 1, 160],
    ["a euro sign across the border, which moves", `${"a".repeat(152)}€${"a".repeat(152)}`, "gsm7", 3, 306],
    ["all of the alphabet", "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà", "gsm7", 1, 44],
    ["a tab", "a\tb", "ucs2", 1, 3],
    ["a full part of UCS-2", "я".repeat(70), "ucs2", 1, 70],
    ["one more of UCS-2", "я".repeat(71), "ucs2", 2, 71],
    ["an emoji across the border, which moves", `${"я".repeat(66)}👍${"я".repeat(66)}`, "ucs2", 3, 134],
    ["c with a cedilla, of which GSM-7 has the capital only", "ç", "ucs2", 1, 1],
  ])("are counted: %s", (_what, text, encoding, parts, units) => {
    expect(smsParts(text)).toMatchObject({ encoding, parts, units })
  })

  it("name what costs, each once", () => {
    expect(smsParts("It’s “here”, isn’t it").costly).toEqual(["’", "“", "”"])
    expect(smsParts("It's here").costly).toEqual([])
  })

  it("hold the whole text, and none more than needed", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "€", "я", "👍"), maxLength: 400 }), (text) => {
        const { encoding, parts, units } = smsParts(text)
        const [single, each] = encoding === "gsm7" ? [160, 153] : [70, 67]
        expect(parts <= 1).toBe(units <= single)
        // A part may have one unit to spare, before a character of two.
        if (parts > 1)
          expect(units).toSatisfy((count: number) => count <= parts * each && count > (parts - 1) * (each - 1))
      }),
    )
  })
})

describe("the lint of an SMS", () => {
  const findings = (body: string) =>
    lintMessage({ channel: "sms", body }).map((finding) => [finding.rule, finding.place, finding.excerpt])

  it("finds a quotation mark that doubles the price", () => {
    expect(findings(`Don’t forget\n${"a".repeat(70)}`)).toEqual([
      ["sms-charset", "text:1:4", "’ (2 parts instead of 1)"],
    ])
    const typographic =
      "“Don’t miss out” – our 20% sale ends tonight… Save now at our shop, and bring your friends along"
    expect(findings(typographic)).toEqual([["sms-charset", "text:1:1", "“ ’ ” – … (2 parts instead of 1)"]])
  })

  it.each([
    ["costs nothing more", "Don’t forget"],
    [
      "is the text's own alphabet",
      "Не забудьте забрать заказ, он ждёт вас в пункте выдачи до воскресенья, а потом вернётся",
    ],
    ["is in GSM-7", "a".repeat(500)],
  ])("finds nothing that %s", (_what, body) => {
    expect(findings(body)).toEqual([])
  })

  it("does not count the characters of a mail", () => {
    expect(lintMessage({ subject: "Hi", body: `Don’t forget\n${"a".repeat(70)}` })).toEqual([])
  })
})
