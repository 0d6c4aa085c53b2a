import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import type { Io } from "../io.ts"
import { write } from "../output/write.ts"
import type { Toolbox } from "./tool.ts"

/**
 * Serves tools by the Model Context Protocol on stdin and stdout, until stdin ends or the process is told to stop. A file
 * of its own in dist, which no other command loads.
 */
export async function serve({ name, version, instructions, tools, call }: Toolbox, io: Io): Promise<void> {
  const options = { capabilities: { tools: {} }, instructions, jsonSchemaValidator: unused }
  const server = new Server({ name, version }, options)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { data, isError } = await call(params.name, params.arguments ?? {}, signal)
    return { content: [{ type: "text", text: JSON.stringify(data ?? null) }], ...(isError ? { isError } : {}) }
  })
  const lines = new LineTransport(io)
  await server.connect(lines)
  await lines.read()
  await server.close()
}

/** Checks what a client fills in when it is asked, which it never is. */
const unused = {
  getValidator: () => {
    throw new Error("nothing is asked of the client")
  },
}

/** A message a line. The SDK's own transport for stdio takes no other streams than the process's, and outlives its client. */
class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport["onmessage"]
  readonly #io: Io
  readonly #buffer = new ReadBuffer({ maxBufferSize: 64 * 1024 * 1024 })

  constructor(io: Io) {
    this.#io = io
  }

  async start(): Promise<void> {}

  send(message: Parameters<Transport["send"]>[0]): Promise<void> {
    return write(this.#io.stdout, serializeMessage(message))
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  /** Hands on what comes, until the client is gone or the process is told to stop. */
  async read(): Promise<void> {
    await Promise.race([this.#readAll(), aborted(this.#io.signal)])
  }

  async #readAll(): Promise<void> {
    for await (const chunk of this.#io.stdin) {
      this.#buffer.append(Buffer.from(chunk))
      while (this.#next()) {}
    }
  }

  /** One message; what is none is passed over. False when there is no whole line. */
  #next(): boolean {
    try {
      const message = this.#buffer.readMessage()
      if (message) this.onmessage?.(message)
      return message !== null
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
      return true
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener("abort", () => resolve(), { once: true })
  })
}
