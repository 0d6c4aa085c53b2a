import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { type MockServer, type MockServerOptions, startMockServer } from "../../../mock-server/index.ts"
import { builtEntry } from "./terminal.ts"

/** The result of a tool call. */
export interface ToolResult {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  readonly data: any
}

/** The environment of a session, in place of its mock server's address and key. */
type Environment = Readonly<Record<string, string>>

interface Settings {
  readonly env?: Environment | undefined
  /** The user's answers: with them the client can ask. */
  readonly onQuestion?: ((message: string) => "accept" | "decline") | undefined
}

/** A client from the protocol's own SDK, connected to `mas mcp` in its own process, and the mock server that it calls. */
export class McpSession {
  readonly client: Client
  readonly server: MockServer
  readonly folder = mkdtempSync(join(tmpdir(), "mas-mcp-"))
  /** What it writes to stderr. */
  aside = ""
  readonly #transport: StdioClientTransport

  private constructor(server: MockServer, args: readonly string[], { env, onQuestion }: Settings) {
    this.server = server
    const capabilities = onQuestion ? { elicitation: {} } : {}
    this.client = new Client({ name: "test", version: "1.0.0" }, { capabilities })
    if (onQuestion)
      this.client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ action: onQuestion(params.message) }))
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [builtEntry(), "mcp", ...args],
      env: {
        PATH: process.env.PATH ?? "",
        ...(env ?? { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }),
        MAS_CONFIG_DIR: this.folder,
      },
      cwd: this.folder,
      stderr: "pipe",
    })
    this.#transport.stderr?.on("data", (chunk) => {
      this.aside += chunk
    })
  }

  static async open(
    args: readonly string[] = [],
    { env, onQuestion, ...options }: MockServerOptions & Settings = {},
  ): Promise<McpSession> {
    const server = await startMockServer({ port: 0, clock: "frozen", now: "2026-03-01T12:00:00.000Z", ...options })
    const session = new McpSession(server, args, { env, onQuestion })
    await session.client.connect(session.#transport)
    return session
  }

  get pid(): number | null {
    return this.#transport.pid
  }

  async tool(name: string, toolInput: Record<string, unknown> = {}): Promise<ToolResult> {
    const { content, isError } = await this.client.callTool({ name, arguments: toolInput })
    const [first] = Array.isArray(content) ? content : []
    const text = String(first?.text)
    return { isError: isError === true, text, data: JSON.parse(text) }
  }

  /** Calls the tool `call`. */
  call(name: string, input: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<ToolResult> {
    return this.tool("call", { name, input, ...more })
  }

  /** Makes a call that needs a confirmation, and confirms it. */
  async callConfirmed(
    name: string,
    input: Record<string, unknown> = {},
    more: Record<string, unknown> = {},
  ): Promise<ToolResult> {
    const { data } = await this.call(name, input, more)
    return this.call(name, input, { ...more, confirm_token: data.confirm_token })
  }

  async close(): Promise<void> {
    await this.client.close()
    await this.server.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
