import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
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
  ] as const)("%s lists the tools, reads, and sends after it was agreed to", async (_, mode, revision) => {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } })
    const env = { PATH: process.env.PATH ?? "", MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
    await client.connect(
      new StdioClientTransport({
        ...{ command: process.execPath, args: [builtEntry(), "mcp"], cwd: folder },
        env: { ...env, MAS_CONFIG_DIR: folder },
      }),
    )
    const resultOf = async (name: string, given: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: given })
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
      const asked = await resultOf("call", { name: "messages.send", input: mail })
      expect(server.world.messages.list()).toHaveLength(before)
      const sent = await resultOf("call", { name: "messages.send", input: mail, confirm_token: asked.confirm_token })
      expect(sent.result).toMatchObject({ to: "ada@example.test" })
      expect(server.world.messages.list()).toHaveLength(before + 1)
    } finally {
      await client.close()
    }
  })
})

describe("a request of 2026-07-28", () => {
  const about = {
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  }
  /** The responses to requests that stand alone, by id. */
  async function ask(revision: string, requests: readonly [method: string, params: object][]) {
    const home = new Home({ MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey })
    const _meta = { "io.modelcontextprotocol/protocolVersion": revision, ...about }
    const lines = requests.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }))
    const { code, out } = await home.run(["mcp"], { stdin: lines.map((line) => JSON.stringify(line)).join("\n") })
    home.remove()
    expect(code).toBe(0)
    return rowsIn(out).toSorted((one, other) => one.id - other.id)
  }

  it("stands alone, and is answered after stdin has ended", async () => {
    const [found, called] = await ask("2026-07-28", [
      ["server/discover", {}],
      ["tools/call", { name: "read", arguments: { name: "account.get" } }],
    ])
    expect(found.result).toMatchObject({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } })
    expect(called.result.content[0].text).toContain('"id":1')
  })

  it("is refused in one line where its parameters are wrong, or its revision is not known", async () => {
    const [called] = await ask("2026-07-28", [["tools/call", { name: "read", arguments: [] }]])
    expect(called.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^params\.arguments: .{1,80}$/) })
    const [found] = await ask("2027-01-01", [["server/discover", {}]])
    expect(found.error).toMatchObject({ data: { supported: ["2026-07-28"] } })
  })
})
