import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { atOnce } from "../../mock-server/base/event-loop.ts"
import { parseInSteps } from "../../mock-server/service/request/input/json-steps.ts"
import { jsonParts } from "../../mock-server/service/request/json-parts.ts"

const parse = (text: string | Buffer) => atOnce(parseInSteps(Buffer.from(text), () => {}))
/** Longer than what is parsed at once. */
const filler = "x".repeat(70_000)
const long = fc.constantFrom(filler, [filler, 1], { filler, a: null }, Array(30_000).fill(7))
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), long, tie("list"), tie("record")),
  list: fc.array(tie("any"), { maxLength: 4 }),
  record: fc.dictionary(fc.string(), tie("any"), { maxKeys: 4 }),
})).any

describe("long JSON", () => {
  it("is parsed in steps to the value of JSON.parse, whatever the white space", { tags: "slow" }, () => {
    fc.assert(
      fc.property(value, fc.constantFrom("", " ", "\n\t"), (document, space) => {
        const text = `${space}${JSON.stringify(document, undefined, space)}${space}`
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 60 },
    )
  })

  it("is refused in steps wherever JSON.parse refuses it", { tags: "slow" }, () => {
    const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, text: `{"[,]\\"${id}`, inner: [[], {}, null] }))
    const document = JSON.stringify({ first: 1, rows, more: { rows }, last: [] })
    expect(parse(document)).toEqual(JSON.parse(document))
    fc.assert(
      fc.property(
        fc.nat(document.length - 1),
        fc.constantFrom("", ",", "}", "]", "{", "[", '"', ":", "1", "\\", " ", ",,"),
        fc.boolean(),
        (at, replacement, isCut) => {
          const text = isCut ? document.slice(0, at) : document.slice(0, at) + replacement + document.slice(at + 1)
          let parsed: unknown
          try {
            parsed = JSON.parse(text)
          } catch {
            expect(() => parse(text)).toThrow(SyntaxError)
            return
          }
          expect(parse(text)).toEqual(parsed)
        },
      ),
      { numRuns: 150 },
    )
  })

  it("may have commas, brackets, quotes and backslashes within its texts", () => {
    const document = { rows: [filler, '{"[,]\\"}', "]", "}"], 'a "[,{\\': [filler, '"', "\\"] }
    expect(parse(JSON.stringify(document))).toEqual(document)
  })

  it.each([
    ["a comma too many at its end", `[${JSON.stringify([filler])},]`],
    ["two commas", `{"a":${JSON.stringify([filler])},,"b":1}`],
    ["a comma alone", `[,${JSON.stringify([filler])}]`],
    ["a second value", `${JSON.stringify([filler])} ${JSON.stringify([filler])}`],
    ["a value without a key", `{${JSON.stringify([filler])}}`],
    ["a key without a value", `{"a":${JSON.stringify([filler])},"b"}`],
    ["something after an item", `[${JSON.stringify([filler])} 1]`],
    ["another bracket", `[${JSON.stringify(filler)}}`],
    ["no end", `[${JSON.stringify([filler])}`],
  ])("is refused with %s", (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(() => parse(text)).toThrow(SyntaxError)
  })

  it("may begin with a byte order mark, and must be UTF-8", () => {
    expect(parse(`\ufeff["${filler}"]`)).toEqual([filler])
    expect(() => parse(Buffer.concat([Buffer.from(`["${filler}`), Buffer.from([0xff]), Buffer.from('"]')]))).toThrow(
      "it is not UTF-8",
    )
  })

  it("keeps a field __proto__ as a field, and shows each part to the check", () => {
    const parsed = parse(`{"__proto__":${JSON.stringify([filler])},"a":{"__proto__":1}}`)
    expect(Object.keys(Object(parsed))).toEqual(["__proto__", "a"])
    const parts: string[] = []
    atOnce(parseInSteps(Buffer.from(`{"a":${JSON.stringify([filler])},"b":"seen"}`), (text) => void parts.push(text)))
    expect(parts.join()).toContain("seen")
  })

  it("is written in parts that are the text of JSON.stringify", () => {
    fc.assert(
      fc.property(value, (document) => {
        expect([...jsonParts(document)].join("")).toBe(JSON.stringify(document))
      }),
      { numRuns: 60 },
    )
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, gone: undefined, email: `contact-${id}@load.test` }))
    const parts = [...jsonParts({ rows, gone: undefined, list: [undefined] })]
    expect(parts.join("")).toBe(JSON.stringify({ rows, gone: undefined, list: [undefined] }))
    expect(parts.length).toBeGreaterThan(3)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(300_000)
  })
})
