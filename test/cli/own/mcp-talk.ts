import { Readable } from "node:stream"
import type { Said } from "./mcp-client.ts"
import type { Home, RunOptions } from "./run.ts"

/** A session of `mas mcp` in this process, one request at a time. */
export class Talk {
  readonly #stdin = new Readable({ read() {} })
  readonly #running: ReturnType<Home["start"]>
  #id = 0

  private constructor(home: Home, args: readonly string[], { io, ...options }: RunOptions) {
    this.#running = home.start(["mcp", ...args], { ...options, io: { ...io, stdin: this.#stdin } })
  }

  static async open(home: Home, args: readonly string[] = [], options: RunOptions = {}): Promise<Talk> {
    const talk = new Talk(home, args, options)
    const clientInfo = { name: "test", version: "1" }
    await talk.send({
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    })
    return talk
  }

  /** Sends a message. Returns its response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  async send(message: object): Promise<any> {
    const { stdout } = this.#running
    this.#id += 1
    const from = stdout.text.length
    this.#stdin.push(`${JSON.stringify({ jsonrpc: "2.0", id: this.#id, ...message })}\n`)
    await stdout.until(new RegExp(`^[^]{${from}}.*\n$`))
    return JSON.parse(stdout.text.slice(from))
  }

  async tool(name: string, given: object = {}): Promise<Said> {
    const { result } = await this.send({ method: "tools/call", params: { name, arguments: given } })
    const { text } = result.content[0]
    return { isError: result.isError === true, text, data: JSON.parse(text) }
  }

  call(name: string, input: object = {}, more: object = {}): Promise<Said> {
    return this.tool("call", { name, input, ...more })
  }

  mock(name: string, input: object = {}): Promise<Said> {
    return this.tool("mock", { name, input })
  }

  /** Makes a call that needs a confirmation, and confirms it. */
  async agreed(name: string, input: object = {}, more: object = {}): Promise<Said> {
    const { data } = await this.call(name, input, more)
    return this.call(name, input, { ...more, confirm_token: data.confirm_token })
  }

  async close(): Promise<void> {
    this.#stdin.push(null)
    await this.#running.ended
  }
}
