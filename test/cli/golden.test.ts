import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { homeWithService, type RunOptions, sendMail } from "./own/run.ts"
import { runExample } from "./run-example.ts"

const place = homeWithService()
beforeAll(() => void vi.stubEnv("TZ", "UTC"))
afterAll(async () => {
  vi.unstubAllEnvs()
  await place.close()
})

/** A command with what it printed and how it ended, as it looks on a screen. */
async function shown(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, out, err } = await place.run(argv, options)
  const where = options.terminal ? "on a terminal" : "in a pipe"
  const visible = (text: string) => text.replaceAll("\x1b", "␛")
  return [
    `$ mas ${argv.join(" ")}   # ${where}, ends with ${code}\n`,
    visible(out),
    err && `[stderr]\n${visible(err)}`,
  ].join("")
}

const ways: readonly (readonly [flags: readonly string[], options: RunOptions])[] = [
  [[], { terminal: true, env: { TERM: "xterm" } }],
  [[], {}],
  [["--output", "table"], {}],
  [["--output", "json"], { terminal: true, env: { NO_COLOR: "1" } }],
  [["--output", "ndjson"], {}],
  [["--output", "csv"], {}],
  [["--quiet"], {}],
]

// Verbs are listed of a group that is written by hand: a new endpoint changes no golden file.
describe("what is printed", () => {
  it.each([
    ["contacts-list", ["contacts", "list"]],
    ["contacts-list-columns", ["contacts", "list", "--columns", "id,email,channels.0.kind"]],
    ["lists-list", ["lists", "list"]],
    ["templates-get", ["templates", "get", "1"]],
    ["account-reach", ["account", "reach", "--audience", "5000"]],
    ["funding-get", ["funding", "get"]],
    ["suppressions-list", ["suppressions", "list"]],
  ])("is what it was: %s", async (name, argv) => {
    const texts = []
    for (const [flags, options] of ways) texts.push(await shown([...argv, ...flags], options))
    await expect(texts.join("\n")).toMatchFileSnapshot(`golden/${name}.txt`)
  })

  it("is the request in a dry run", async () => {
    const dry = [...sendMail, "--idempotency-key", "receipt-1", "--brand", "main", "--dry-run"]
    const texts = [await shown(dry), await shown([...dry, "-o", "table"])]
    // The version of Node and of this package are no part of it.
    await expect(texts.join("\n").replaceAll(/mas-sdk\/\S+ node\/[\d.]+/g, "mas-sdk")).toMatchFileSnapshot(
      "golden/dry-run.txt",
    )
  })

  it.each([
    ["unknown command", ["contcts", "list"]],
    ["unknown verb", ["contacts", "lst"]],
    ["no verb", ["mock"]],
    ["unknown flag", ["contacts", "create", "--emial", "ada@example.test"]],
    ["missing flags", ["webhooks", "create"]],
    ["missing argument", ["webhooks", "get"]],
    ["an argument too many", ["contacts", "list", "more"]],
    ["a wrong value of its own", ["contacts", "list", "--output", "xml"]],
    ["a value that the contract refuses", ["contacts", "create", "--email", "ada", "--opt-in"]],
    ["values that the service refuses", ["messages", "send", "--channel", "sms", "--to", "1", "--subject", "x"]],
    ["unreadable file", ["lists", "create", "--input", "@nowhere.json"]],
    ["no such record", ["templates", "get", "999"]],
    ["a question that nobody can be asked", ["campaigns", "send", "1"]],
    ["a credential of the wrong kind", ["affiliate", "get"]],
    ["unknown column", ["contacts", "list", "--columns", "emial"]],
    ["unknown profile", ["contacts", "list", "--profile", "moc"]],
  ])("says what is wrong: %s", async (name, argv) => {
    const texts = [await shown(argv, { terminal: true, env: { TERM: "xterm" } }), await shown(argv)]
    await expect(texts.join("\n")).toMatchFileSnapshot(`golden/error-${name.replaceAll(" ", "-")}.txt`)
  })

  it.each([
    ["top", ["--help"]],
    ["group", ["mock", "--help"]],
    ["command", ["messages", "send", "--help"]],
    ["exit-codes", ["help", "exit-codes"]],
  ])("is the help: %s", async (name, argv) => {
    await expect(await shown(argv, { terminal: true, env: { TERM: "xterm" } })).toMatchFileSnapshot(
      `golden/help-${name}.txt`,
    )
  })
})

/** What starts a process, talks to one, or prints what is no text of its own. */
const others = /^mas (simulate|mcp|schema|completion|doctor|mock (start|stop|clock))/
/** Drawn by lot, measured, or of this run. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/[^\s"']*mas-cli-\w{6}/g, "/home"],
  [/\b(mas-|evt_)[\da-f]{8}-[\da-f-]{27}/g, "$1any"],
  [/(duration_ms\S*) +[\d.]+/g, "$1 1"],
  [/mas-sdk\/[\d.]+/g, "mas-sdk"],
  [/(webhook-signature\S*) +\S+/g, "$1 v1,any"],
]

describe("the examples of a group that is written by hand", () => {
  const now = () => Date.parse("2026-03-01T12:00:00.000Z")
  const groups = commandGroups().map(({ name, commands }) => {
    const own = commands.filter(({ endpoint }) => !endpoint)
    const examples = own.flatMap((command) => (command.examples ?? []).map((example) => ({ command, example })))
    return { name, examples: examples.filter(({ example }) => !others.test(example)) }
  })

  it.each(groups.filter(({ examples }) => examples.length > 0))("print what they did: $name", async (group) => {
    const texts = []
    for (const { command, example } of group.examples) {
      const { code, out, err } = await runExample(command, { example, terminal: true, env: { TERM: "xterm" }, now })
      texts.push(`$ ${example}   # ends with ${code}\n${out}${err && `[stderr]\n${err}`}`)
    }
    const text = masks.reduce((masked, [what, by]) => masked.replaceAll(what, by), texts.join("\n"))
    await expect(text.replaceAll("\x1b", "␛")).toMatchFileSnapshot(`golden/examples-${group.name}.txt`)
  })
})
