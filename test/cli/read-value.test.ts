import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import type { Flag } from "../../cli/command.ts"
import { isEmail, listProblem } from "../../cli/line/check-value.ts"
import { parseDuration } from "../../cli/line/duration.ts"
import { readValue } from "../../cli/line/read-value.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { valueFromText } from "../../sdk/contract/core/text.ts"
import { contract } from "../../sdk/contract/index.ts"

const specs = new Map(listEndpoints(contract).map(({ name, spec }) => [name, spec]))

/** The schema of a flag's place in the request. */
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

const placed = commandGroups()
  .flatMap(({ commands }) => commands)
  .flatMap(({ name, flags }) =>
    flags.flatMap((flag) => {
      const [part, ...path] = flag.at ?? []
      const schema =
        part && flag.name !== "page" && flag.format !== "file" ? schemaAt(specs.get(name)?.[part], path) : undefined
      return schema ? [[`${name} --${flag.name}`, flag, schema] as const] : []
    }),
  )

/** Texts that come near to what flags take. */
const texts = fc.oneof(
  fc.string(),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom(
    "true",
    "false",
    "null",
    "",
    "0",
    "-0",
    "007",
    "1e3",
    "0x10",
    "1.0",
    "9007199254740993",
    " 1",
    "[]",
    "{}",
    "[1]",
    '{"a":1}',
    '{"a":"b"}',
    '"x"',
  ),
  fc.emailAddress(),
  fc.json(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)

describe("a flag of the contract", () => {
  it("is found in it for almost every flag", () => {
    expect(placed.length).toBeGreaterThan(120)
  })

  it.each(placed)("reads text as the contract does, and refuses nothing that it accepts: %s", (_, flag, schema) => {
    const choices = flag.choices ? fc.constantFrom(...flag.choices) : fc.string()
    fc.assert(
      fc.property(fc.oneof(texts, choices), (text) => {
        const value = readValue(flag, [text])
        const expected = valueFromText(schema, text)
        const isAccepted = z.safeParse(schema, value).success
        // `key=value` is a short way of the command line alone. What both refuse they may hand on as they like.
        const isOwnWay = flag.type === "map" && !text.startsWith("{")
        if (!isOwnWay && (isAccepted || z.safeParse(schema, expected).success)) expect(value).toEqual(expected)
        if (isAccepted) expect([text, listProblem(flag, value)]).toEqual([text, undefined])
      }),
      { numRuns: 60 },
    )
  })
})

describe("values", () => {
  const text = { name: "x", type: "string" } as const satisfies Flag
  const integers = { name: "x", type: "integer", array: true, minItems: 1, minimum: 1 } as const satisfies Flag

  it("are lists by commas, by repeating, or both", () => {
    expect(readValue(integers, ["1,2", "3"])).toEqual([1, 2, 3])
    expect(readValue(integers, [" 1 , 2 "])).toEqual([1, 2])
    expect(readValue(integers, [""])).toEqual([])
  })

  it("are one or several where the contract takes both", () => {
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
    [{ ...text, format: "date-time" }, "tomorrow", "must be a moment such as 2026-03-01T09:00:00Z"],
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
    "are refused in words: %j %s",
    (flag, given, problem) => {
      const said = listProblem(flag, readValue(flag, [given]))
      expect(said?.replace(/^x must/, '"x" must')).toBe(problem)
    },
  )
})

describe("an e-mail address", () => {
  it("is what the contract takes for one", () => {
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
    ["soon", undefined],
    ["-1s", undefined],
    ["1w", undefined],
    ["", undefined],
  ])("%s is %s ms", (given, expected) => {
    expect(parseDuration(given)).toBe(expected)
  })
})
