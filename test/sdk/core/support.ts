import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"
import { unreadTimeout } from "../../../sdk/client/request/attempt-timeout.ts"
import type { Host } from "../../../sdk/client/request/host.ts"
import { requesterOf } from "../../../sdk/client/request/requester.ts"
import { type ClientOptions, fetchTransport, Mas, nodeHttpTransport, undiciTransport } from "../../../sdk/index.ts"

/** A request that arrived, with its whole body. */
export interface Arrival {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Responder = (response: ServerResponse, arrival: Arrival, request: IncomingMessage) => void

/** Serves on loopback with `respond` until the test ends. */
export async function serve(respond: Responder): Promise<{ url: string; arrivals: Arrival[] }> {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("error", () => {})
    request.on("end", () => {
      const { method = "", url = "", headers } = request
      const arrival = { method, url, headers, body: Buffer.concat(chunks).toString() }
      arrivals.push(arrival)
      respond(response, arrival, request)
    })
  })
  return { url: await listen(server), arrivals }
}

/** Serves raw bytes: for responses that no HTTP server would send. */
export async function serveBytes(
  respond: (socket: Socket, count: number) => void,
): Promise<{ url: string; count: () => number }> {
  let count = 0
  const server = createTcpServer((socket) => {
    socket.on("error", () => {})
    socket.on("data", (data) => {
      if (data.includes("\r\n\r\n")) respond(socket, ++count)
    })
  })
  return { url: await listen(server), count: () => count }
}

/** Serves on a free port until the test ends. */
export async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

/** An address at which nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return `http://127.0.0.1:${port}`
}

/** A clock that the test controls: pauses are recorded and end at once, time limits expire only on `expire()`. */
export interface TestHost extends Host {
  /** The requested pauses, in milliseconds. */
  readonly pauses: number[]
  /** Expires all running time limits except those of unread downloads. */
  expire(): void
  /** Expires the time limits of unread downloads. */
  expireUnread(): void
}

/** Anything at least this long is a time limit and not a pause. */
export const timeLimit = 25_000

export function testHost({ now = 0, random = 0.5 }: { now?: number; random?: number } = {}): TestHost {
  const limits = new Set<() => void>()
  const unread = new Set<() => void>()
  const pauses: number[] = []
  return {
    pauses,
    now: () => now,
    random: () => random,
    after(ms, run) {
      if (ms >= timeLimit) {
        const kind = ms === unreadTimeout ? unread : limits
        kind.add(run)
        return () => kind.delete(run)
      }
      pauses.push(ms)
      const soon = setImmediate(run)
      return () => clearImmediate(soon)
    },
    expire() {
      // Not limits that start meanwhile.
      for (const run of [...limits]) run()
    },
    expireUnread() {
      for (const run of [...unread]) run()
    },
  }
}

export const apiKey = "maskey_live_0123456789"

/** A client of a test's service, on a host of the test's. */
export function connect(baseUrl: string, options: ClientOptions = {}, host: Host = testHost()): Mas {
  const credential = options.token === undefined ? { apiKey } : {}
  const mas = new Mas(requesterOf({ baseUrl, timeout: 30_000, ...credential, ...options }, host))
  onTestFinished(() => mas.close())
  return mas
}

/** Every transport. */
export const transports = {
  undici: () => undiciTransport(),
  fetch: () => fetchTransport(fetch),
  "node:http": () => nodeHttpTransport(),
}

/** What a promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`should have failed, but gave ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}

/** A promise that is resolved from outside. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
