import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { isAgent } from "../../cli/line/run-mode.ts"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { agentHelpReader } from "../../cli/terminal/help/agent-help.ts"
import { helpReader, staticHelp } from "../../cli/terminal/help/static-help.ts"
import { shortError } from "../../cli/terminal/report/short-error.ts"
import { lastCommand } from "./command-line.ts"
import { homeWithService, type RunOptions } from "./own/run.ts"
import { endpointCommands, keyFor } from "./run-example.ts"
import { tables } from "./tables.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

const commands = tables.names().flatMap((name) => tables.group(name)?.commands ?? [])
const rows = commands.map((command) => [command.words.join(" "), command] as const)
const tokens = (text: string) => text.length / 4

/** Runs a command line under `--agent` and returns its error: one short line of JSON with the next step. */
async function errorOf(argv: readonly string[], options: RunOptions = {}) {
  const { code, out, err } = await sandbox.run(argv, { ...options, env: { MAS_AGENT: "1", ...options.env } })
  const { error } = JSON.parse(err)
  expect(out).toBe("")
  expect(tokens(err.trim())).toBeLessThanOrEqual(120)
  expect(error.exit_code).toBe(code)
  expect(error.message).not.toBe("")
  expect(error.next).toMatch(/\S{2}/)
  return error
}

describe("the flag --agent", () => {
  it.each([
    [["lists", "list", "--agent"], true],
    [["--agent=false", "lists"], false],
    [["--agent", "--no-agent"], false],
    [["--no-agent=false"], true],
    [["lists", "create", "--", "--agent"], false],
    [["--", "--agent"], false],
  ])("is read from %j as %j", (argv, expected) => {
    expect(isAgent(readTypedLine(argv), {})).toBe(expected)
    expect(isAgent(readTypedLine(argv), { MAS_AGENT: "1" })).toBe(expected || argv.includes("--"))
  })

  it("is on by default if an assistant's variable is set; MAS_AGENT takes precedence, and a flag over both", () => {
    const runs = (env: Record<string, string>, ...argv: string[]) => isAgent(readTypedLine(argv), env)
    for (const name of ["AI_AGENT", "CLAUDECODE", "CODEX_THREAD_ID", "CURSOR_AGENT", "GEMINI_CLI"]) {
      expect(runs({ [name]: "1" }), name).toBe(true)
      expect(runs({ [name]: "1", MAS_AGENT: "0" }), name).toBe(false)
      expect(runs({ [name]: "1" }, "--no-agent"), name).toBe(false)
      expect(runs({ [name]: "" }), name).toBe(false)
      expect(runs({ [name]: "0" }), name).toBe(false)
    }
    expect(runs({ MAS_AGENT: "0" }, "--agent")).toBe(true)
    expect(runs({ CURSOR_TRACE_ID: "x", TERM_PROGRAM: "vscode" })).toBe(false)
  })

  it("also decides whether the User-Agent names the assistant", async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("CLAUDECODE", "1")
    const userAgent = async (env: Record<string, string>, ...flags: string[]) =>
      (await sandbox.run(["whoami", "--dry-run", "-o", "json", ...flags], { env })).json.headers["User-Agent"]
    expect(await userAgent({ CLAUDECODE: "1" })).toContain(" agent/claude-code")
    expect(await userAgent({ CLAUDECODE: "1", MAS_AGENT: "0" })).not.toContain("agent/")
    expect(await userAgent({ CLAUDECODE: "1" }, "--no-agent")).not.toContain("agent/")
  })

  it("changes nothing about which help is shown; nor does a global flag between the words", () => {
    const help = (line: string) => staticHelp(readTypedLine(line.split(" ")), helpReader("cli"), "1.0.0")
    for (const [line, same] of [
      ["--agent help lists", "help lists"],
      ["--quiet mock --help", "mock --help"],
      ["contacts --output json list --help", "contacts list --help"],
    ] as const)
      expect([help(line), help(line) === help(same)], line).toEqual([expect.stringContaining("Usage: mas"), true])
  })

  it("is none of the words that show help, except after --", () => {
    const isBare = (...argv: string[]) => readTypedLine(argv).isBare
    expect([
      isBare("--agent", "--no-agent=true"),
      isBare("--agent", "--no-pager", "-h"),
      isBare("--agent", "a"),
    ]).toEqual([true, true, false])
    expect([isBare("--", "--agent"), readTypedLine(["--agent", "help", "a", "--", "help"]).words]).toEqual([
      ...[false, ["--agent", "a", "--", "help"]],
    ])
  })
})

const wrong = ({ positionals }: CommandSpec) => ["--planted-flag", ...positionals.map(() => "planted")]

describe("--agent", () => {
  it("prints top-level help within 700 tokens, with every group and its verbs", async () => {
    const { out } = await sandbox.run(["--help", "--agent"])
    expect(tokens(out)).toBeLessThanOrEqual(700)
    for (const name of tables.names()) expect(out).toMatch(new RegExp(`^${name}(:|$)`, "m"))
    expect(out.split("\n")).toEqual(expect.arrayContaining(["login", "messages: send list send-each"]))
    expect((await sandbox.run([], { env: { MAS_AGENT: "1" } })).out).toBe(out)
    expect((await sandbox.run(["--help", "--no-agent"], { env: { MAS_AGENT: "1" } })).out).not.toBe(out)
    expect((await sandbox.run(["--help"], { env: { MAS_AGENT: "0" } })).out).not.toBe(out)
  })

  it.each(rows)(
    "prints help of %s within 300 tokens, with every flag",
    async (words, { flags, summary, positionals }) => {
      const { out } = await sandbox.run([...words.split(" "), "--help", "--agent"])
      expect(tokens(out)).toBeLessThanOrEqual(300)
      expect(out).toContain(summary)
      expect(out).toContain(`Next: mas schema ${words}`)
      for (const { name } of flags) expect(out).toContain(`--${name}`)
      for (const { name } of positionals) expect(out).toContain(name)
    },
  )

  it.each(tables.names())("prints help of the group %s within 300 tokens, with every verb", async (name) => {
    const { out } = await sandbox.run([name, "--help", "--agent"])
    expect(tokens(out)).toBeLessThanOrEqual(300)
    for (const { words } of tables.group(name)?.commands ?? []) expect(out).toContain(words.at(-1))
  })

  it("shortens the help of a large group to its budget, and keeps verbs over descriptions", () => {
    const verbs = Array.from(
      { length: 60 },
      (_, index): CommandSpec => ({
        name: `many.verb${index}`,
        words: ["many", `verb-${index}`],
        summary: "Do one of very many things that there are to do in this group",
        positionals: [],
        flags: Array.from({ length: 60 }, (__, at) => ({
          name: `flag-${at}`,
          type: "string" as const,
          description: "A".repeat(90),
        })),
      }),
    )
    const grown = { ...tables, group: () => ({ name: "many", about: "Many.", commands: verbs }) }
    const read = agentHelpReader(grown, helpReader("/nowhere"))
    const help = read("many") ?? {}
    expect(Object.values(help).filter((text) => tokens(text) > 300)).toEqual([])
    expect(help[""]).toContain("verb-59")
    expect(tokens(read("_mas")?.[""] ?? "")).toBeLessThanOrEqual(700)
  })

  it.each(rows)(
    "reports what is wrong with %s within 120 tokens, with the next step",
    { tags: "slow" },
    async (words, command) => {
      const argv = words.split(" ")
      const flag = await errorOf([...argv, ...wrong(command)])
      expect([flag.code, flag.exit_code]).toEqual(["usage", 2])
      const required = command.flags.filter((one) => one.required && !one.within).length
      if (required + command.positionals.filter((one) => one.required).length > 0) {
        const missing = await errorOf(argv)
        expect(missing.next).toContain(`--help`)
      }
    },
  )

  it.each(endpointCommands.map((command) => [command.words.join(" "), command] as const))(
    "reports what the service refuses within 120 tokens: %s",
    { tags: "slow" },
    async (_, command) => {
      const { argv, stdin } = lastCommand(command.examples?.[0] ?? "")
      const env = { MAS_API_KEY: keyFor(command, sandbox.service) }
      for (const status of [401, 404, 422, 429, 503]) {
        const body = {
          code: status,
          error_code: "planted",
          detail: "planted ".repeat(60),
          message: "planted ".repeat(60),
        }
        sandbox.service.world.faults.add({ on: "request", status, body: JSON.stringify(body), times: 9 })
        const error = await errorOf([...argv, "--max-retries", "0"], { stdin, env })
        sandbox.service.world.faults.clear()
        expect(error.status).toBe(status)
      }
    },
  )

  it("prints JSON without colours and never prompts, even on a terminal", async () => {
    const terminal = { terminal: true, env: { FORCE_COLOR: "1" } }
    const { json, err } = await sandbox.run(["lists", "list", "--agent"], terminal)
    expect([Array.isArray(json), err]).toEqual([true, ""])
    expect((await sandbox.run(["lists", "list", "--agent", "-o", "csv"], terminal)).out).toMatch(/^id,/)
    const { out } = await sandbox.run(["lists", "list", "-o", "table", "--agent"], terminal)
    expect(out).not.toContain("\u001b")
    expect((await errorOf(["lists", "create"], terminal)).message).toBe("missing --name")
  })

  it("is recognized before and after the command, but not after --", async () => {
    expect((await sandbox.run(["--agent", "templates", "get", "999"])).err).toContain('"exit_code":4')
    expect((await sandbox.run(["templates", "get", "999", "--agent=true"])).err).toContain('"exit_code":4')
    expect((await sandbox.run(["api", "GET", "--", "--agent"])).err).not.toContain('"exit_code"')
  })
})

describe("a short error", () => {
  const report = { code: "x", status: null, message: "m", hint: "h", docs: "mas contacts list --help" }
  const read = (more: object) => JSON.parse(shortError({ ...report, ...more }, 6)).error

  it("keeps a next step whole, and omits what does not fit", () => {
    const long = `Run \`mas contacts create --email ${"a".repeat(200)}@example.test\``
    expect(read({ hint: `${long}\nSecond.`, message: "m".repeat(900) }).next).toBe(`${long}. Second.`)
    expect(read({ hint: "n".repeat(900) }).next).toBe("Run `mas contacts list --help`.")
    expect(read({ hint: "", message: "\n".repeat(900) }).next).toBe("See `mas contacts list --help`.")
  })

  it("names the refused fields instead of the message that counts them", () => {
    const { message } = read({ status: 422, validation_errors: { url: ["is no address"], events: ["is empty"] } })
    expect(message).toBe("url is no address; events is empty")
  })
})
