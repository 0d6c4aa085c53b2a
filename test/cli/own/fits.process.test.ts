import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { textWidth } from "../../../cli/output/width.ts"
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
  server.world.setClock({ mode: "frozen" })
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

/** Runs a command on a terminal. Returns the lines that are too wide. */
async function tooWide(argv: readonly string[], columns: number, env: Readonly<Record<string, string>> = {}) {
  const terminal = home.mas(argv, env, columns)
  const code = await terminal.exitCode
  const lines = terminal.text.split(/\r?\n/)
  return { code, shown: lines.length, wide: lines.filter((line) => textWidth(line) > columns) }
}

async function printedBy(argv: readonly string[], stdin: string): Promise<string> {
  const words = argv.join(" ")
  const text = printed.get(words) ?? (await maker.run(argv, { stdin })).out.trim()
  printed.set(words, text)
  return text
}

/** Processes the items in order, three at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    [1, 2, 3].map(async () => {
      for (const item of rest) await work(item)
    }),
  )
}

describe.each(widths)("on a terminal of %i columns", (columns) => {
  // Only at the narrowest width, which is the hardest: a process for each help text takes long.
  it.runIf(columns === widths[0])(
    "no help has a longer line",
    async () => {
      await each(helps, async (argv) => {
        expect({ argv, ...(await tooWide(argv, columns)) }).toMatchObject({ argv, code: 0, wide: [] })
      })
    },
    120_000,
  )

  it.runIf(columns !== 120)(
    "no list, record or chart of the service has a longer line",
    async () => {
      const reads = endpointCommands.filter(({ endpoint }) => endpoint?.method === "GET" && !endpoint.download)
      expect(reads.length).toBeGreaterThan(25)
      await each(reads, async (command) => {
        await runLine(command.examples?.[0] ?? "", async (argv, stdin, isLast) => {
          if (!isLast) return printedBy(argv, stdin)
          const found = await tooWide(argv, columns, { MAS_API_KEY: keyFor(command, server) })
          expect({ argv, ...found }).toMatchObject({ argv, code: 0, wide: [] })
          return ""
        })
      })
    },
    120_000,
  )

  it.each([
    ["webhooks", "deliveries", "1"],
    ["messages", "list", "--columns", "id,to,subject,status,created_at"],
    ["mock", "state"],
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
    expect(await tooWide(argv, columns)).toMatchObject({ code: 0, wide: [] })
  })

  it.each([
    [["contacts", "get", "1", "--unknown"], 2],
    [["webhooks", "get", "999"], 4],
    // The endpoint without a listener has been disabled.
    [["doctor"], 1],
    [["contacts", "list", "--base-url", "http://127.0.0.1:9", "--max-retries", "0"], 8],
  ])("no line of an error is longer: mas %s", async (argv, code) => {
    expect(await tooWide(argv, columns)).toMatchObject({ code, wide: [] })
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
