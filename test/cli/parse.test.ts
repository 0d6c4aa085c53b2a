import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/command.ts"
import { parseWords } from "../../cli/line/parse.ts"
import { group as contacts } from "../../generated/cli/contacts.ts"
import { group as managed } from "../../generated/cli/managed-accounts.ts"
import { group as messages } from "../../generated/cli/messages.ts"

const named = (commands: readonly CommandSpec[], verb: string): CommandSpec => {
  const found = commands.find(({ words }) => words[1] === verb)
  if (!found) throw new Error(`no ${verb}`)
  return found
}
const send = named(messages.commands, "send")
const create = named(contacts.commands, "create")

const flags = (words: string[], command = send) => Object.fromEntries(parseWords(words, command).flags)

describe("a flag that takes a value", () => {
  it.each([
    [["--subject", "Hello"], ["Hello"]],
    [["--subject=Hello"], ["Hello"]],
    [["--subject="], [""]],
    [["--subject", ""], [""]],
    [["--subject", "-5 %"], ["-5 %"]],
    [["--subject", "--"], ["--"]],
    [["--subject", "--not-a-flag"], ["--not-a-flag"]],
    [["--subject=--to"], ["--to"]],
    [["--subject", '"quoted"'], ['"quoted"']],
    [["--subject", "a=b"], ["a=b"]],
    [["--subject", "two\nlines"], ["two\nlines"]],
    [["--subject", "007"], ["007"]],
  ])("takes the next word, or what stands after =: %j", (words, expected) => {
    expect(flags(words).subject).toEqual(expected)
  })

  it("takes any text that a script passes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!send.flags.some(({ name }) => text === `--${name}`))
        fc.pre(
          !/^--(profile|base-url|api-key|brand|account|output|columns|quiet|dry-run|debug|yes|color|timeout|max-retries|help)$/.test(
            text,
          ),
        )
        expect(flags(["--subject", text]).subject).toEqual([text])
        expect(flags([`--subject=${text}`]).subject).toEqual([text])
      }),
    )
  })

  it.each([
    [["--subject"], "--subject needs a value"],
    [["--to", "--subject", "x"], "--to needs a value"],
    [["--subject", "a", "--subject", "b"], "--subject is given more than once"],
  ])("is refused without one, or with two: %j", (words, message) => {
    expect(() => parseWords(words, send)).toThrow(message)
  })

  it("is repeated where it takes several", () => {
    expect(flags(["--tags", "a=1", "--tags", "b=2"]).tags).toEqual(["a=1", "b=2"])
    expect(flags(["--columns", "id,email", "--columns", "data.x"]).columns).toEqual(["id,email", "data.x"])
  })

  it("can be short, with its value beside it or after it", () => {
    for (const words of [["-o", "json"], ["-ojson"], ["-o=json"], ["-qo", "json"]]) {
      expect(flags(words).output).toEqual(["json"])
    }
    expect(flags(["-qy"])).toEqual({ quiet: true, yes: true })
    expect(flags(["-yqojson"])).toEqual({ quiet: true, yes: true, output: ["json"] })
    expect(() => parseWords(["-oq"], send)).toThrow("--output needs a value")
  })

  it("may be what looks like another flag with a value, like a number, like a path or like a switch", () => {
    for (const text of ["--quiet=maybe", "--no-color", "-y", "-qo", "1e3", "0x10", "-0", "a.b=c", "---", "__proto__"]) {
      expect(flags(["--subject", text, "-q"])).toEqual({ subject: [text], quiet: true })
    }
  })
})

describe("a flag whose name is one letter", () => {
  const list = named(managed.commands, "list")

  it("is not the short form of another one", () => {
    expect(flags(["--q", "acme", "-q"], list)).toEqual({ q: ["acme"], quiet: true })
    expect(flags(["--q=acme"], list)).toEqual({ q: ["acme"] })
    expect(flags(["-qy"], list)).toEqual({ quiet: true, yes: true })
    expect(flags(["--sort=--q"], list)).toEqual({ sort: ["--q"] })
    expect(() => parseWords(["--q"], list)).toThrow("--q needs a value")
    expect(() => parseWords(["--q", "a", "--q", "b"], list)).toThrow("--q is given more than once")
    expect(() => parseWords(["--sort", "--q", "x"], list)).toThrow("--sort needs a value")
    expect(parseWords(["--", "--q"], list).positionals).toEqual(["--q"])
  })
})

describe("any command line", () => {
  const valued = send.flags.filter(({ type }) => type !== "boolean").map(({ name }) => name)
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("", "-", "--", "-x", "-1", "=", "a=b", "--x=y", "true", "false", "--no-color=x", "null"),
  )
  const piece = fc.oneof(
    fc.record({ kind: fc.constant("flag" as const), name: fc.constantFrom(...valued), text, isJoined: fc.boolean() }),
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
    word.startsWith("--") && [...valued, "quiet", "yes", "debug", "color"].includes(word.slice(2))

  it("is taken apart as it was put together", () => {
    fc.assert(
      fc.property(fc.uniqueArray(piece, { selector: (one) => ("name" in one ? one.name : {}) }), (pieces) => {
        fc.pre(pieces.every((one) => one.kind !== "flag" || !isKnown(one.text)))
        // A word that is true or false belongs to a switch before it.
        fc.pre(pieces.every((one) => one.kind !== "word" || !/^(true|false)$/.test(one.text)))
        const words = pieces.flatMap((one) => {
          if (one.kind === "word") return [one.text]
          if (one.kind === "switch") return [`--${one.isOn ? "" : "no-"}${one.name}`]
          return one.isJoined ? [`--${one.name}=${one.text}`] : [`--${one.name}`, one.text]
        })
        const parsed = parseWords(words, send)
        expect(parsed.positionals).toEqual(pieces.flatMap((one) => (one.kind === "word" ? [one.text] : [])))
        const expected = pieces.flatMap((one): [string, unknown][] =>
          one.kind === "flag" ? [[one.name, [one.text]]] : one.kind === "switch" ? [[one.name, one.isOn]] : [],
        )
        expect(Object.fromEntries(parsed.flags)).toEqual(Object.fromEntries(expected))
      }),
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
  ])("is on, off, or what stands after it: %j", (words, expected) => {
    expect(flags(words, create)["opt-in"]).toBe(expected)
  })

  it("takes nothing but true and false", () => {
    expect(() => parseWords(["--opt-in=maybe"], create)).toThrow("true or false")
    expect(parseWords(["--opt-in", "maybe"], create).positionals).toEqual(["maybe"])
  })
})

describe("arguments", () => {
  it("may stand among flags, may be - and negative numbers, and are all that follows --", () => {
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
    ["--template", "Did you mean --template-id?"],
    ["--dryrun", "Did you mean --dry-run?"],
    ["--colour", "Did you mean --color?"],
    ["--no-colour", "Did you mean --no-color?"],
  ])("names the nearest: %s", (word, hint) => {
    expect(() => parseWords([word, "x"], send)).toThrow(
      expect.objectContaining({ message: `unknown flag ${word}`, hint }),
    )
  })

  it.each(["--zzzzzz", "-x", "--__proto__", "--constructor", "--no-subject"])(
    "is refused, whatever it is called: %s",
    (word) => {
      expect(() => parseWords([word], send)).toThrow("unknown flag")
      expect(() => parseWords(["--subject", "x", word, "--body="], send)).toThrow("unknown flag")
    },
  )
})
