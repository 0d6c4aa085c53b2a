import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Home, rowsIn } from "./run.ts"
import { builtEntry } from "./terminal.ts"

const folder = mkdtempSync(join(tmpdir(), "mas-mcp-"))
let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const mail = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }

describe("the protocol's own client", () => {
  it.each([
    ["of 2026-07-28", { pin: "2026-07-28" }, "2026-07-28"],
    ["that asks which revisions there are", "auto", "2026-07-28"],
    ["of the revisions before", "legacy", "2025-11-25"],
  ] as const)("%s lists the tools, reads, and holds a mail", async (_, mode, revision) => {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } })
    const env = { PATH: process.env.PATH ?? "", MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
    await client.connect(
      new StdioClientTransport({
        ...{ command: process.execPath, args: [builtEntry(), "mcp"], cwd: folder },
        env: { ...env, MAS_CONFIG_DIR: folder },
      }),
    )
    const resultOf = async (name: string, toolInput: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: toolInput })
      const [first] = content
      return JSON.parse(first?.type === "text" ? first.text : "")
    }
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      expect(client.getServerVersion()).toMatchObject({ name: "mas" })
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        "find",
        "describe",
        "read",
        "call",
        "mock",
      ])
      expect((await resultOf("read", { name: "account.get" })).result).toMatchObject({ id: 1 })
      const before = server.world.messages.list().length
      const heldResult = await resultOf("call", { name: "messages.send", input: mail })
      expect(server.world.messages.list()).toHaveLength(before)
      expect(heldResult.held).toMatchObject({ id: heldResult.idempotency_key, state: "waits for a person" })
    } finally {
      await client.close()
    }
  })
})

describe("a request of 2026-07-28", () => {
  const typed = new PassThrough()
  let questionCount = 0
  const about = {
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  }
  /** The responses to requests that stand alone, by id. */
  async function ask(revision: string, requests: readonly [method: string, params: object][], client: object = about) {
    const home = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey })
    const _meta = { "io.modelcontextprotocol/protocolVersion": revision, ...client }
    const lines = requests.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }))
    const { code, out } = await home.run(["mcp"], { stdin: lines.map((line) => JSON.stringify(line)).join("\n") })
    home.remove()
    expect(code).toBe(0)
    return rowsIn(out).toSorted((one, other) => one.id - other.id)
  }

  it("stands alone, and is answered after stdin has ended", async () => {
    const [discovery, called] = await ask("2026-07-28", [
      ["server/discover", {}],
      ["tools/call", { name: "read", arguments: { name: "account.get" } }],
    ])
    expect(discovery.result).toMatchObject({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } })
    expect(called.result.content[0].text).toContain('"id":1')
  })

  it("is answered without the client's name and capabilities: then it has none", async () => {
    const [discovery] = await ask("2026-07-28", [["server/discover", {}]], {})
    expect(discovery.result).toMatchObject({ supportedVersions: ["2026-07-28"] })
  })

  it("asks the user between two calls: a response counts once, for what was asked", async () => {
    const home = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey })
    const session = home.start(["mcp", "--no-hold"], { io: { stdin: typed } })
    const sms = { channel: "sms", to: "+14155550100", body: "Hi" }
    const call = async (input: object, more: object) => {
      const before = session.stdout.text.length
      const _meta = {
        ...{ "io.modelcontextprotocol/protocolVersion": "2026-07-28", ...about },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      }
      const params = { name: "call", arguments: { name: "messages.send", input }, ...more, _meta }
      typed.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++questionCount, method: "tools/call", params })}\n`)
      await vi.waitFor(() => expect(session.stdout.text.slice(before)).toContain("\n"), { timeout: 60_000 })
      return JSON.parse(session.stdout.text.slice(before)).result
    }
    const replyWith = (action: string, requestState: string) => ({
      inputResponses: { agree: { action } },
      requestState,
    })
    const sentTo = () => server.world.messages.list().filter(({ to }) => to === sms.to).length

    const first = await call(sms, {})
    expect(first.resultType).toBe("input_required")
    expect(first.inputRequests.agree.params.message).toContain('"to":"+14155550100"')
    const declined = await call(sms, replyWith("decline", first.requestState))
    expect([declined.isError, sentTo()]).toEqual([true, 0])
    // The response of a question is used up, and holds for nothing else.
    const again = await call(sms, replyWith("accept", first.requestState))
    const changed = await call({ ...sms, body: "Bye" }, replyWith("accept", again.requestState))
    const madeUp = await call(sms, replyWith("accept", "8c5a8a4e-3c1b-4b0e-9d3a-0c2f3f3b9c11"))
    expect([again, changed, madeUp].map(({ resultType }) => resultType)).toEqual(Array(3).fill("input_required"))
    expect(sentTo()).toBe(0)
    const acceptedCall = await call(sms, replyWith("accept", madeUp.requestState))
    expect([acceptedCall.isError, sentTo()]).toEqual([undefined, 1])
    typed.end()
    expect((await session.ended).code).toBe(0)
    home.remove()
  })

  it("is refused in one line where its parameters are wrong, or its revision is not known", async () => {
    const [called] = await ask("2026-07-28", [["tools/call", { name: "read", arguments: [] }]])
    expect(called.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^params\.arguments: .{1,80}$/) })
    const [discovery] = await ask("2027-01-01", [["server/discover", {}]])
    expect(discovery.error).toMatchObject({ data: { supported: ["2026-07-28"] } })
  })
})
