import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request that reached a receiver. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Responds to a request, or not. */
export type Responder = (response: ServerResponse, request: ReceivedRequest, incoming: IncomingMessage) => void

/** Answers with a status, without a body. */
export const status =
  (code: number): Responder =>
  (response) =>
    response.writeHead(code).end()

/** A real HTTP server on loopback that collects its requests. */
export async function startReceiver(respond: Responder = status(200)) {
  const received: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming
      const request = { method, url, headers, body: Buffer.concat(chunks) }
      received.push(request)
      respond(response, request, incoming)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
