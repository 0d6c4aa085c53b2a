import { describe, expect, it } from "vitest"
import { checkColumns } from "../../cli/line/check-columns.ts"
import type { CommandSpec, Flag } from "../../cli/line/command/spec.ts"
import { commandText, flagWords, typedOf } from "../../cli/line/command-text.ts"
import { isOn, numberOf, textOf, textsOf } from "../../cli/line/flag-values.ts"
import { expandShortFlags, flagBefore, flagNamed, flagOf } from "../../cli/line/flag-words.ts"
import { nextCommand } from "../../cli/line/next-command.ts"
import { normalizeFlags } from "../../cli/line/normalize-flags.ts"
import { nearest } from "../../cli/line/suggest.ts"
import { unknownFlag } from "../../cli/line/unknown-flag.ts"
import { Redactor } from "../../cli/terminal/output/redactor.ts"

const flags: readonly Flag[] = [
  { name: "name", type: "string", aliases: ["called"] },
  { name: "quiet", type: "boolean", short: "q" },
  { name: "output", type: "string", short: "o" },
  { name: "no-limit", type: "boolean" },
  { name: "x", type: "string" },
]
const spec = (more: Partial<CommandSpec>): CommandSpec => ({
  ...{ name: "a.b", words: ["a", "b"], summary: "Do", positionals: [], flags: [], ...more },
})
const errorOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof Error && "hint" in error ? [error.message, error.hint] : error
  }
}

describe("a command to paste", () => {
  it.each([
    ["plain", "plain"],
    ["a@b%+c:d,e./-_f=g", "a@b%+c:d,e./-_f=g"],
    ["=a", "'=a'"],
    ["", "''"],
    ["a b", "'a b'"],
    ["it's", "'it'\\''s'"],
    ["~", "'~'"],
    ["a\nb", "$'a\\x0ab'"],
    ["a\n'\\b\t", "$'a\\x0a\\'\\\\b\\x09'"],
    ["\u202e", "$'\\xe2\\x80\\xae'"],
    ["\u200b\ufeff", "$'\\xe2\\x80\\x8b\\xef\\xbb\\xbf'"],
    ["\x7f\u0085", "$'\\x7f\\xc2\\x85'"],
    ["é", "'é'"],
  ])("quotes words for a shell: %j", (word, text) => {
    expect(commandText({ words: [word] })).toBe(`mas ${text}`)
  })

  it("puts arguments first, but after -- if one could be read as a flag", () => {
    const words = ["a", undefined, "b"]
    expect(commandText({ words })).toBe("mas a b")
    expect(commandText({ words, args: ["c", "-"], flags: { on: true } })).toBe("mas a b c - --on")
    expect(commandText({ words, args: ["c", "-d"], flags: { on: false, off: undefined } })).toBe(
      "mas a b --no-on -- c -d",
    )
  })

  it("joins a value that begins like a flag to its flag with =", () => {
    expect(flagWords("to", ["a", "-", "-b", "-\n", "c-d"])).toEqual([
      ...["--to", "a", "--to", "-", "--to=-b", "--to=-\n", "--to", "c-d"],
    ])
    expect([flagWords("to", []), flagWords("to", undefined)]).toEqual([[], []])
  })

  it.each<[Parameters<typeof typedOf>[0], Parameters<typeof typedOf>[1], ReturnType<typeof typedOf>]>([
    [{ type: "boolean" }, false, false],
    [{ type: "string" }, "@a", ["@a"]],
    [{ type: "string", fromFile: true }, "@a", ["@@a"]],
    [{ type: "string", fromFile: true }, "a@b", ["a@b"]],
    [{ type: "string" }, null, ["null"]],
    [{ type: "integer" }, 5, ["5"]],
    [{ type: "json" }, { a: 1 }, ['{"a":1}']],
    [{ type: "json", array: true }, [{ a: 1 }], ['[{"a":1}]']],
    [{ type: "string", array: true }, ["a", "b"], ["a,b"]],
    [{ type: "string", array: "uncut" }, ["a", 5], ["a", "5"]],
  ])("writes a value as it would be typed: %j %j", (flag, value, typed) => {
    expect(typedOf(flag, value)).toEqual(typed)
  })
})

describe("a next command", () => {
  const command = spec({
    positionals: [
      { name: "id", type: "integer" },
      { name: "token", type: "string", secret: true },
      { name: "more", type: "string" },
    ],
    flags: [
      { name: "input", type: "json", fromFile: true },
      { name: "body", type: "string", fromFile: true },
      { name: "header", type: "string", array: "uncut" },
      { name: "tags", type: "string", array: true },
      { name: "key", type: "string", secret: true },
      { name: "profile", type: "string" },
      { name: "wet", type: "boolean" },
    ],
  })
  const redactor = new Redactor()
  redactor.add("hush-hush")
  const before = {
    ...{ command, env: {}, redactor, input: undefined, args: {}, flags: {}, globals: {} },
    texts: { args: {}, flags: {} },
  }
  const next = (more: object, to?: Parameters<typeof nextCommand>[1]) => nextCommand({ ...before, ...more }, to)

  it.each<[object, Parameters<typeof nextCommand>[1], string]>([
    [{}, undefined, "mas a b"],
    [{ args: { id: 5, token: "t", more: "m" } }, undefined, "mas a b 5 - m"],
    [{ args: { id: 5 }, texts: { args: { id: ["05"] }, flags: {} } }, undefined, "mas a b 05"],
    [{ args: { id: 5 } }, { args: ["6", "7"] }, "mas a b 6 7"],
    [{ flags: { tags: ["a", "b"], wet: false, key: "k" } }, undefined, "mas a b --tags a,b --key - --no-wet"],
    [
      { flags: { tags: ["a"] }, texts: { args: {}, flags: { tags: ["a", ""] } } },
      undefined,
      "mas a b --tags a --tags ''",
    ],
    [{ flags: { wet: true } }, { flags: { wet: undefined, tags: ["c"] } }, "mas a b --tags c"],
    [{ flags: { wet: true } }, { flags: { unknown: "@x", body: "@x" } }, "mas a b --wet --unknown @x --body @@x"],
    [
      { globals: { quiet: true, brand: "b", output: "json", profile: "no" } },
      undefined,
      "mas a b --quiet --brand b --output json",
    ],
    [{ flags: { profile: "own" }, globals: { timeout: 5 } }, undefined, "mas a b --profile own --timeout 5"],
    [
      { env: { MAS_PROFILE: "p", MAS_BASE_URL: "", MAS_BRAND_SID: "s", MAS_ACCOUNT_ID: "7" } },
      undefined,
      "mas a b --profile p --brand s --account 7",
    ],
    [
      { env: { MAS_BASE_URL: "http://x.test" }, globals: { "base-url": "http://y.test" } },
      undefined,
      "mas a b --base-url http://y.test",
    ],
    [{ command: { ...command, words: ["mock", "b"] }, env: { MAS_PROFILE: "p" } }, undefined, "mas mock b"],
    [
      { args: { id: 5 }, flags: { wet: true, key: "k" }, globals: { quiet: true, debug: true, "api-key": "k" } },
      { words: ["c"], args: ["d"] },
      "mas c d --api-key - --debug",
    ],
    [{ args: { id: 5 } }, { words: ["c"] }, "mas c"],
    [{ flags: { body: "hush-hush", header: ["A: hush-hush"], tags: ["hush-hush"] } }, undefined, "mas a b --body -"],
    [{ flags: { header: ["Authorization: Basic x"] } }, undefined, "mas a b"],
    [{ flags: { header: ["A: b", "C: hush-hush"] } }, undefined, "mas a b"],
    [{ flags: { header: ["Accept : a:b"] } }, undefined, "mas a b --header 'Accept : a:b'"],
    [{ flags: { input: { a: 1 } } }, undefined, `mas a b --input '{"a":1}'`],
    [{ flags: { input: "-" }, input: { a: 1 } }, undefined, `mas a b --input '{"a":1}'`],
    [
      { flags: { input: "@f" }, input: { a: 1 }, texts: { args: {}, flags: { input: ["@f"] } } },
      undefined,
      "mas a b --input @f",
    ],
    [
      { flags: { body: "-" }, input: { a: 1 }, texts: { args: {}, flags: { body: ["-"] } } },
      undefined,
      "mas a b --body -",
    ],
    [
      { flags: { input: "-" }, input: { a: "b".repeat(1_992) } },
      undefined,
      `mas a b --input '{"a":"${"b".repeat(1_992)}"}'`,
    ],
    [{ flags: { input: "-" }, input: { a: "b".repeat(1_993) } }, undefined, "mas a b --input -"],
    [{ flags: { input: "-" }, input: { a: "hush-hush" } }, undefined, "mas a b --input -"],
  ])("repeats the given values, except those that it changes: %j %j", (more, to, text) => {
    expect(next(more, to)).toBe(text)
  })
})

describe("a word that is a flag", () => {
  it("is found by name, alias and letter", () => {
    expect([flagNamed("name", flags)?.name, flagNamed("called", flags)?.name, flagNamed("nam", flags)]).toEqual([
      ...["name", "name", undefined],
    ])
    const of = (...words: string[]) => words.map((word) => flagOf(word, flags)?.name)
    expect(
      of("--name", "--no-name", "--name=x", "--called", "-q", "-o=x", "-x", "name", "--", "a--name", "-name"),
    ).toEqual([
      "name",
      "name",
      "name",
      "name",
      "quiet",
      "output",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const takesNext = (...words: string[]) => words.map((word) => flagBefore(word, flags)?.name)
    expect(takesNext("--name", "--name=x", "--no-name", "--quiet", "-q", "-o", "word")).toEqual([
      ...["name", undefined, undefined, undefined, undefined, "output", undefined],
    ])
  })

  it("is reported with a suggestion if it is unknown", () => {
    const unknown = (word: string, all = flags, others?: readonly string[]) => {
      const { message, hint } = unknownFlag(word, all, others)
      return [message, hint]
    }
    expect(unknown("--nam=a=b")).toEqual(["unknown flag --nam", "Did you mean --name?"])
    expect(unknown("--nam=a\nb")).toEqual(["unknown flag --nam", "Did you mean --name?"])
    expect(unknown("-quite")).toEqual(["unknown flag -quite", "Did you mean --quiet?"])
    expect(unknown("-nme")).toEqual(["unknown flag -nme", "Did you mean --name?"])
    expect(unknown("--caled")).toEqual(["unknown flag --caled", "Did you mean --called?"])
    expect(unknown("--no-quit")).toEqual(["unknown flag --no-quit", "Did you mean --no-quiet?"])
    expect(unknown("--no-nam")).toEqual(["unknown flag --no-nam", undefined])
    expect(unknown("--y")).toEqual(["unknown flag --y", undefined])
    expect(unknown("--vrsion", flags, ["version"])).toEqual(["unknown flag --vrsion", "Did you mean --version?"])
    expect(unknown("--data={}")).toEqual(["unknown flag --data", undefined])
    const input = { name: "input", type: "json" } as const
    expect(unknown("--data={}", [input])).toEqual(["unknown flag --data", "The whole body is --input."])
    expect(unknown("--dat", [input])).toEqual(["unknown flag --dat", undefined])
  })

  it.each([
    [
      ["-qo", "x"],
      ["--quiet", "--output", "x"],
    ],
    [["-qox"], ["--quiet", "--output=x"]],
    [["-qo=x"], ["--quiet", "--output=x"]],
    [["-q=false"], ["--quiet=false"]],
    [["-qz"], ["--quiet", "-z"]],
    [["-5"], ["-5"]],
    [["-Q"], ["-Q"]],
    [["-"], ["-"]],
    [["--no-quiet=true"], ["--quiet=false"]],
    [["--no-quiet=false"], ["--quiet=true"]],
    [["--quiet=true"], ["--quiet=true"]],
    [
      ["--name", "-q", "-q"],
      ["--name", "-q", "--quiet"],
    ],
    [
      ["--name", "--", "-q"],
      ["--name", "--", "--quiet"],
    ],
    [["--name"], ["--name"]],
    [
      ["--name=x", "-q"],
      ["--name=x", "--quiet"],
    ],
    [
      ["-q", "--", "-q"],
      ["--quiet", "--", "-q"],
    ],
    [
      ["--name", "--nothing"],
      ["--name", "--nothing"],
    ],
    [["--no-limit"], ["--no-limit=true"]],
    [["--no-limit=false"], ["--no-limit=false"]],
    [
      ["a", "-o", "-o"],
      ["a", "--output", "-o"],
    ],
  ])("is expanded to its long form: %j", (words, spelled) => {
    expect(normalizeFlags(words, flags)).toEqual(spelled)
  })

  it.each([
    [["--name", "--quiet"], "--name needs a value", "--quiet follows; if that is its value, write --name=--quiet"],
    [["--quiet=x=y"], '--quiet is true or false, not "x=y"', undefined],
    [["--no-quiet=a\nb"], '--no-quiet is true or false, not "a\\nb"', undefined],
    [["--no-name"], "unknown flag --no-name", undefined],
    [["--no-name=x"], "unknown flag --no-name", undefined],
    [["---"], "unknown flag ---", undefined],
    [["----=x"], "unknown flag ----", undefined],
    [["--no-get-yargs-completions"], "unknown flag --no-get-yargs-completions", undefined],
    [["-$0"], "unknown flag -$0", undefined],
  ])("is refused if yargs would misread it: %j", (words, message, hint) => {
    expect(errorOf(() => normalizeFlags(words, flags))).toEqual([message, hint])
  })

  it("stays unchanged if it is not a group of short flags", () => {
    expect([expandShortFlags("--quiet", flags), expandShortFlags("q", flags), expandShortFlags("-qq", flags)]).toEqual([
      ...[["--quiet"], ["q"], ["--quiet", "--quiet"]],
    ])
  })
})

describe("a suggestion for an unknown word", () => {
  it.each([
    ["lst", ["list", "last"], "list"],
    ["lits", ["list"], "list"],
    ["LIST", ["list"], "list"],
    ["contcts", ["contacts", "content"], "contacts"],
    ["ab", ["abcdef"], undefined],
    ["tem", ["term", "template-id"], "template-id"],
    ["temp", ["tempo", "template-id"], "tempo"],
    ["a", ["b"], "b"],
    ["a", ["bc"], undefined],
    ["abc", ["xyz"], undefined],
    ["abcdef", ["abcdxy"], "abcdxy"],
    ["abcdef", ["abcxyz"], undefined],
    ["abcde", ["abcxy"], undefined],
    ["ba", ["ab"], "ab"],
    ["abcd", ["badc"], undefined],
    ["listt", ["list"], "list"],
    ["", ["a"], "a"],
    ["x", [], undefined],
  ])("is the nearest candidate: %s of %j", (word, all, candidate) => {
    expect(nearest(word, all)).toBe(candidate)
  })
})

describe("given values", () => {
  it("are read by type", () => {
    const values = { text: "a", count: 5, on: true, off: false, none: null, list: ["a", 1] }
    expect(["text", "count", "none", "gone"].map((name) => textOf(values, name))).toEqual([
      "a",
      "5",
      undefined,
      undefined,
    ])
    expect(["text", "count"].map((name) => numberOf(values, name))).toEqual([undefined, 5])
    expect(["on", "off", "text", "gone"].map((name) => isOn(values, name))).toEqual([true, false, false, false])
    expect(["list", "count", "none", "gone"].map((name) => textsOf(values, name))).toEqual([
      ...[["a", "1"], ["5"], undefined, undefined],
    ])
  })

  it("may not name a column that the response lacks", () => {
    const command = spec({ endpoint: { fields: ["id", "owner.email"], credentials: [], paginated: false } as never })
    const check = (columns: string[], more = {}, of = command) => errorOf(() => checkColumns(of, { columns, ...more }))
    for (const columns of [["id", "owner", "owner.x"], []]) expect(check(columns)).toBe(undefined)
    expect(check(["x"], {}, spec({}))).toBe(undefined)
    expect(check(["id", "emial"])).toEqual(["unknown column emial", "There are id, owner."])
    expect(check(["owner.emial"])).toBe(undefined)
    expect(check(["onwer"])).toEqual(["unknown column onwer", "Did you mean owner?"])
    expect(check(["url"])).toEqual(["unknown column url", "There are id, owner."])
    expect(check(["method", "url", "headers.x", "body"], { "dry-run": true })).toBe(undefined)
  })
})
