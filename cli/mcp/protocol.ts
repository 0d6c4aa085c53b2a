import {
  isSpecType,
  type JSONRPCMessage,
  type ListToolsResult,
  ProtocolErrorCode,
  Server,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import type { CleanText } from "../../sdk/contract/core/clean-text.ts"
import { jsonFromText } from "../../sdk/contract/core/parse-text.ts"
import { changedNumber } from "../line/input/exact-numbers.ts"
import { aborted, type Io } from "../terminal/io.ts"
import { fieldOf } from "../terminal/output/fields.ts"
import { safeJson } from "../terminal/output/safe-text.ts"
import { write } from "../terminal/output/write.ts"
import { askDuringCall, canAsk, QuestionsBetweenCalls } from "./ask-user.ts"
import { outgoingText } from "./outgoing.ts"
import type { ToolRegistry } from "./tool.ts"

/**
 * Serves tools by the Model Context Protocol on stdin and stdout, until stdin ends and all requests are answered, or a
 * signal stops the process. The first message decides on the revision: with `initialize`, or of 2026-07-28, where each request
 * stands alone. A separate file in dist, which no other command loads.
 */
export async function serve({ name, version, instructions, tools, call }: ToolRegistry, io: Io): Promise<void> {
  const options = { capabilities: { tools: {} }, instructions, jsonSchemaValidator: unused }
  const listed: ListToolsResult = JSON.parse(JSON.stringify({ tools }))
  const questions = new QuestionsBetweenCalls()
  const lines = new LineTransport(io)
  const connection = serveStdio(
    () => {
      const server = new Server({ name, version }, options)
      server.setRequestHandler("tools/list", () => listed)
      server.setRequestHandler("tools/call", async ({ params }, context) => {
        const { envelope, signal } = context.mcpReq
        const between = envelope && questions.ask(context)
        const agree = between?.agree ?? askDuringCall(server, AbortSignal.any([signal, lines.ended]))
        const toolInput = params.arguments ?? {}
        const { data, isError } = await call(
          params.name,
          toolInput,
          signal,
          canAsk(server, context) ? agree : undefined,
        )
        const content = [contentOf(outgoingText(data))]
        return between?.question() ?? { content, ...(isError ? { isError } : {}) }
      })
      return server
    },
    { transport: lines },
  )
  await lines.read()
  await connection.close()
}

/** What the model reads. */
const contentOf = (text: CleanText<"model">) => ({ type: "text" as const, text })

/** A validator for client input that is never requested. */
const unused = {
  getValidator: () => {
    throw new Error("nothing is asked of the client")
  },
}

/** Maximum characters of a message. */
const maxLength = 64 * 1024 * 1024
/** Milliseconds for open requests after stdin ends: a waiting call must not outlive its client. */
const closeTimeout = 120_000

/** Fully supported revisions. 2025-03-26 is not: only it requires servers to accept batches. */
const revisions = ["2025-11-25", "2025-06-18", "2024-11-05"]

/**
 * Negotiates the revision: the requested one, otherwise the next older one, which the client probably knows; otherwise
 * the newest.
 */
const agreedOn = (requested: string) => revisions.find((revision) => revision <= requested) ?? revisions[0]

const notJson = { code: ProtocolErrorCode.ParseError, message: "Not JSON" }
const notRpc = { code: ProtocolErrorCode.InvalidRequest, message: "Not JSON-RPC 2.0" }
const noBatch = {
  code: ProtocolErrorCode.InvalidRequest,
  message: "Batches are not supported: send one message a line",
}

/** What a request of the revision of 2026-07-28 says of its client. */
const metaKey = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
}

/** One message per line. The SDK's stdio transport only supports the process's own streams, and outlives its client. */
class LineTransport implements Transport {
  onclose?: () => void
  onmessage?: Transport["onmessage"]
  /** Ids of open requests. */
  readonly #open = new Set<unknown>()
  #onResponse?: () => void
  readonly #end = new AbortController()
  /** Aborted once the client can answer no more. */
  readonly ended = this.#end.signal

  constructor(private readonly io: Io) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    await write(this.io.stdout, safeJson(serializeMessage(refusal(message))))
    // A request to the client has an id of this side.
    if ("id" in message && !("method" in message)) this.#close(message.id)
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  /** Handles messages until the client has disconnected and all are answered, or a signal stops the process. */
  async read(): Promise<void> {
    await Promise.race([this.#readAll(), aborted(this.io.signal)])
  }

  async #readAll(): Promise<void> {
    const decoder = new TextDecoder()
    let line = ""
    for await (const chunk of this.io.stdin) {
      const [end = "", ...others] = decoder.decode(Buffer.from(chunk), { stream: true }).split("\n")
      line += end
      for (const begun of others) {
        await this.#take(line)
        line = begun
      }
      if (line.length > maxLength) throw new Error("A message is too large")
    }
    await this.#take(line + decoder.decode())
    this.#end.abort()
    await Promise.race([this.#onReply(), aborted(AbortSignal.timeout(closeTimeout))])
  }

  async #onReply(): Promise<void> {
    while (this.#open.size > 0) await new Promise<void>((resolve) => (this.#onResponse = resolve))
  }

  async #take(line: string): Promise<void> {
    if (line.trim() === "") return
    const value = jsonFromText(line)
    if (!isSpecType.JSONRPCMessage(value))
      return this.#refuse(value, value === line ? notJson : Array.isArray(value) ? noBatch : notRpc)
    if ("method" in value && "id" in value) {
      const problem = changedNumber(line)
      if (problem)
        return this.#refuse(value, { code: ProtocolErrorCode.InvalidParams, message: `The message ${problem}` })
      this.#open.add(value.id)
    }
    // A cancelled request gets no response.
    if ("method" in value && value.method === "notifications/cancelled") this.#close(value.params?.requestId)
    this.onmessage?.(withRevision(value))
  }

  /** Responds to an invalid or unsupported line; the SDK's types have no response without an id. */
  async #refuse(value: unknown, error: { readonly code: number; readonly message: string }): Promise<void> {
    const id = fieldOf(value, "id")
    const requestId = typeof id === "string" || typeof id === "number" ? id : null
    await write(this.io.stdout, safeJson(`${JSON.stringify({ jsonrpc: "2.0", id: requestId, error })}\n`))
  }

  #close(id: unknown): void {
    this.#open.delete(id)
    this.#onResponse?.()
  }
}

/** The SDK accepts every revision that it knows, and of that of 2026-07-28 no request without capabilities: a client that names none has none. */
function withRevision(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message)) return message
  const meta = message.params?._meta
  if (meta?.[metaKey.version] !== undefined && meta[metaKey.capabilities] === undefined)
    return { ...message, params: { ...message.params, _meta: { ...meta, [metaKey.capabilities]: {} } } }
  if (message.method !== "initialize") return message
  const requested = message.params?.protocolVersion
  return typeof requested === "string"
    ? { ...message, params: { ...message.params, protocolVersion: agreedOn(requested) } }
    : message
}

/** The SDK reports invalid parameters with zod's full output. */
function refusal(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) return message
  const { message: text } = message.error
  const issues = jsonFromText(text.slice(text.indexOf("[")))
  if (!Array.isArray(issues)) return message
  const details = issues.map((issue) => `${[fieldOf(issue, "path")].flat().join(".")}: ${fieldOf(issue, "message")}`)
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: details.join("; ") } }
}
