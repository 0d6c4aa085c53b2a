import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { Mas } from "../../../sdk/index.ts"

/** A received request. */
export interface Arrival {
  readonly method: string
  /** As on the request line, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer<ArrayBuffer>
}

/** A response: JSON unless `body` is bytes. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Service {
  readonly baseUrl: string
  readonly mas: Mas
  /** Everything received so far. */
  readonly arrivals: Arrival[]
}

/** A server on its own socket for one test, and a client of it. */
export async function startService(reply: (arrival: Arrival, count: number) => Reply): Promise<Service> {
  const arrivals: Arrival[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const [path = "", query = ""] = (request.url ?? "").split("?")
    const arrival: Arrival = {
      method: request.method ?? "",
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      headers: request.headers,
      body: Buffer.concat(chunks),
    }
    arrivals.push(arrival)
    const { status = 200, headers, body } = reply(arrival, arrivals.length)
    const isBytes = body instanceof Uint8Array
    response.writeHead(status, { ...(isBytes ? {} : { "Content-Type": "application/json" }), ...headers })
    response.end(isBytes ? body : body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  const mas = new Mas({ apiKey: "maskey_live_test", baseUrl, maxRetries: 0 })
  onTestFinished(async () => {
    await mas.close()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl, mas, arrivals }
}

/** The JSON body of a received request. */
export const json = ({ body }: Arrival): unknown => JSON.parse(body.toString("utf8"))
