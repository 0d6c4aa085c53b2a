import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { listProblem } from "../../cli/line/check-value.ts"
import type { Flag } from "../../cli/line/command/spec.ts"
import { requiredNumber, requiredText, requiredTexts } from "../../cli/line/flag-values.ts"
import { readValue } from "../../cli/line/read-value.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { parseDuration } from "../../sdk/contract/core/duration.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { PageQuery } from "../../sdk/contract/core/shared.ts"
import { valueFromText } from "../../sdk/contract/core/text.ts"
import { isEmail } from "../../sdk/contract/core/text-patterns.ts"
import { contract } from "../../sdk/contract/index.ts"

const specs = new Map(listEndpoints(contract).map(({ name, spec }) => [name, spec]))

/** The schema of a value at its path in the request. */
function schemaAt(schema: z.core.$ZodType | undefined, path: readonly string[]): z.core.$ZodType | undefined {
  const [key, ...rest] = path
  if (!schema || key === undefined) return schema
  if (schema instanceof z.core.$ZodObject) return schemaAt(schema._zod.def.shape[key], rest)
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return schemaAt(schema._zod.def.innerType, path)
  }
  return undefined
}

/** Every flag and argument that is part of a request, with its schema. A file is read by the command. */
const placed = commandGroups()
  .flatMap(({ commands }) => commands)
  .flatMap(({ name, flags, positionals, endpoint }) => {
    const spec = specs.get(name)
    const parts = { body: spec?.body, query: spec?.paginated ? PageQuery.extend(shapeOf(spec.query)) : spec?.query }
    return [
      ...flags.flatMap((flag) => {
        const [part, ...path] = flag.at ?? []
        const schema = part && flag.format !== "file" ? schemaAt(parts[part], path) : undefined
        return schema ? [[`${name} --${flag.name}`, flag, schema] as const] : []
      }),
      ...(endpoint ? positionals : []).flatMap((positional) => {
        const schema = schemaAt(spec?.params, [positional.name.replaceAll("-", "_")])
        return schema ? [[`${name} <${positional.name}>`, positional, schema] as const] : []
      }),
    ]
  })

function shapeOf(schema: z.core.$ZodType | undefined): z.core.$ZodShape {
  return schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {}
}

/** Rules in code, such as reserved names and rules across fields, are checked only by the service. */
const accepts = (schema: z.core.$ZodType, value: unknown) =>
  (z.safeParse(schema, value).error?.issues ?? []).every(({ code }) => code === "custom")

const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(""))
const some = (...texts: string[]) => fc.constantFrom(...texts)

/** Texts that resemble what flags accept. */
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  some("true", "false", "null", "", "0", "-0", "007", "1e3", "0x10", "1.0", "9007199254740993", " 1"),
  some("[]", "{}", "[1]", '{"a":1}', '{"a":"b"}', '"x"', '{"a":"\\n"}', "order_placed", "usd", "1,2", "1,x", ","),
  fc.json(),
  fc.emailAddress(),
  joined(
    some("a", "A.b", ".a", "a.", "a..b", "a'", "a_b", "a+b", "ä", "!", '"a b"', ""),
    some("@", "@@", ""),
    some("b.cc", "b", "b.c", "-b.cc", "b-.cc", "b..cc", "x.y.zz", "b.c1", "[1.2.3.4]", "ä.cc"),
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  joined(
    some("2026-02-28", "2026-02-29", "2024-02-29", "1900-02-29", "0000-02-29", "2026-04-31", "2026-13-01", "26-01-01"),
    some("T", " ", "t"),
    some("00:00", "09:30:00", "09:30:00.1", "23:59:59.999999", "24:00:00", "12:60:00", "23:59:60", ""),
    some("Z", "", "+02:00", "z"),
  ),
  fc.webUrl(),
  joined(
    some("https", "HTTP", "ftp", " http", ""),
    some("://", ":", ":/", ""),
    some("example.com", "[::1]:8080", "a b", "", "x:y@example.com/?q#h"),
  ),
  fc
    .record(
      {
        type: fc.oneof(some("lists", "segment", "all_contacts"), fc.string()),
        list_ids: fc.oneof(fc.array(fc.integer({ max: 3 })), fc.constant(null)),
        segment_id: fc.oneof(fc.integer(), fc.string()),
        more: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
)

describe("a flag or argument of the contract", () => {
  it("is covered if it is part of a request", () => {
    expect(placed.length).toBeGreaterThan(170)
  })

  it.each(placed)("reads text as the contract does, with the same verdict: %s", (_, rules, schema) => {
    const choices = rules.choices ? fc.constantFrom(...rules.choices) : fc.string()
    const text = fc.oneof({ weight: 9, arbitrary: texts }, { weight: 1, arbitrary: choices })
    const isRepeated = "array" in rules && rules.array !== undefined
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: isRepeated ? 3 : 1 }), (typedTexts) => {
        const value = readValue(rules, typedTexts)
        const [only = "", ...more] = typedTexts
        const read = valueFromText(schema, more.length > 0 ? typedTexts : only)
        // Only on the command line: `key=value` for what is not a JSON object, and `null` for a nullable value.
        const isPair = rules.type === "map" && !(typeof read === "object" && !Array.isArray(read))
        const isOwnWay = isPair || (rules.nullable === true && more.length === 0 && only === "null")
        const expected = isOwnWay ? value : read
        // Only on the command line: an empty text to filter by is refused.
        const isEmptyFilter = only === "" && "at" in rules && rules.at?.[0] === "query"
        const isAccepted = accepts(schema, expected) && !isEmptyFilter
        expect([typedTexts, listProblem(rules, value) === undefined]).toEqual([typedTexts, isAccepted])
        // The values may differ if both are refused.
        if (isAccepted) expect(value).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })
})

describe("values", () => {
  const text = { name: "x", type: "string" } as const satisfies Flag
  const integers = { name: "x", type: "integer", array: true, minItems: 1, minimum: 1 } as const satisfies Flag

  it("are lists by commas, by repetition, or both", () => {
    expect(readValue(integers, ["1,2", "3"])).toEqual([1, 2, 3])
    expect(readValue(integers, [" 1 , 2 "])).toEqual([1, 2])
    expect(readValue(integers, [""])).toEqual([])
  })

  it("are one or several if the contract accepts both", () => {
    const flag = { ...text, array: "one-or-many" } as const
    expect(readValue(flag, ["a@b.test"])).toBe("a@b.test")
    expect(readValue(flag, ["a@b.test", "c@d.test"])).toEqual(["a@b.test", "c@d.test"])
  })

  it("are texts by name, given one by one or as JSON", () => {
    const flag = { name: "tags", type: "map" } as const satisfies Flag
    expect(readValue(flag, ["order=1001", "x=a=b"])).toEqual({ order: "1001", x: "a=b" })
    expect(readValue(flag, ['{"order":"1001"}', "x=1"])).toEqual({ order: "1001", x: "1" })
    expect(listProblem(flag, readValue(flag, ["order"]))).toBe("must be texts by name")
    expect(listProblem(flag, readValue(flag, ['{"order":1}']))).toBe("must be texts by name")
  })

  it.each([
    [{ ...text, format: "email" }, "ada@", "must be an e-mail address"],
    [{ ...text, format: "uri" }, "not an address", "must be an address such as https://example.com/path"],
    [
      { ...text, format: "date-time" },
      "tomorrow",
      "must be a time in ISO 8601 with its offset from UTC, such as 2026-03-01T12:00:00Z",
    ],
    [{ ...text, format: "duration" }, "soon", "must be a duration such as 30s, 5m or 2h, or milliseconds"],
    [{ ...text, choices: ["a", "b"] }, "c", "must be one of a, b"],
    [{ ...text, minLength: 1 }, "", "cannot be empty"],
    [{ ...text, maxLength: 2 }, "abc", "can have at most 2 characters"],
    [{ name: "x", type: "integer" }, "1.5", "must be a whole number"],
    [{ name: "x", type: "integer", minimum: 1 }, "0", "must be at least 1"],
    [{ name: "x", type: "number" }, "lots", "must be a number"],
    [{ name: "x", type: "json" }, "[1]", "must be a JSON object"],
    [integers, "1,x", '"x" must be a whole number'],
    [integers, "", "cannot be empty"],
  ] as const satisfies readonly (readonly [Flag, string, string])[])(
    "are refused with a sentence: %j %s",
    (flag, input, problem) => {
      const actual = listProblem(flag, readValue(flag, [input]))
      expect(actual?.replace(/^x must/, '"x" must')).toBe(problem)
    },
  )
})

describe("an e-mail address", () => {
  it("is valid if the contract accepts it", () => {
    fc.assert(fc.property(fc.emailAddress(), (address) => !z.safeParse(z.email(), address).success || isEmail(address)))
  })
})

describe("a duration", () => {
  it.each([
    ["250", 250],
    ["250ms", 250],
    ["30s", 30_000],
    ["1.5m", 90_000],
    ["2h", 7_200_000],
    ["3d", 259_200_000],
    ["0", 0],
    [" 30 s ", 30_000],
    ["1.0004s", 1_000],
    ["9007199254740993", undefined],
    ["soon", undefined],
    ["-1s", undefined],
    ["1w", undefined],
    ["", undefined],
  ])("%s is %s ms", (input, expected) => {
    expect(parseDuration(input)).toBe(expected)
  })
})

describe("a required value", () => {
  it("is an error of this program where it is missing, not an empty text", () => {
    expect(requiredText({ id: 7 }, "id")).toBe("7")
    expect(requiredTexts({ id: ["a", "b"] }, "id")).toEqual(["a", "b"])
    expect(() => requiredNumber({}, "id")).toThrow("id is required")
    expect(() => requiredText({ id: null }, "id")).toThrow("id is required")
  })
})
