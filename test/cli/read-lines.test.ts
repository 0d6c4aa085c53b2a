import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { missingError, missingOf } from "../../cli/line/missing.ts"
import { parseWords } from "../../cli/line/parse.ts"
import { readCommandLine, secretsOf } from "../../cli/line/read-command.ts"
import { route } from "../../cli/line/router.ts"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { CliError, reasonOf, refusedValue, UsageError } from "../../cli/terminal/errors/cli-error.ts"
import { responseFields } from "../../cli/terminal/report/api-hint.ts"
import { apiError } from "../../sdk/client/request/api-error.ts"
import { commandOf, tables } from "./tables.ts"

const spec = (more: Partial<CommandSpec>): CommandSpec => ({
  ...{ name: "a.b", words: ["a", "b"], summary: "Do", positionals: [], flags: [], ...more },
})
const errorDetails = (error: unknown) =>
  error instanceof UsageError
    ? [error.message, error.hint]
    : error instanceof Error
      ? { ...error, message: error.message }
      : error
function resultOrError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return errorDetails(error)
  }
}

describe("the command of a command line", () => {
  const recordTyped = (...argv: string[]) =>
    resultOrError(() => {
      const { command, words } = route(readTypedLine(argv), tables)
      return [command.name, ...words]
    })

  it.each([
    [["contacts", "list"], ["contacts.list"]],
    [
      ["-q", "contacts", "--output", "json", "list", "more"],
      ["contacts.list", "-q", "--output", "json", "more"],
    ],
    [
      ["--output=json", "contacts", "-o", "csv", "list"],
      ["contacts.list", "--output=json", "-o", "csv"],
    ],
    [
      ["-qojson", "contacts", "-qo", "csv", "list"],
      ["contacts.list", "-qojson", "-qo", "csv"],
    ],
    [
      ["--no-color", "whoami", "list"],
      ["whoami", "--no-color", "list"],
    ],
    [
      ["whoami", "-x"],
      ["whoami", "-x"],
    ],
    [
      ["contacts", "--", "list"],
      ["contacts needs a verb", "mas contacts has list, create, import, export."],
    ],
    [
      ["contacts", "--search", "list"],
      ["contacts needs a verb", "mas contacts has list, create, import, export."],
    ],
    [
      ["contacts", "-"],
      ["unknown command contacts -", "mas contacts has list, create, import, export."],
    ],
    [
      ["contacts", "lst"],
      ["unknown command contacts lst", "Did you mean mas contacts list?"],
    ],
    [["contcts"], ["unknown command contcts", "Did you mean contacts?"]],
    [["Contact"], ["unknown command Contact", "Did you mean contacts?"]],
    [["Account"], ["unknown command Account", "Did you mean account or accounts?"]],
    [
      ["zebra", "list"],
      ["unknown command zebra", undefined],
    ],
    [["__proto__"], ["unknown command __proto__", undefined]],
    [[], ["no command given", "Choose one, such as `mas contacts list`."]],
    [["--quiet"], ["no command given", "Choose one, such as `mas contacts list`."]],
    [["--vrsion"], ["unknown flag --vrsion", "Did you mean --version?"]],
    [
      ["-x", "contacts"],
      ["unknown flag -x", undefined],
    ],
    [
      ["--search", "contacts"],
      ["unknown flag --search", undefined],
    ],
  ])("is found, or reported as unknown: %j", (argv, expected) => {
    expect(recordTyped(...argv)).toEqual(expected)
  })

  it("has its words after global flags", () => {
    const of = (...argv: string[]) => {
      const { words, commandAt } = readTypedLine(argv)
      return commandAt.map((at) => words[at])
    }
    expect(of("--profile", "contacts", "lists", "-q", "list", "more")).toEqual(["lists", "list"])
    expect([of(), of("--x", "contacts"), of("contacts", "--x", "list"), of("-", "list")]).toEqual([
      ...[[], [], ["contacts"], ["-", "list"]],
    ])
  })
})

describe("reading a command line", () => {
  const command = spec({
    positionals: [
      { name: "id", type: "integer", minimum: 1 },
      { name: "files", type: "string", rest: true, minLength: 1 },
    ],
    flags: [
      { name: "text", type: "string", fromFile: true },
      { name: "key", type: "string", secret: true, minLength: 3 },
      { name: "owner-email", type: "string", format: "email", at: ["body", "owner", "email"], aliases: ["mail"] },
      { name: "count", type: "integer", maximum: 5, contract: true },
    ],
  })
  const order: string[] = []
  const read = {
    secret: async (what: string) => {
      order.push(what)
      return "hush"
    },
    text: async (value: string, what: string) => {
      order.push(`${value} ${what}`)
      return "of a file"
    },
  }
  const line = (words: string[], of = command) =>
    readCommandLine(parseWords(words, of), of, read).catch((error: unknown) => errorDetails(error))

  it("returns arguments and flags by name, with their typed texts; secrets are read first", async () => {
    order.length = 0
    expect(await line(["--text", "-", "--key", "-", "--mail", "a@b.test", "--brand", "c", "7", "d", "e"])).toEqual({
      args: { id: 7, files: ["d", "e"] },
      flags: { text: "of a file", key: "hush", "owner-email": "a@b.test" },
      globals: { brand: "c" },
      texts: {
        args: { id: ["7"], files: ["d", "e"] },
        flags: { text: ["of a file"], key: ["-"], "owner-email": ["a@b.test"], brand: ["c"] },
      },
    })
    expect(order).toEqual(["--key", "- --text"])
    expect(await line(["--text=@f"])).toMatchObject({ args: {}, texts: { args: {}, flags: { text: ["@f"] } } })
  })

  it("reports all refused values at once, by field", async () => {
    const words = ["--key", "ab", "--owner-email", "ada", "--count", "9", "--timeout", "soon", "0", "", "f"]
    expect(await line(words)).toMatchObject({
      message: [
        ...["id must be at least 1, not 0", "files  cannot be empty", "--key must have at least 3 characters"],
        ...['--owner-email must be an e-mail address, not "ada"', "--count must be at most 5"],
        '--timeout must be a duration such as 30s, 5m or 2h, or milliseconds, not "soon"',
      ].join("; "),
      exitCode: 6,
      code: "validation_error",
      hint: undefined,
      validationErrors: {
        id: ["must be at least 1"],
        files: [" cannot be empty"],
        key: ["must have at least 3 characters"],
        "owner.email": ["must be an e-mail address"],
        count: ["must be at most 5"],
        timeout: ["must be a duration such as 30s, 5m or 2h, or milliseconds"],
      },
    })
    const sending = { ...command, endpoint: { method: "GET", path: "/x", fields: [], credentials: [] } } as const
    expect(await line(["0"], sending)).toMatchObject({ hint: "Nothing was sent." })
  })

  it("refuses extra arguments", async () => {
    const one = spec({
      positionals: [
        { name: "id", type: "string" },
        { name: "more", type: "string" },
      ],
    })
    expect(await line(["a", "b", "c d"], one)).toEqual(['unexpected argument "c d"', "mas a b takes <id> <more>."])
    expect(await line(["a"], spec({}))).toEqual(['unexpected argument "a"', "mas a b takes no arguments, only flags."])
    expect(await line(["a", "b"], one)).toMatchObject({ args: { id: "a", more: "b" } })
  })

  it("names the secrets", async () => {
    const secret = spec({
      positionals: [{ name: "token", type: "string", secret: true }],
      flags: [
        { name: "password", type: "string", secret: true },
        { name: "pin", type: "integer", secret: true },
        { name: "name", type: "string" },
      ],
    })
    const words = ["--password", "p", "--pin", "5", "--name", "n", "--api-key", "k", "t"]
    const parsed = await readCommandLine(parseWords(words, secret), secret, read)
    expect(secretsOf(secret, parsed)).toEqual(["t", "p", "k"])
    expect(parsed.texts.args).toEqual({ token: ["-"] })
  })
})

describe("missing values", () => {
  const command = spec({
    positionals: [
      { name: "id", type: "string", required: true },
      { name: "more", type: "string" },
    ],
    flags: [
      { name: "to", type: "string", required: true, at: ["body", "message", "to"] },
      { name: "on", type: "string", required: true, at: ["query", "on"] },
      { name: "local", type: "string", required: true },
      { name: "note", type: "string" },
      { name: "owner", type: "string", at: ["body", "owner"] },
      { name: "owner-name", type: "string", required: true, within: "owner", at: ["body", "owner", "name"] },
      { name: "owner-age", type: "string", within: "owner", at: ["body", "owner", "age"] },
    ],
  })
  const missing = (args: object, flags: object, input?: unknown) =>
    missingOf(command, { args: { ...args }, flags: { ...flags } }, input).map(({ name }) => name)
  const all = { to: "a", on: "b", local: "c" }

  it("are those required but not given, nor in the body", () => {
    expect(missing({}, {})).toEqual(["id", "to", "on", "local"])
    expect(missing({ id: "x" }, all)).toEqual([])
    expect(missing({ id: "x" }, { ...all, to: undefined }, { message: { to: "a" } })).toEqual([])
    expect(missing({ id: "x" }, {}, { message: {}, on: "b", local: "c" })).toEqual(["to", "on", "local"])
  })

  it("include the fields of an object only if it is given in part", () => {
    expect(missing({ id: "x" }, { ...all, "owner-age": "5" })).toEqual(["owner-name"])
    expect(missing({ id: "x" }, { ...all, "owner-age": "5", "owner-name": "n" })).toEqual([])
    expect(missing({ id: "x" }, { ...all, "owner-age": "5", owner: "{}" })).toEqual([])
  })

  it("are named all at once", () => {
    const body = spec({ ...command, flags: [...command.flags, { name: "input", type: "json" }] })
    const error = (...[of = command, more]: [CommandSpec?, Parameters<typeof missingError>[2]?]) =>
      errorDetails(missingError(missingOf(of, { args: {}, flags: {} }), of, more))
    expect(error()).toEqual(["missing <id>, --to, --on, --local", undefined])
    expect(error(body)).toEqual(["missing <id>, --to, --on, --local", undefined])
    expect(error(command, { others: ["--yes"], isDataGiven: true })).toEqual([
      ...["missing <id>, --to, --on, --local, --yes", undefined],
    ])
    expect(error(body, { isDataGiven: true })).toEqual([
      ...["missing <id>, --to, --on, --local", "--data sets the field `data`; pass the whole body as --input."],
    ])
  })
})

describe("parsed words", () => {
  const command = spec({
    positionals: [{ name: "id", type: "string" }],
    flags: [
      { name: "all", type: "boolean", conflicts: ["limit", "page"] },
      { name: "limit", type: "integer" },
      { name: "page", type: "integer", aliases: ["at"] },
      { name: "wait", type: "boolean" },
      { name: "patience", type: "string", implies: ["wait", "limit"] },
      { name: "tags", type: "map" },
      { name: "names", type: "string", array: true },
    ],
  })
  const parsed = (...words: string[]) => resultOrError(() => parseWords(words, command))

  it("are flags by name, with their texts", () => {
    expect(
      parsed("--at", "5", "--names", "a", "x", "--names", "b", "--tags", "a=1", "--tags", "b=2", "--wait"),
    ).toEqual({
      positionals: ["x"],
      flags: { page: 5, names: ["a", "b"], tags: { a: "1", b: "2" }, wait: true },
      texts: { page: ["5"], names: ["a", "b"], tags: ["a=1", "b=2"] },
    })
  })

  it.each([
    [["--limit", "1", "--limit", "2"], "--limit is given more than once"],
    [["--all", "--limit", "1"], "--all and --limit exclude each other"],
    [["--patience", "1s"], "--patience needs --wait; --patience needs --limit"],
    [["--patience", "1s", "--wait"], "--patience needs --limit"],
    [["--limit"], "--limit needs a value"],
  ])("are refused with all problems: %j", (words, message) => {
    expect(parsed(...words)).toEqual([message, undefined])
  })

  it("must have exactly one of some", () => {
    const one = spec({
      ...command,
      positionals: [
        { name: "id", type: "string" },
        { name: "more", type: "string" },
      ],
      exactlyOneOf: ["id", "all", "page"],
    })
    const positionalsOf = (...words: string[]) => resultOrError(() => parseWords(words, one).positionals)
    const message = ["give exactly one of <id>, --all, --page", undefined]
    expect([positionalsOf(), positionalsOf("a", "--all"), positionalsOf("a", "--at", "5")]).toEqual([
      message,
      message,
      message,
    ])
    expect([positionalsOf("a"), positionalsOf("a", "b"), positionalsOf("--all"), positionalsOf("--at", "5")]).toEqual([
      ["a"],
      ["a", "b"],
      [],
      [],
    ])
  })

  it("of every command follow its table", () => {
    expect(parseWords(["--all"], commandOf("contacts", "list"))).toEqual({
      positionals: [],
      flags: { all: true },
      texts: {},
    })
  })
})

describe("an error of the command line", () => {
  it("has its own class name, which --debug shows", () => {
    expect([String(new CliError("a")), String(new UsageError("b"))]).toEqual(["CliError: a", "UsageError: b"])
  })

  it.each([["text"], [null], [[1]], [7]])("has no fields from a body that is not a record: %j", (body) => {
    const error = apiError({ status: 400, headers: {}, body, message: "No" }, { method: "GET", path: "/", attempts: 1 })
    expect(responseFields(error)).toEqual({})
  })
})

describe("the reason of a file error", () => {
  const coded = (code: string) => Object.assign(new Error("as the system says it"), { code })

  it("is a short text", () => {
    expect(["ENOENT", "EACCES", "EPERM", "EISDIR", "EMFILE"].map((code) => reasonOf(coded(code)))).toEqual([
      ...["there is no such file or folder", "permission is missing", "permission is missing", "it is a folder"],
      "as the system says it",
    ])
    expect([reasonOf(new Error("plain")), reasonOf("text"), reasonOf({ code: "ENOENT" })]).toEqual([
      ...["plain", "text", "[object Object]"],
    ])
  })

  it("is reported under the field of its flag", () => {
    expect(errorDetails(refusedValue("--owner-e-mail", "is none"))).toEqual({
      ...{ message: "--owner-e-mail is none", exitCode: 6, code: "validation_error", hint: "Nothing was sent." },
      validationErrors: { owner_e_mail: ["is none"] },
    })
    expect(refusedValue("a--b", "x").validationErrors).toEqual({ a__b: ["x"] })
  })
})

describe("the output format of a line whose command is not known yet", () => {
  it.each([
    ["json", "--output json"],
    ["json", "--output=json"],
    ["json", "-o json"],
    ["json", "-o=json"],
    ["json", "-ojson"],
    ["json", "-qojson"],
    ["csv", "-qo csv"],
    [undefined, "-oxml"],
    [undefined, "-xojson"],
    [undefined, "-- -ojson"],
  ])("is %s for %s", (format, typed) => {
    expect(readTypedLine(["contacts", ...typed.split(" ")]).output).toBe(format)
  })
})
