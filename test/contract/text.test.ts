import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { Id, openEnum, PageQuery } from "../../sdk/contract/core/shared.ts"
import { fromText, gatherText, valueFromText } from "../../sdk/contract/core/text.ts"
import { contract } from "../../sdk/contract/index.ts"

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.integer().map(String), fc.double().map(String), fc.json())

describe("text for a declared type", () => {
  it("keeps every text unchanged for a string", () => {
    for (const schema of [
      z.string(),
      openEnum(["a"]),
      z.string().optional(),
      z.string().nullable(),
      z.unknown(),
      z.email(),
    ]) {
      fc.assert(
        fc.property(
          anyText.filter((text) => text !== "null"),
          (text) => valueFromText(schema, text) === text,
        ),
      )
    }
    expect(valueFromText(z.string().nullable(), "null")).toBe("null")
  })

  it("reads every safe integer from its decimal form", () => {
    for (const schema of [
      z.int(),
      Id,
      z.number().int(),
      z.int().optional(),
      z.int().positive().default(1),
      z.int32(),
    ]) {
      fc.assert(
        fc.property(fc.maxSafeInteger(), (value) => Object.is(valueFromText(schema, String(value)), value || 0)),
      )
    }
  })

  it("reads an integer only from its canonical decimal form", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = valueFromText(z.int(), text)
        return value === text || (Number.isSafeInteger(value) && String(value) === text)
      }),
    )
  })

  it.each([
    "",
    " ",
    "1 ",
    "+1",
    "-0",
    "007",
    "1.0",
    "1e3",
    "0x10",
    "0b1",
    "1_000",
    "1,000",
    "NaN",
    "Infinity",
    "٣",
    "１",
  ])("does not read %j as an integer", (text) => expect(valueFromText(z.int(), text)).toBe(text))

  it("leaves integers beyond the safe range as text", () => {
    for (const text of ["9007199254740992", "-9007199254740993", "9".repeat(400)]) {
      expect(valueFromText(z.int(), text)).toBe(text)
      expect(valueFromText(z.number(), text)).toBe(text)
    }
  })

  it("reads decimals for a number, and nothing with an exponent", () => {
    const decimal = fc
      .tuple(fc.integer(), fc.nat({ max: 999_999 }))
      .map(([integerPart, part]) => `${integerPart}.${part}`)
    fc.assert(fc.property(decimal, (text) => valueFromText(z.number(), text) === Number(text)))
    expect(valueFromText(z.number().nullish(), "49.90")).toBe(49.9)
    for (const text of ["1e3", "1E3", ".5", "5.", "+5", "0x1F", "00.5", "Infinity", ""]) {
      expect(valueFromText(z.number(), text)).toBe(text)
    }
  })

  it("reads true and false and no other word for a boolean", () => {
    expect([valueFromText(z.boolean(), "true"), valueFromText(z.boolean().default(true), "false")]).toEqual([
      true,
      false,
    ])
    for (const text of ["True", "FALSE", "1", "0", "yes", "no", "on", "", " true"]) {
      expect(valueFromText(z.boolean(), text)).toBe(text)
    }
  })

  it("reads members of enums and literals as their values", () => {
    expect(valueFromText(z.enum(["1", "true"]), "1")).toBe("1")
    expect(valueFromText(z.literal([1, true, "x"]), "1")).toBe(1)
    expect(valueFromText(z.literal([1, true, "x"]), "true")).toBe(true)
    expect(valueFromText(z.literal([1, true, "x"]), "toString")).toBe("toString")
  })

  it("reads null if the word is not itself a valid value", () => {
    expect(valueFromText(z.int().nullable(), "null")).toBeNull()
    expect(valueFromText(z.email().nullish(), "null")).toBeNull()
    expect(valueFromText(z.strictObject({}).nullish(), "null")).toBeNull()
    expect(valueFromText(z.int(), "null")).toBe("null")
    expect([valueFromText(z.null(), "null"), valueFromText(z.null(), "nil")]).toEqual([null, "nil"])
  })
})

describe("arrays, objects and unions", () => {
  it("reads an array equally from repeated names, commas, or both", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { minLength: 1 }), fc.nat(), (values, cut) => {
        const texts = values.map((value) => String(value || 0))
        const at = cut % texts.length
        const both = [texts.slice(0, at).join(","), texts.slice(at).join(",")].filter((text) => text !== "")
        const numbers = values.map((value) => value || 0)
        expect(valueFromText(z.array(z.int()), texts)).toEqual(numbers)
        expect(valueFromText(z.array(z.int()), texts.join(", "))).toEqual(numbers)
        expect(valueFromText(z.array(z.int()).optional(), both)).toEqual(numbers)
      }),
    )
  })

  it("reads items of an array by the item's type", () => {
    expect(valueFromText(z.array(z.string()), "1,true,x")).toEqual(["1", "true", "x"])
    expect(valueFromText(z.array(z.int()), "1,x,3")).toEqual([1, "x", 3])
    expect(valueFromText(z.array(z.int()), "")).toEqual([])
  })

  it("reads JSON for objects and leaves broken JSON as text", () => {
    const map = z.record(z.string(), z.unknown())
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const json = JSON.stringify(value)
        expect(valueFromText(map.optional(), json)).toEqual(JSON.parse(json))
        expect(valueFromText(z.array(map), json)).toEqual([JSON.parse(json)])
        expect(valueFromText(z.array(map), [json, json])).toEqual([JSON.parse(json), JSON.parse(json)])
        expect(valueFromText(z.array(map).nullish(), JSON.stringify([value]))).toEqual([JSON.parse(json)])
      }),
    )
    for (const wrapped of [z.lazy(() => map), z.array(map.nullable()), z.array(z.lazy(() => map.optional()))])
      expect([valueFromText(wrapped, '{"a":1}')].flat()).toEqual([{ a: 1 }])
    expect(valueFromText(map, "{a:1}")).toBe("{a:1}")
    expect(valueFromText(z.array(map), "{a:1}")).toBe("{a:1}")
  })

  it("reads a union as its first member that accepts the text", () => {
    const emails = z.union([z.email(), z.array(z.email())])
    expect(valueFromText(emails, "ada@example.test")).toBe("ada@example.test")
    expect(valueFromText(emails, "ada@example.test,grace@example.test")).toEqual([
      "ada@example.test",
      "grace@example.test",
    ])
    expect(valueFromText(emails, "nobody")).toBe("nobody")
    expect(valueFromText(z.union([z.string(), z.int()]), "5")).toBe("5")
    expect(valueFromText(z.union([z.int(), z.string()]), "5")).toBe(5)
  })

  it("keeps a repeated name unchanged if one value is declared", () => {
    for (const schema of [z.int(), z.string(), z.boolean(), z.enum(["a"]), z.strictObject({})]) {
      expect(valueFromText(schema, ["1", "2"])).toEqual(["1", "2"])
    }
  })
})

describe("whole objects", () => {
  const Query = z.strictObject({ id: z.string(), page: z.int().optional(), active: z.boolean().default(true) })

  it("reads each field by its type, through refinements and wrappers of the object", () => {
    const text = { id: "123", page: "2", active: "false" }
    for (const schema of [Query, Query.refine(() => true), Query.optional(), Query.readonly()]) {
      expect(fromText(schema, text)).toEqual({ id: "123", page: 2, active: false })
    }
  })

  it("lets validation name unreadable and unknown fields", () => {
    const invalidFields = (text: Record<string, string | string[]>) =>
      z
        .safeParse(Query, fromText(Query, text))
        .error?.issues.map((issue) => (issue.code === "unrecognized_keys" ? issue.keys.join() : issue.path.join(".")))
    expect(invalidFields({ id: "1", page: "1e3" })).toEqual(["page"])
    expect(invalidFields({ id: "1", active: "yes", page: ["1", "2"] })).toEqual(["page", "active"])
    expect(invalidFields({ id: "1", Page: "1" })).toEqual(["Page"])
    expect(
      invalidFields({
        id: "1",
        ...gatherText([
          ["__proto__", "x"],
          ["constructor", "y"],
        ]),
      }),
    ).toEqual(["__proto__,constructor"])
  })

  it("never throws and never adds a field", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(anyText, fc.array(anyText))), (text) => {
        expect(Object.keys(fromText(PageQuery, text))).toEqual(Object.keys(text))
      }),
    )
  })

  it("collects repeated names of a query string in order", () => {
    expect(gatherText(new URLSearchParams("a=1&b=2&a=3"))).toEqual({ a: ["1", "3"], b: "2" })
  })

  it("reads the params and query of every endpoint's example back from text", () => {
    const asText = (values: object) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
    const read = listEndpoints(contract).flatMap(({ spec }) => {
      const parts = [
        [spec.params, spec.example?.params],
        [spec.query, spec.example?.query],
      ] as const
      return parts.flatMap(([schema, values]) =>
        schema && values ? [z.safeParse(schema, fromText(schema, asText(values))).error] : [],
      )
    })
    expect(read.length).toBeGreaterThan(20)
    expect(read.filter(Boolean)).toEqual([])
  })
})
