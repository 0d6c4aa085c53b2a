import { afterAll, describe, expect, it } from "vitest"
import { Catalog } from "../../../cli/mcp/catalog.ts"
import { ShellTextRewriter } from "../../../cli/mcp/tool-words.ts"
import { tables } from "../tables.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { Home, homeWithService } from "./run.ts"

const { home, close } = homeWithService()
afterAll(close)

/** Words that are useless to an assistant that only has tools. */
const shell = /\bmas [a-z]|--[a-z]|Ctrl-C|\bstd(in|out|err)\b|mas-sdk|set MAS_/

const catalog = new Catalog(tables, false)
const words = new ShellTextRewriter(catalog)

describe("the text of a tool", () => {
  it("describes no call in shell terms", async () => {
    const session = await LocalMcpSession.open(home)
    for (const { name } of catalog.commands) {
      const { text } = await session.tool("describe", { name })
      expect(text.replaceAll('"default":"--', ""), name).not.toMatch(shell)
    }
    await session.close()
  })

  it.each([
    ["a mock server that does not respond", "mock.advance", { by: "1h" }, "mock.start"],
    ["a service that does not respond", "account.get", {}, "mock.start"],
    ["a service that does not respond to the write", "contacts.create", { email: "a@b.test" }, "mock.start"],
  ])("names tools as the next step: %s", async (_, name, input, hint) => {
    const env = { MAS_BASE_URL: "http://127.0.0.1:9", npm_config_user_agent: "npm/10.0.0", npm_lifecycle_script: "mas" }
    const session = await LocalMcpSession.open(home, ["--max-retries", "0"], { env, io: { fetch: undefined } })
    const { data, text } = await session.tool(name.startsWith("mock.") ? "mock" : "call", { name, input })
    expect(data.error.hint).toContain(hint)
    expect(text).not.toMatch(shell)
    await session.close()
  })

  it.each([{}, { MAS_AGENT: "1" }])("has no shell terms in errors of the mock server: %j", async (env) => {
    const session = await LocalMcpSession.open(home, [], { env })
    const first = await session.mock("mock.start", { port: 0 })
    const { port: usedPort } = new URL(first.data.result.url)
    const results = [
      await session.mock("mock.start", { port: Number(usedPort) }),
      await session.mock("mock.start", { port: "none" }),
      await session.mock("mock.start", { port: 0, frozen: true, rate: 2 }),
      await session.mock("mock.redeliver", { id: 999 }),
      await session.mock("mock.faults", { path: "/v1/my/lists" }),
      await session.mock("mock.pay", { what: "nothing" }),
      await session.mock("mock.pay"),
      await session.mock("mock.inbound", { to: "inbox@acme.test" }),
      await session.mock("mock.wait", { for: "nothing" }),
      await session.mock("mock.clock", { rate: 5000 }),
      await session.mock("mock.advance"),
      await session.call("templates.get", { id: 999 }),
      await session.call("affiliate.get"),
      await session.call("account.get", {}, { fields: ["nme"] }),
    ]
    for (const { text, data } of results) {
      expect(text).not.toMatch(shell)
      expect(data.error.hint).not.toBe("")
    }
    expect(results[0]?.data.error).toMatchObject({
      code: "port_in_use",
      hint: "A mock server runs there already: use it, or end it with `mock.stop`. Choose another with port, or port 0 for a free one.",
    })
    await session.close()
  })

  it("says what is not offered, with the calls that come nearest", async () => {
    const session = await LocalMcpSession.open(new Home())
    const { data, text } = await session.tool("find", { query: "schedule one message" })
    expect(data.advice).toEqual([
      { task: "Schedule one message", use: expect.stringMatching(/^Not offered\. A message goes out at once\./) },
    ])
    expect(data.found[0]).toMatchObject({ name: "campaigns.send", tool: "call", safety: "irreversible" })
    expect(text).not.toMatch(shell)
    const offered = (await session.tool("find", { query: "templates send" })).data
    expect(offered.advice[0].use).not.toContain("Not offered")
    await session.close()
  })

  it("suggests a mock server, or asking the user, if there is no service", async () => {
    const nowhere = new Home()
    const session = await LocalMcpSession.open(nowhere)
    const { data, text } = await session.call("contacts.list")
    expect(data.error.hint).toBe(
      "No mock server runs: start one with `mock.start`. The user can start this server with another MAS_API_KEY.",
    )
    expect(text).not.toMatch(shell)
    await session.close()
    nowhere.remove()
  })

  it.each([
    [
      "Start one with `mas mock`; or pass its address as --base-url.",
      "Start one with `mock.start`. The user can start this server with another base-url.",
    ],
    [
      "Run mas login, set MAS_API_KEY, or use --profile mock with the local mock server.",
      "The user can start this server with another MAS_API_KEY or profile.",
    ],
    [
      "The credential came from MAS_API_KEY. `mas login` saves another one.",
      "The credential came from MAS_API_KEY. The user can start this server with another credential.",
    ],
    [
      "Check the id, and the brand that the profile selects (`mas whoami`).",
      "Check the id, and the brand that the profile selects.",
    ],
    [
      "This --idempotency-key was used for another request: use another key.",
      "This idempotency_key was used for another request: use another key.",
    ],
    [
      "Allow more time with --timeout. Nothing was sent.",
      "Nothing was sent. The user can start this server with another timeout.",
    ],
    [
      "Usage: mas mock faults [flags]\nRun `mas mcp mock --help` to see how it is used.",
      "Run describe to see how it is used.",
    ],
    ['Advance it: world.advance("1m"), mas mock advance 1m', "Advance it: mock.advance 1m"],
  ])("rewrites a hint: %s", (text, hint) => {
    expect(words.hint(text)).toBe(hint)
  })
})
