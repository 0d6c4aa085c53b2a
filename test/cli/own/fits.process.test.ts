import { stripVTControlCharacters } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { textWidth } from "../../../cli/terminal/output/width.ts"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { topicHelp } from "../../../scripts/generate/cli/help.ts"
import { runLine } from "../command-line.ts"
import { endpointCommands, keyFor } from "../run-example.ts"
import { Home } from "./run.ts"
import { builtEntry, TerminalHome } from "./terminal.ts"

const widths = [50, 80, 120]
const groups = commandGroups()
const helps = [
  [],
  ["--help"],
  ...Object.keys(topicHelp(groups)).map((topic) => ["help", topic]),
  ...groups.map(({ name }) => [name, "--help"]),
  ...groups.flatMap(({ commands }) =>
    commands.map(({ words }) => [...words.filter((word) => word !== undefined), "--help"]),
  ),
]

let server: MockServer
let home: TerminalHome
let maker: Home
/** The output of commands that create the records of examples, by their words. */
const printed = new Map<string, string>()
beforeAll(async () => {
  server = await startMockServer({ port: 0, allowLocalWebhooks: true })
  maker = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey })
  home = new TerminalHome(builtEntry(), { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey, MAS_PAGER: "" })
  // A timeline with several attempts, to an endpoint without a listener.
  server.world.clock.set({ mode: "frozen" })
  await fetch(`${server.url}/v1/my/webhooks`, post({ url: "http://127.0.0.1:9/hook", events: ["email.sent"] }))
  await server.world.fetch(
    "/v1/my/messages",
    post({ channel: "email", to: "a@b.test", subject: "x".repeat(90), body: "y" }),
  )
  await server.world.advance("3d")
})
afterAll(async () => {
  home.remove()
  maker.remove()
  await server.close()
})

const post = (body: object) => ({
  method: "POST",
  headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
  body: JSON.stringify(body),
})

type Run = (argv: readonly string[], columns: number) => Promise<{ readonly code: number; readonly text: string }>

const inTerminal: Run = async (argv, columns) => {
  const terminal = home.mas(argv, {}, columns)
  return { code: await terminal.exitCode, text: terminal.text }
}
/** In this process, whose streams say that they are a terminal. */
const inProcess =
  (apiKey = server.apiKey): Run =>
  async (argv, columns) => {
    const { code, out, err } = await maker.run(argv, { env: { MAS_API_KEY: apiKey }, terminal: true, columns })
    return { code, text: stripVTControlCharacters(out + err) }
  }

/** Runs a command. Returns the lines that are too wide. */
async function tooWide(argv: readonly string[], columns: number, run: Run) {
  const { code, text } = await run(argv, columns)
  const lines = text.split(/\r?\n/)
  return { argv, code, shown: lines.length, wide: lines.filter((line) => textWidth(line) > columns) }
}

async function printedBy(argv: readonly string[], stdin: string): Promise<string> {
  const words = argv.join(" ")
  const text = printed.get(words) ?? (await maker.run(argv, { stdin })).out.trim()
  printed.set(words, text)
  return text
}

describe.each(widths)("on a terminal of %i columns", (columns) => {
  // A process for each command takes long: only the narrowest terminal, which is the hardest, is a real one.
  const run: Run = (argv) => (columns === widths[0] ? inTerminal : inProcess())(argv, columns)

  it("no help has a longer line", async () => {
    for (const argv of helps)
      expect(await tooWide(argv, columns, inProcess())).toMatchObject({ argv, code: 0, wide: [] })
    expect(await tooWide(["--help"], columns, inTerminal)).toMatchObject({ code: 0, wide: [] })
  })

  it("no list, record or chart of the service has a longer line", async () => {
    const reads = endpointCommands.filter(({ endpoint }) => endpoint?.method === "GET" && !endpoint.download)
    expect(reads.length).toBeGreaterThan(25)
    for (const command of reads)
      await runLine(command.examples?.[0] ?? "", async (argv, stdin, isLast) => {
        if (!isLast) return printedBy(argv, stdin)
        const outcome = await tooWide(argv, columns, inProcess(keyFor(command, server)))
        expect(outcome).toMatchObject({ argv, code: 0, wide: [] })
        return ""
      })
  })

  it.each([
    ["webhooks", "deliveries", "1"],
    ["messages", "list", "--columns", "id,to,subject,status,created_at"],
    ["mock", "status"],
    ["mock", "world"],
    ["mock", "requests", "--limit", "5"],
    ["mock", "deliveries"],
    ["mock", "timers"],
    ["mock", "clock"],
    ["mock", "outbox"],
    ["mock", "worlds"],
    ["whoami"],
    ["profiles", "list"],
    ["contacts", "create", "--email", "new@example.test", "--dry-run"],
  ])("no line of mas %s %s %s %s is longer", async (...argv) => {
    expect(await tooWide(argv, columns, run)).toMatchObject({ code: 0, wide: [] })
  })

  it.each([
    [["contacts", "get", "1", "--unknown"], 2],
    [["webhooks", "get", "999"], 4],
    // The endpoint without a listener has been disabled.
    [["doctor"], 1],
    [["contacts", "list", "--base-url", "http://127.0.0.1:9", "--max-retries", "0"], 8],
  ])("no line of an error is longer: mas %s", async (argv, code) => {
    expect(await tooWide(argv, columns, run)).toMatchObject({ code, wide: [] })
  })

  it("no line of an incoming event is longer", async () => {
    const terminal = home.mas(["webhooks", "listen", "--count", "1"], {}, columns)
    await terminal.says("Listening on")
    await server.world.fetch(
      "/v1/my/messages",
      post({ channel: "email", to: "somebody.with.a.long.name@mail.example.test", subject: "Hi", body: "Hello" }),
    )
    expect(await terminal.exitCode).toBe(0)
    expect(terminal.text).toContain("email.sent")
    // A wrapped secret could not be pasted.
    const wide = terminal.text.split(/\r?\n/).filter((line) => textWidth(line) > columns && !line.includes("whsec_"))
    expect(wide).toEqual([])
  })
})

describe("off a terminal", () => {
  it("nothing is cut, however long", async () => {
    const reader = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey, COLUMNS: "50" })
    const { out } = await reader.run(["messages", "list", "-o", "table"])
    reader.remove()
    expect(out).toContain("x".repeat(90))
  })
})
