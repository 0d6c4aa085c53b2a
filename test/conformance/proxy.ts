import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

/** A request that the proxy forwards. */
export interface Passed {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly authorization: string
}

/** The parts of a response that the proxy may change. */
export interface Changeable {
  status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are changed.
  body: any
}

/** A server that forwards all requests to another and may change the responses. */
export async function startProxy(target: string, change: (response: Changeable, request: Passed) => void = () => {}) {
  const requests: Passed[] = []
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request
    const passed = { method, url, authorization: headers.authorization ?? "" }
    requests.push(passed)
    const body = await buffer(request)
    const forwardedHeaders = Object.entries(headers).filter(
      ([name]) => !["host", "connection", "content-length"].includes(name),
    )
    const upstreamResponse = await fetch(`${target}${url}`, {
      method,
      headers: forwardedHeaders.map(([name, value]): [string, string] => [name, String(value)]),
      redirect: "manual",
      ...(body.length > 0 && { body }),
    })
    const text = await upstreamResponse.text()
    const isJson = upstreamResponse.headers.get("content-type")?.includes("json") === true && text !== ""
    const changed: Changeable = {
      status: upstreamResponse.status,
      headers: new Headers(upstreamResponse.headers),
      body: isJson ? JSON.parse(text) : text,
    }
    change(changed, passed)
    changed.headers.delete("content-length")
    response.writeHead(changed.status, [...changed.headers].flat())
    response.end(isJson ? JSON.stringify(changed.body) : changed.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port }: AddressInfo = addressOf(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    /** Every request so far. */
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  return address
}
