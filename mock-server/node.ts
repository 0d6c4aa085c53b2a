import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { markHeader } from "./fetch.ts"
import type { MockService } from "./service.ts"
import type { WireBody, WireRequest, WireResponse } from "./wire.ts"

/** An HTTP server in front of a service. */
export function nodeServer(service: MockService): Server {
  return createServer((incoming, outgoing) => {
    void service.exchange(wireRequest(incoming)).then((response) => send(outgoing, response))
  })
}

function wireRequest(incoming: IncomingMessage): WireRequest {
  return {
    method: incoming.method ?? "GET",
    url: incoming.url ?? "/",
    headers: incoming.headers as WireRequest["headers"],
    body: bodyOf(incoming),
  }
}

const bodyOf = (incoming: IncomingMessage): WireBody => ({
  // Whoever stops reading early still answers over this connection.
  stream: () => incoming.iterator({ destroyOnReturn: false }),
  bytes: (limit) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.byteLength
        if (size > limit) resolve("too large")
        else chunks.push(chunk)
      })
      incoming.once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      incoming.once("error", reject)
    }),
})

function send(outgoing: ServerResponse, { status, headers, body, cut, mark = "" }: WireResponse): void {
  if (cut) {
    outgoing.socket?.destroy()
    return
  }
  const length = body === null ? 0 : Buffer.byteLength(body)
  const marked = { ...headers, [markHeader]: mark }
  outgoing.writeHead(status, status === 204 ? marked : { ...marked, "Content-Length": length })
  outgoing.end(body ?? undefined)
}
