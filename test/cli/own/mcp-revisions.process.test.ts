import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
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
