import { describe, expect, it } from "vitest"
import { listProblem } from "../../cli/line/check-value.ts"
import type { Flag } from "../../cli/line/command/spec.ts"
import { changedNumber } from "../../cli/line/input/exact-numbers.ts"
import { readValue } from "../../cli/line/read-value.ts"

const is = (rules: Omit<Flag, "name">): Flag => ({ name: "x", ...rules })
const text = { type: "string" } as const
const integerRules = { type: "integer" } as const
const map = { type: "map" } as const
const texts = { type: "string", array: true } as const
const oneOrMany = { type: "string", array: "one-or-many" } as const
const aLine = "^[^\\u0000-\\u001f]*$"
const json = {
  type: "json",
  fields: { name: { type: "string", required: true }, at: { type: "integer" }, tags: { type: "string", array: true } },
} as const
const notWhole = "must be a whole number"
const moment = "must be a time in ISO 8601 with its offset from UTC, such as 2026-03-01T12:00:00Z"
const noSuchDay = "must be a day and time that exist"
const address = "must be an address such as https://example.com/path"

describe("validation of a value", () => {
  it.each<[Omit<Flag, "name">, unknown, string | undefined]>([
    [text, "", undefined],
    [text, 5, "must be text"],
    [text, null, "cannot be null"],
    [{ ...text, nullable: true }, null, undefined],
    [{ ...text, choices: ["a", "b"] }, "b", undefined],
    [{ ...text, choices: ["a", "b"] }, "ab", "must be one of a, b"],
    [{ ...text, format: "file" }, "", "cannot be empty"],
    [{ ...text, format: "file" }, "a", undefined],
    [{ ...text, minLength: 1 }, "", "cannot be empty"],
    [{ ...text, minLength: 2 }, "a", "must have at least 2 characters"],
    [{ ...text, minLength: 2 }, "ab", undefined],
    [{ ...text, maxLength: 2 }, "ab", undefined],
    [{ ...text, maxLength: 2 }, "abc", "can have at most 2 characters"],
    [{ ...text, format: "email" }, "ada@example.test", undefined],
    [{ ...text, format: "email" }, "ada", "must be an e-mail address"],
    [{ ...text, format: "uri" }, " HTTPS://example.test/a", undefined],
    [{ ...text, format: "uri" }, "http://example.test", undefined],
    [{ ...text, format: "uri" }, "ftp://example.test", address],
    [{ ...text, format: "uri" }, "see https://example.test", address],
    [{ ...text, format: "uri" }, "xhttps://example.test", address],
    [{ ...text, format: "uri" }, "https://", address],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00Z", undefined],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00.123456Z", undefined],
    [{ ...text, format: "date-time" }, "2026-02-29T09:00:00Z", noSuchDay],
    [{ ...text, format: "date-time" }, "2026-13-01T09:00:00Z", noSuchDay],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00Z ", moment],
    [{ ...text, format: "date-time" }, " 2026-03-01T09:00:00Z", moment],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00.Z", moment],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00+00:00", undefined],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00-0330", undefined],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00 01:00", moment],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00Z(x)", moment],
    [{ ...text, pattern: aLine }, "a\nb", "cannot hold line breaks or other control characters"],
    [{ ...text, pattern: aLine }, "a b", undefined],
    [{ ...text, pattern: "^a+$" }, "b", "must match ^a+$"],
    [{ ...text, pattern: "^a+$", patternText: "must be many a" }, "b", "must be many a"],
    [{ ...text, pattern: "^\\p{L}$" }, "é", undefined],
    [{ ...text, format: "duration" }, 5, undefined],
    [{ ...text, format: "duration" }, "5 x", "must be a duration such as 30s, 5m or 2h, or milliseconds"],
    [integerRules, 5, undefined],
    [integerRules, 1.5, notWhole],
    [integerRules, "5", notWhole],
    [integerRules, 2 ** 53, notWhole],
    [{ ...integerRules, minimum: 1 }, 1, undefined],
    [{ ...integerRules, minimum: 1 }, 0, "must be at least 1"],
    [{ ...integerRules, maximum: 9 }, 9, undefined],
    [{ ...integerRules, maximum: 9 }, 10, "must be at most 9"],
    [{ ...integerRules, minimum: 1, maximum: 9 }, -1, "must be at least 1"],
    [{ type: "number", minimum: 0.5 }, 0.5, undefined],
    [{ type: "number", minimum: 0.5 }, 0.25, "must be at least 0.5"],
    [{ type: "number" }, "many", "must be a number"],
    [{ type: "number" }, Number.POSITIVE_INFINITY, "must be a number"],
    [{ type: "boolean" }, false, undefined],
    [{ type: "boolean" }, "yes", "must be true or false"],
    [map, { a: "b" }, undefined],
    [map, ["a"], "must be texts by name"],
    [map, "a", "must be texts by name"],
    [map, { a: 1 }, "must be texts by name"],
    [{ ...map, maxLength: 1 }, { a: "b", c: "dd" }, "c can have at most 1 characters"],
    [{ type: "json" }, {}, undefined],
    [{ type: "json" }, [2 ** 60], "must be a JSON object"],
    [{ type: "json" }, 5, "must be a JSON object"],
    [{ type: "json" }, "{", "must be a JSON object"],
    [
      { type: "json" },
      '{"a":12345678901234567890}',
      "holds 12345678901234567890, which would be changed on the way: give it as a text, in quotes",
    ],
    [json, { name: "a" }, undefined],
    [json, { name: "a", at: 1, tags: ["b"] }, undefined],
    [json, {}, "name is required"],
    [json, { name: 1 }, "name must be text"],
    [json, { name: "a", at: "b" }, `at ${notWhole}`],
    [json, { name: "a", tags: "b" }, "tags must be a list"],
    [json, { name: "a", colour: "red" }, "colour is not a known field"],
    [texts, "a", "must be a list"],
    [texts, null, "cannot be null"],
    [{ ...texts, nullable: true }, null, undefined],
    [texts, [], undefined],
    [{ ...texts, minItems: 1 }, [], "cannot be empty"],
    [{ ...texts, minItems: 2 }, ["a"], "must have at least 2 entries"],
    [{ ...texts, minItems: 2 }, ["a", "b"], undefined],
    [{ ...texts, maxItems: 1 }, ["a"], undefined],
    [{ ...texts, maxItems: 1 }, ["a", "b"], "can have at most 1 entries"],
    [{ ...texts, minLength: 2 }, ["a"], "must have at least 2 characters"],
    [{ ...texts, minLength: 2 }, ["ab", "c"], "c must have at least 2 characters"],
    [{ ...texts, minLength: 2, secret: true }, ["ab", "c"], "must have at least 2 characters"],
    [texts, ["a", { b: 1 }], '{"b":1} must be text'],
    [oneOrMany, "a", undefined],
    [oneOrMany, ["a", "b"], undefined],
    [oneOrMany, ["a", 5], "5 must be text"],
    [{ ...oneOrMany, minLength: 1 }, "", "cannot be empty"],
  ])("returns a sentence: %j %j", (rules, value, problem) => {
    expect(listProblem(is(rules), value)).toBe(problem)
  })
})

describe("a number that JSON.parse would change", () => {
  it.each<[string, string | undefined]>([
    ['{"a":9007199254740991}', undefined],
    ['{"a":9007199254740993}', "9007199254740993"],
    ['{"a":-9007199254740993}', "-9007199254740993"],
    // A double holds this one exactly.
    ['{"a":9007199254740992}', undefined],
    ['{"a":"9007199254740993"}', undefined],
    ['{"9007199254740993":1}', undefined],
    ['{"a":"\\"9007199254740993"}', undefined],
    ['{"a":"\\"b cc\\" 9007199254740993"}', undefined],
    ['{"a":"x\\\\","b":9007199254740993}', "9007199254740993"],
    ['{"a":"line\n9007199254740993"}', undefined],
    ['{"a":1e400}', "1e400"],
    ['{"a":-1E+400}', "-1E+400"],
    ['{"a":1e-400}', undefined],
    ['{"a":1e300}', undefined],
    ['{"a":0.1234567890123456789}', undefined],
    ['{"a":1234567890123456.5}', undefined],
    ["[1,1234567890123456789,2]", "1234567890123456789"],
    ["12", undefined],
  ])("is reported: %s", (input, token) => {
    const expected = token && `holds ${token}, which would be changed on the way: give it as a text, in quotes`
    expect(changedNumber(input)).toBe(expected)
  })
})

describe("reading a value", () => {
  it.each<[Omit<Flag, "name">, string[], unknown]>([
    [text, ["null"], "null"],
    [{ ...text, nullable: true }, ["null"], null],
    [{ ...text, nullable: true }, ["nullable"], "nullable"],
    [text, [], ""],
    [{ ...text, format: "duration" }, ["2s"], 2_000],
    [{ ...text, format: "duration" }, ["soon"], "soon"],
    [text, ["2s"], "2s"],
    [integerRules, ["007"], "007"],
    [integerRules, ["1.5"], "1.5"],
    [{ type: "boolean" }, ["0"], "0"],
    [{ type: "number" }, ["1.5"], 1.5],
    [{ type: "boolean" }, ["true"], true],
    [{ type: "json" }, ['{"a":1}'], { a: 1 }],
    [{ type: "json" }, ['{"a":12345678901234567890}'], '{"a":12345678901234567890}'],
    [texts, ["a, b", "c"], ["a", "b", "c"]],
    [texts, [""], []],
    [texts, ["", "a"], ["", "a"]],
    [texts, ["null"], ["null"]],
    [{ ...texts, nullable: true }, ["null"], null],
    [{ ...texts, nullable: true }, ["null", "a"], [null, "a"]],
    [{ ...text, array: "uncut" }, ["a, b"], ["a, b"]],
    [{ ...text, array: "uncut" }, [""], [""]],
    [oneOrMany, ["a"], "a"],
    [oneOrMany, ["a,b"], ["a", "b"]],
    [oneOrMany, ["a", "b"], ["a", "b"]],
    [{ type: "json", array: true }, ['[{"a":1},{"b":2}]', '{"c":3}'], [{ a: 1 }, { b: 2 }, { c: 3 }]],
    [{ type: "json", array: true }, ["[[1]]"], [[1]]],
    [{ type: "json", array: true }, ["", '{"c":3}'], [{ c: 3 }]],
    [map, ["a=b=c", ' {"d":"e"}'], { a: "b=c", d: "e" }],
    [map, ["{=x"], { "{": "x" }],
    [map, ["=x"], { "": "x" }],
    [map, ["a=b", "c"], "c"],
    [map, ["[1]"], "[1]"],
  ])("follows the declared type: %j %j", (rules, typedTexts, value) => {
    expect(readValue(is(rules), typedTexts)).toEqual(value)
  })
})
