import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Ask, TextOptions } from "../../cli/connection/context.ts"
import { listProblem } from "../../cli/line/check-value.ts"
import type { Flag } from "../../cli/line/command/spec.ts"
import { RefusedValues } from "../../cli/line/refused-values.ts"
import { nearest } from "../../cli/line/suggest.ts"
import { askFor, askForAll, type Missing, problemWith, questionOf } from "../../cli/terminal/ask/ask-values.ts"

/** Returns the same response each time, and records the questions. */
function asking(userInput: { text?: string; confirm?: boolean; choices?: string[] } = {}) {
  const questions: unknown[] = []
  let options: TextOptions = {}
  const ask: Ask = {
    async text(question, textOptions = {}) {
      const { check, ...rest } = textOptions
      options = textOptions
      questions.push(["text", question, rest])
      return userInput.text ?? ""
    },
    async password(question) {
      questions.push(["password", question])
      return "hidden"
    },
    async confirm(question) {
      questions.push(["confirm", question])
      return userInput.confirm ?? false
    },
    async choice(question, choices) {
      questions.push(["choice", question, choices])
      return userInput.choices?.[0] ?? ""
    },
    async choices(question, choices) {
      questions.push(["choices", question, choices])
      return userInput.choices ?? []
    },
  }
  return { ask, questions, check: (typed: string) => options.check?.(typed) }
}

describe("a missing value", () => {
  const choices = ["email", "sms"]
  const offered = [{ value: "email" }, { value: "sms" }]

  it.each<[string, Missing, unknown, unknown]>([
    ["a secret", { name: "api-key", type: "string", secret: true }, ["password", "Api key:"], "hidden"],
    ["a switch", { name: "force", type: "boolean" }, ["confirm", "Force:"], true],
    ["one of a few", { name: "channel", type: "string", choices }, ["choice", "Channel:", offered], "sms"],
    [
      "some of a few",
      { name: "channels", type: "string", array: true, choices },
      ["choices", "Channels:", offered],
      ["sms"],
    ],
    [
      "one or more of a few",
      { name: "channels", type: "string", array: "one-or-many", choices },
      ["choice", "Channels:", offered],
      "sms",
    ],
    ["a number", { name: "list-id", type: "integer" }, ["text", "List ID:", {}], 7],
    ["texts", { name: "names", type: "string", array: true }, ["text", "Names:", {}], ["7"]],
  ])("is asked for with the prompt of its type: %s", async (_, missing, question, value) => {
    const { ask, questions } = asking({ text: "7", confirm: true, choices: ["sms"] })
    expect(await askFor(missing, ask)).toEqual(value)
    expect(questions).toEqual([question])
  })

  it("is asked for by name, one at a time", async () => {
    const { ask, questions } = asking({ text: "7" })
    const missing: Missing[] = [
      { name: "id", type: "integer" },
      { name: "name", type: "string" },
    ]
    expect(await askForAll(missing, ask)).toEqual({ id: 7, name: "7" })
    expect(questions).toHaveLength(2)
  })

  it.each([
    ["text", "text"],
    [7, "7"],
    [["a", "b"], "a,b"],
    [[{ a: 1 }], '[{"a":1}]'],
    [{ a: 1 }, '{"a":1}'],
    [false, "false"],
  ])("is prefilled with the earlier value, for editing: %j", async (before, typed) => {
    const { ask, questions } = asking({ text: "new" })
    await askFor({ name: "name", type: "string" }, ask, { before })
    expect(questions).toEqual([["text", "Name:", { default: typed, prefill: true }]])
  })

  it("may be left empty only if it is optional and the caller allows it", async () => {
    const missing: Flag = { name: "name", type: "string", minLength: 3 }
    const optionalQuestion = asking()
    expect(await askFor(missing, optionalQuestion.ask, { mayBeEmpty: true })).toBeUndefined()
    expect([optionalQuestion.check(""), optionalQuestion.check("ab"), optionalQuestion.check("abc")]).toEqual([
      undefined,
      "Must have at least 3 characters",
      undefined,
    ])
    for (const [one, again] of [
      [{ ...missing, required: true } as const, { mayBeEmpty: true }],
      [missing, {}],
    ] as const) {
      const repeatedQuestion = asking()
      expect(await askFor(one, repeatedQuestion.ask, again)).toBe("")
      expect(repeatedQuestion.check("")).toBe("Type a value, or press Ctrl-C")
    }
  })

  it("is validated while it is typed, with a sentence as the message", () => {
    expect(problemWith({ name: "to", type: "string", format: "email" }, "ada")).toBe("Must be an e-mail address")
    expect(problemWith({ name: "to", type: "string", format: "email" }, "ada@example.test")).toBeUndefined()
  })
})

describe("a question", () => {
  it.each([
    ["owner-email", undefined, "Owner email:"],
    ["public-url", undefined, "Public URL:"],
    ["url", "Where webhooks go.", "URL (where webhooks go):"],
    ["list-ids", "Ids of lists. Of this brand.", "List IDs (ids of lists):"],
    ["brand-sid", "Version 1.2 of it", "Brand SID (version 1.2 of it):"],
    ["html", `A ${"very ".repeat(11)}long`, "HTML:"],
    ["html", `${"A".repeat(60)}.`, `HTML (a${"A".repeat(59)}):`],
    ["html", `${"A".repeat(61)}.`, "HTML:"],
    ["identity", "", "Identity:"],
  ])("for %s, described as %j, is %s", (name, description, question) => {
    expect(questionOf({ name, type: "string", ...(description === undefined ? {} : { description }) })).toBe(question)
  })
})

describe("validation of a value", () => {
  const text = { type: "string" } as const
  const json = { type: "json", fields: { id: { type: "integer", required: true }, note: text } } as const

  it.each<[Parameters<typeof listProblem>[0], unknown, string | undefined]>([
    [text, 1, "must be text"],
    [text, null, "cannot be null"],
    [{ ...text, nullable: true }, null, undefined],
    [{ ...text, choices: ["a", "b"] }, "c", "must be one of a, b"],
    [{ ...text, choices: ["a", "b"] }, "b", undefined],
    [{ ...text, format: "file" }, "", "cannot be empty"],
    [{ ...text, format: "file" }, "a.csv", undefined],
    [{ ...text, minLength: 1 }, "", "cannot be empty"],
    [{ ...text, minLength: 2 }, "a", "must have at least 2 characters"],
    [{ ...text, minLength: 2 }, "ab", undefined],
    [{ ...text, maxLength: 2 }, "abc", "can have at most 2 characters"],
    [{ ...text, maxLength: 2 }, "ab", undefined],
    [{ ...text, format: "email" }, "ada", "must be an e-mail address"],
    [{ ...text, format: "uri" }, "ada", "must be an address such as https://example.com/path"],
    [{ ...text, format: "uri" }, "https://ada.test/", undefined],
    [
      { ...text, format: "date-time" },
      "soon",
      "must be a time in ISO 8601 with its offset from UTC, such as 2026-03-01T12:00:00Z",
    ],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00Z", undefined],
    [{ ...text, format: "date-time" }, "2026-03-01", "must be a date with a time, such as 2026-03-01T09:00:00Z"],
    [{ ...text, format: "date-time" }, "2026-03-01T09:00:00+01:00", undefined],
    [
      { ...text, format: "date-time" },
      "2026-03-01T09:00:00+24:00",
      "must be a time in ISO 8601 with its offset from UTC, such as 2026-03-01T12:00:00Z",
    ],
    [
      { ...text, format: "date-time" },
      "2026-02-28T24:00:00Z",
      "must be a date with a time, such as 2026-03-01T09:00:00Z",
    ],
    [{ ...text, format: "moment" }, "2026-03-01", undefined],
    [{ ...text, format: "moment" }, "2026-03-01T09:00+01:00", undefined],
    [{ ...text, format: "moment" }, "2026-02-30", "must be a day and time that exist"],
    [{ ...text, pattern: "^a" }, "b", "must match ^a"],
    [{ ...text, pattern: "^a", patternText: "must begin with a" }, "b", "must begin with a"],
    [{ ...text, pattern: "^a" }, "a", undefined],
    [{ ...text, format: "duration" }, "soon", "must be a duration such as 30s, 5m or 2h, or milliseconds"],
    [{ ...text, format: "duration" }, 5, undefined],
    [{ type: "integer" }, 1.5, "must be a whole number"],
    [{ type: "integer" }, 2, undefined],
    [{ type: "number" }, "1.5", "must be a number"],
    [{ type: "number" }, 1.5, undefined],
    [{ type: "integer", minimum: 2 }, 1, "must be at least 2"],
    [{ type: "integer", minimum: 2, maximum: 3 }, 2, undefined],
    [{ type: "integer", minimum: 2, maximum: 3 }, 3, undefined],
    [{ type: "integer", maximum: 3 }, 4, "must be at most 3"],
    [{ type: "boolean" }, "yes", "must be true or false"],
    [{ type: "boolean" }, false, undefined],
    [{ type: "map" }, "a", "must be texts by name"],
    [{ type: "map" }, ["a"], "must be texts by name"],
    [{ type: "map" }, { a: 1 }, "must be texts by name"],
    [{ type: "map", maxLength: 2 }, { a: "b", c: "def" }, "c can have at most 2 characters"],
    [{ type: "map" }, { a: "b" }, undefined],
    [json, "a", "must be a JSON object"],
    [json, [], "must be a JSON object"],
    [json, {}, "id is required"],
    [json, { id: "a" }, "id must be a whole number"],
    [json, { id: 1, note: 2 }, "note must be text"],
    [json, { id: 1, more: 2 }, "more is not a known field"],
    [json, { id: 1 }, undefined],
    [{ type: "json" }, { any: 1 }, undefined],
    [{ ...text, array: true }, "a", "must be a list"],
    [{ ...text, array: true, nullable: true }, null, undefined],
    [{ ...text, array: "one-or-many", maxLength: 2 }, "abc", "can have at most 2 characters"],
    [{ ...text, array: true, minItems: 1 }, [], "cannot be empty"],
    [{ ...text, array: true, minItems: 2 }, ["a"], "must have at least 2 entries"],
    [{ ...text, array: true, minItems: 2 }, ["a", "b"], undefined],
    [{ ...text, array: true, maxItems: 1 }, ["a", "b"], "can have at most 1 entries"],
    [{ ...text, array: true, maxItems: 2 }, ["a", "b"], undefined],
    [{ ...text, array: true, maxLength: 2 }, ["abc"], "can have at most 2 characters"],
    [{ ...text, array: true, maxLength: 2 }, ["a", "abc"], "abc can have at most 2 characters"],
    [{ ...text, array: true, maxLength: 2, secret: true }, ["a", "abc"], "can have at most 2 characters"],
    [{ ...json, array: true }, [{ id: 1 }, { id: "a" }], '{"id":"a"} id must be a whole number'],
  ])("%j, given %j: %s", (rules, value, problem) => {
    expect(listProblem(rules, value)).toBe(problem)
  })
})

describe("refused values", () => {
  const thrown = (problems: RefusedValues, sends?: boolean) => {
    try {
      problems.raise(sends)
    } catch (error) {
      return error
    }
    return undefined
  }

  it("are reported together, each under its field, with the typed value if it is short and not secret", () => {
    const problems = new RefusedValues()
    expect(thrown(problems)).toBeUndefined()
    problems.add({ name: "port", type: "integer" }, "--port", "must be a number", "x")
    problems.add({ name: "list-id", type: "integer" }, "<list-id>", "must be at most 9", 10)
    problems.add({ name: "ids", type: "integer", array: true }, "--ids", "cannot be empty", [])
    problems.add({ name: "key", type: "string", secret: true }, "--key", "is wrong", "s3cret")
    problems.add({ name: "to", type: "string", contract: true, at: ["body", "a", "to"] }, "--to", "is none", "ada")
    problems.addField("name", "is not a field")
    expect(thrown(problems)).toMatchObject({
      message:
        '--port must be a number, not "x"; <list-id> must be at most 9, not 10; --ids cannot be empty; --key is wrong; --to is none; name is not a field',
      ...{ exitCode: 6, code: "validation_error", hint: "Nothing was sent." },
      validationErrors: {
        port: ["must be a number"],
        list_id: ["must be at most 9"],
        ids: ["cannot be empty"],
        key: ["is wrong"],
        "a.to": ["is none"],
        name: ["is not a field"],
      },
    })
    expect(thrown(problems, false)).toMatchObject({ hint: undefined })
  })
})

describe("the nearest word", () => {
  /** A reference implementation: tries every edit. */
  const distance = (from: string, to: string): number => {
    if (from === "" || to === "") return Math.max(from.length, to.length)
    const [cutFrom, cutTo] = [from.slice(1), to.slice(1)]
    if (from[0] === to[0]) return distance(cutFrom, cutTo)
    const swapped = from[0] === to[1] && from[1] === to[0] ? distance(from.slice(2), to.slice(2)) : 9
    return 1 + Math.min(distance(cutFrom, to), distance(from, cutTo), distance(cutFrom, cutTo), swapped)
  }
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 })

  it("needs the fewest edits, at most a third of the letters; completing a prefix counts as half an edit", () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 4 }), (typed, candidates) => {
        const far = (one: string) => (typed.length > 2 && one.startsWith(typed) ? 0.5 : distance(typed, one))
        const most = Math.max(1, Math.floor(typed.length / 3))
        const near = candidates.filter((one) => far(one) <= most)
        const least = Math.min(...near.map(far))
        expect(nearest(typed, candidates)).toBe(near.find((one) => far(one) === least))
      }),
      { numRuns: 300 },
    )
  })
})
