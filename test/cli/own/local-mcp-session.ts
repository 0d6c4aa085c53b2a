import { Readable } from "node:stream"
import type { ToolResult } from "./mcp-client.ts"
import type { Home, Ran, RunOptions } from "./run.ts"

/** A session of `mas mcp` in this process, one request at a time. */
export class LocalMcpSession {
  readonly #stdin = new Readable({ read() {} })
  readonly #running: ReturnType<Home["start"]>
  #id = 0

  private constructor(
    private readonly home: Home,
    args: readonly string[],
    { io, ...options }: RunOptions,
  ) {
    this.#running = home.start(["mcp", ...args], { ...options, io: { ...io, stdin: this.#stdin } })
  }

  static async open(
    home: Home,
    args: readonly string[] = [],
    { capabilities = {}, ...options }: RunOptions & { readonly capabilities?: object } = {},
  ): Promise<LocalMcpSession> {
    const session = new LocalMcpSession(home, args, options)
    const clientInfo = { name: "test", version: "1" }
    await session.send({
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities, clientInfo },
    })
    return session
  }

  /** Sends a message. Returns its response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  async send(message: object): Promise<any> {
    this.#id += 1
    return this.push({ id: this.#id, ...message })
  }

  /** Sends a message as it is. Returns the next message of the server, a response or a request. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  async push(message: object): Promise<any> {
    const { stdout } = this.#running
    const from = stdout.text.length
    this.#stdin.push(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    await stdout.until(new RegExp(`^[^]{${from}}[^\n]*\n$`))
    return JSON.parse(stdout.text.slice(from))
  }

  /** Sends a message that gets no response. */
  type(message: object): void {
    this.#stdin.push(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  }

  /** Makes a call, and agrees to whatever the server asks, as a client that nobody sits at. */
  async callAccepting(name: string, toolInput: object = {}): Promise<ToolResult> {
    let message = await this.send({ method: "tools/call", params: { name, arguments: toolInput } })
    while (message.method === "elicitation/create")
      message = await this.push({ id: message.id, result: { action: "accept", content: {} } })
    return toolResultOf(message)
  }

  async tool(name: string, toolInput: object = {}): Promise<ToolResult> {
    return toolResultOf(await this.send({ method: "tools/call", params: { name, arguments: toolInput } }))
  }

  /** Makes a call about which the server asks the user, who answers. Returns what was asked, and the result. */
  async callReplying(name: string, input: object, reply: object): Promise<ToolResult & { readonly message: string }> {
    const { id, method, params } = await this.send({
      method: "tools/call",
      params: { name: "call", arguments: { name, input } },
    })
    if (method !== "elicitation/create") throw new Error(`The user was not asked: ${JSON.stringify(params)}`)
    return { message: params.message, ...toolResultOf(await this.push({ id, ...reply })) }
  }

  /** Makes calls at the same time. Returns their results in this order. */
  async callAtOnce(...calls: readonly object[]): Promise<ToolResult[]> {
    const { stdout } = this.#running
    const from = stdout.text.length
    const messages = calls.map((callInput) => {
      this.#id += 1
      return { jsonrpc: "2.0", id: this.#id, method: "tools/call", params: { name: "call", arguments: callInput } }
    })
    this.#stdin.push(messages.map((message) => `${JSON.stringify(message)}\n`).join(""))
    await stdout.until(new RegExp(`^[^]{${from}}(?:[^\n]*\n){${calls.length}}$`))
    const responses = stdout.text
      .slice(from)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    return messages.map(({ id }) => toolResultOf(responses.find((response) => response.id === id)))
  }

  call(name: string, input: object = {}, more: object = {}): Promise<ToolResult> {
    return this.tool("call", { name, input, ...more })
  }

  mock(name: string, input: object = {}): Promise<ToolResult> {
    return this.tool("mock", { name, input })
  }

  /** Makes a call that needs a confirmation by its token, and confirms it. */
  async callConfirmed(name: string, input: object = {}, more: object = {}): Promise<ToolResult> {
    const { data } = await this.call(name, input, more)
    return this.call(name, input, { ...more, confirm_token: data.confirm_token })
  }

  /** Makes a call that is held. Returns its id. */
  async hold(name: string, input: object = {}, more: object = {}): Promise<string> {
    const { data, text } = await this.call(name, input, more)
    if (data.held?.state !== "waits for a person") throw new Error(`The call is not held: ${text}`)
    return data.held.id
  }

  /** What the person at this machine sees of a held call. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  async show(id: string): Promise<any> {
    return (await this.home.run(["approvals", "show", id])).json
  }

  /** Approves a held call as that person, in another program. */
  async approve(id: string): Promise<Ran> {
    const { hash } = await this.show(id)
    return this.home.run(["approvals", "approve", `${id}@${hash}`])
  }

  /** Makes a call that is held, and approves it. Returns the id of what the service made of it. */
  async holdAndApprove(name: string, input: object = {}, more: object = {}): Promise<number> {
    const { code, json, err } = await this.approve(await this.hold(name, input, more))
    if (code !== 0) throw new Error(err)
    return Number(/^id (\d+)$/.exec(json[0].response)?.[1])
  }

  async close(): Promise<void> {
    this.#stdin.push(null)
    await this.#running.ended
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
function toolResultOf({ result }: any): ToolResult {
  const { text } = result.content[0]
  return { isError: result.isError === true, text, data: JSON.parse(text) }
}
