import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseWords } from "../../cli/line/parse.ts"
import { readValue } from "../../cli/line/read-value.ts"
import { UsageError } from "../../cli/terminal/errors/cli-error.ts"
import { commandOf } from "./tables.ts"

const send = commandOf("messages", "send")
const create = commandOf("contacts", "create")

const flags = (words: string[], command = send) => parseWords(words, command).flags

describe("a flag that takes a value", () => {
  it.each([
    [["--subject", "Hello"], "Hello"],
    [["--subject=Hello"], "Hello"],
    [["--subject="], ""],
    [["--subject", ""], ""],
    [["--subject", "-5 %"], "-5 %"],
    [["--subject", "--"], "--"],
    [["--subject", "--not-a-flag"], "--not-a-flag"],
    [["--subject=--to"], "--to"],
    [["--subject", '"quoted"'], '"quoted"'],
    [["--subject", "a=b"], "a=b"],
    [["--subject", "two\nlines"], "two\nlines"],
    [["--subject", "007"], "007"],
    [["--subject", "1e3"], "1e3"],
    [["--subject", "true"], "true"],
    [["--subject", "null"], "null"],
    [["--subject", "-5"], "-5"],
  ])("takes the next word, or the text after =: %j", (words, expected) => {
    expect(flags(words).subject).toBe(expected)
  })

  it("takes any text that a script passes", { tags: "slow" }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!send.flags.some(({ name }) => text === `--${name}`))
        fc.pre(
          !/^--(profile|base-url|api-key|brand|account|output|columns|quiet|dry-run|debug|yes|color|timeout|max-retries|help)$/.test(
            text,
          ),
        )
        expect(flags(["--subject", text]).subject).toBe(text)
        expect(flags([`--subject=${text}`]).subject).toBe(text)
      }),
    )
  })

  it.each([
    [["--subject"], "--subject needs a value"],
    [["--to", "--subject", "x"], "--to needs a value"],
    [["--subject", "a", "--subject", "b"], "--subject is given more than once"],
    [["--headers", "a=1", "--headers", "b=1", "--headers", "a=2"], "--headers is given more than once for a"],
  ])("is refused without a value, or with two: %j", (words, message) => {
    expect(() => parseWords(words, send)).toThrow(message)
  })

  it("can be repeated if it takes several values", () => {
    expect(flags(["--tags", "a=1", "--tags", "b=2"]).tags).toEqual({ a: "1", b: "2" })
    expect(flags(["--columns", "id,email", "--columns", "data.x"]).columns).toEqual(["id", "email", "data.x"])
  })

  it("can be short, with its value attached or after it", () => {
    for (const words of [["-o", "json"], ["-ojson"], ["-o=json"], ["-qo", "json"]]) {
      expect(flags(words).output).toBe("json")
    }
    expect(flags(["-qy"])).toEqual({ quiet: true, yes: true })
    expect(flags(["-yqojson"])).toEqual({ quiet: true, yes: true, output: "json" })
    expect(flags(["-oq"])).toEqual({ output: "q" })
    expect(() => parseWords(["-qo"], send)).toThrow("--output needs a value")
  })

  it("accepts a value that looks like a flag, a number, a path or a switch", () => {
    for (const text of ["--quiet=maybe", "--no-color", "-y", "-qo", "1e3", "0x10", "-0", "a.b=c", "---", "__proto__"]) {
      expect(flags(["--subject", text, "-q"])).toEqual({ subject: text, quiet: true })
    }
  })
})

describe("a flag whose name is one letter", () => {
  const list = commandOf("managed-accounts", "list")

  it("is not the short form of another flag", () => {
    expect(flags(["--q", "acme", "-q"], list)).toEqual({ q: "acme", quiet: true })
    expect(flags(["--q=acme"], list)).toEqual({ q: "acme" })
    expect(flags(["-qy"], list)).toEqual({ quiet: true, yes: true })
    expect(flags(["--sort=--q"], list)).toEqual({ sort: "--q" })
    expect(() => parseWords(["--q"], list)).toThrow("--q needs a value")
    expect(() => parseWords(["--q", "a", "--q", "b"], list)).toThrow("--q is given more than once")
    expect(() => parseWords(["--sort", "--q", "x"], list)).toThrow("--sort needs a value")
    expect(parseWords(["--", "--q"], list).positionals).toEqual(["--q"])
  })
})

describe("any command line", () => {
  const valued = send.flags.filter(({ type }) => type !== "boolean")
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("", "-", "--", "-x", "-1", "=", "a=b", "--x=y", "true", "false", "--no-color=x", "null"),
  )
  const piece = fc.oneof(
    fc.record({ kind: fc.constant("flag" as const), flag: fc.constantFrom(...valued), text, isJoined: fc.boolean() }),
    fc.record({
      kind: fc.constant("word" as const),
      text: fc.string({ minLength: 1 }).filter((word) => !word.startsWith("-")),
    }),
    fc.record({
      kind: fc.constant("switch" as const),
      name: fc.constantFrom("quiet", "yes", "debug"),
      isOn: fc.boolean(),
    }),
  )
  const isKnown = (word: string) =>
    word.startsWith("--") &&
    [...valued.map(({ name }) => name), "quiet", "yes", "debug", "color"].includes(word.slice(2))

  it("is parsed into the parts that it was built from", { tags: "slow" }, () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(piece, { selector: (one) => ("flag" in one ? one.flag : "name" in one ? one.name : {}) }),
        (pieces) => {
          fc.pre(pieces.every((one) => one.kind !== "flag" || !isKnown(one.text)))
          // A word that is true or false would belong to a switch before it.
          fc.pre(pieces.every((one) => one.kind !== "word" || !/^(true|false)$/.test(one.text)))
          const words = pieces.flatMap((one) => {
            if (one.kind === "word") return [one.text]
            if (one.kind === "switch") return [`--${one.isOn ? "" : "no-"}${one.name}`]
            return one.isJoined ? [`--${one.flag.name}=${one.text}`] : [`--${one.flag.name}`, one.text]
          })
          const parsed = parseWords(words, send)
          expect(parsed.positionals).toEqual(pieces.flatMap((one) => (one.kind === "word" ? [one.text] : [])))
          const expected = pieces.flatMap((one): [string, unknown][] =>
            one.kind === "flag"
              ? [[one.flag.name, readValue(one.flag, [one.text])]]
              : one.kind === "switch"
                ? [[one.name, one.isOn]]
                : [],
          )
          expect(parsed.flags).toEqual(Object.fromEntries(expected))
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe("a switch", () => {
  it.each([
    [["--opt-in"], true],
    [["--no-opt-in"], false],
    [["--opt-in=false"], false],
    [["--opt-in", "false"], false],
    [["--opt-in", "true"], true],
    [["--no-opt-in=false"], true],
    [["--no-opt-in", "--opt-in"], true],
  ])("is on, off, or has the value after it: %j", (words, expected) => {
    expect(flags(words, create)["opt-in"]).toBe(expected)
  })

  it("accepts only true and false", () => {
    expect(() => parseWords(["--opt-in=maybe"], create)).toThrow("true or false")
    expect(parseWords(["--opt-in", "maybe"], create).positionals).toEqual(["maybe"])
  })
})

describe("arguments", () => {
  it("may be between flags, may be - and negative numbers, and include everything after --", () => {
    expect(parseWords(["a", "--quiet", "-", "-5", "--", "--to", "-x"], send).positionals).toEqual([
      "a",
      "-",
      "-5",
      "--to",
      "-x",
    ])
  })
})

describe("an unknown flag", () => {
  it.each([
    ["--subjct", "Did you mean --subject?"],
    ["--SUBJECT", "Did you mean --subject?"],
    ["--template", "Use `--template-id`."],
    ["--dryrun", "Did you mean --dry-run?"],
    ["--colour", "Did you mean --color?"],
  ])("is reported with the nearest name: %s", (word, hint) => {
    expect(() => parseWords([word, "x"], send)).toThrow(
      expect.objectContaining({ message: `unknown flag ${word}`, hint }),
    )
  })

  it("is reported alone, without what is joined to it", () => {
    expect(() => parseWords(["--no-colour"], send)).toThrow(
      expect.objectContaining({ message: "unknown flag --colour", hint: "Did you mean --color?" }),
    )
    expect(() => parseWords(["-qx"], send)).toThrow("unknown flag -x")
    expect(() => parseWords(["--q"], send)).toThrow("unknown flag --q")
  })

  it.each([
    ...[
      "--zzzzzz",
      "-x",
      "-qx",
      "--__proto__",
      "--constructor",
      "--toString",
      "--no-subject",
      "--subject.x",
      "-5x",
      "---",
    ],
    // Names that yargs reserves.
    ...["--_", "--_=x", "-_", "--$0=x", "--no-_", "--get-yargs-completions", "--help.x", "--version"],
  ])("is refused, whatever its name: %s", (word) => {
    expect(() => parseWords([word], send)).toThrow("unknown flag")
    expect(() => parseWords(["--subject", "x", word, "--body="], send)).toThrow("unknown flag")
  })
})

describe("conflicting flags", () => {
  const mock = (words: string[], verb: string) => () => parseWords(words, commandOf("mock", verb))

  it("are refused by name: flags that exclude each other, and one without the flag that it needs", () => {
    expect(mock(["--clear", "--status", "422"], "requests")).toThrow("--clear and --status exclude each other")
    expect(mock(["--remove", "1", "--clear"], "faults")).toThrow("--remove and --clear exclude each other")
    expect(() => parseWords(["--wait-timeout", "5s"], commandOf("imports", "get"))).toThrow(
      new UsageError("--wait-timeout needs --wait"),
    )
  })

  it("are refused unless exactly one is given, arguments included", () => {
    const message = "give exactly one of <by>, --to"
    expect(mock([], "advance")).toThrow(message)
    expect(mock(["1h", "--to", "2026-04-01T00:00:00Z"], "advance")).toThrow(message)
    expect(mock(["--", "1h"], "advance")().positionals).toEqual(["1h"])
    expect(mock(["--to", "2026-04-01T00:00:00Z"], "advance")().flags).toEqual({ to: "2026-04-01T00:00:00Z" })
  })
})
