import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { renderFailure } from "../request/render.ts"
import type { WireResponse } from "../request/wire.ts"
import type { ServiceCore } from "../service.ts"
import { CloseAfterError, closeDelayMs } from "./close-after-error.ts"
import { sendFeed } from "./event-stream.ts"
import { buildHeader } from "./fetch.ts"
import { headerValue } from "./header-value.ts"
import { NodeRequest } from "./node-request.ts"
import { sendThrottled, type ThrottledBody, throttledBody } from "./throttled-body.ts"

const serverOptions = {
  // A test may pause between two requests for longer than Node's five seconds.
  keepAliveTimeout: 30_000,
  // The service sends its own error instead.
  requireHostHeader: false,
}

/** Characters of path and query. Node counts them among the 16 KiB of headers too. */
const urlLimit = 8 * 1024
/** How long requests in progress may take once the server closes. Milliseconds. */
const graceTime = 10_000

const parserErrors: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "headers_too_large", "The headers are larger than 16 KiB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request_timeout", "The request did not arrive in time"],
}

/**
 * Sends head and body in one write. `end(text)` alone adds an empty chunk, and two chunks take the slower path in the system.
 * `length` is in bytes. Text with as many characters as bytes is ASCII and sent unchanged.
 */
function sendText(outgoing: ServerResponse, text: string, length: number): void {
  if (text !== "") outgoing.write(text, length === text.length ? "latin1" : "utf8")
  // Null until the earlier responses on the connection are sent.
  outgoing.socket?.uncork()
  outgoing.end()
}

/** Bytes. */
const lengthOf = ({ body, length }: WireResponse): number => length ?? Buffer.byteLength(body ?? "")

/** An HTTP server in front of a service. */
export class NodeServer {
  readonly server: Server
  /** The pending responses of each connection, in order. */
  readonly #open = new Map<Socket, ServerResponse[]>()
  readonly #closeAfterError: CloseAfterError
  #closing = false

  constructor(
    private readonly service: ServiceCore,
    maxConnections = 2_000,
  ) {
    this.#closeAfterError = new CloseAfterError(service.host)
    this.server = createServer(serverOptions, (incoming, outgoing) => this.#take(incoming, outgoing, false))
    this.server.maxConnections = maxConnections
    // Past a count Node drops headers without a word, such as an idempotency key. Their size is limited anyway.
    this.server.maxHeadersCount = 0
    this.server.on("checkContinue", (incoming, outgoing) => this.#take(incoming, outgoing, true))
    this.server.on("checkExpectation", (incoming, outgoing) => {
      this.#take(incoming, outgoing, false, this.#error(417, "expectation_failed", "Only 100-continue can be expected"))
    })
    this.server.on("connection", (socket) => {
      this.#open.set(socket, [])
      socket.once("close", () => this.#open.delete(socket))
    })
    this.server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => this.#refuse(error, socket))
    this.server.on("connect", ({ socket }: IncomingMessage) => {
      this.#closeAfterError.send(socket, this.#rawError(405, "method_not_allowed", "This server is not a proxy"))
    })
  }

  /** Listens and returns the bound address. Rejects when it is taken. */
  listen(port: number, host: string): Promise<Pick<AddressInfo, "address" | "port">> {
    return new Promise((resolve, reject) => {
      this.server.once("error", reject)
      // Queue length: a thousand clients may connect at once.
      this.server.listen({ port, host, backlog: 4_096 }, () => {
        this.server.off("error", reject)
        const address = this.server.address()
        resolve(address !== null && typeof address === "object" ? address : { address: host, port })
      })
    })
  }

  /** Accepts no more connections, and resolves when pending requests are answered. */
  async close(): Promise<void> {
    this.#closing = true
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    for (const [socket, open] of this.#open) if (open.length === 0) socket.destroySoon()
    const giveUp = this.service.host.after(graceTime, () => this.server.closeAllConnections())
    await closed
    giveUp()
  }

  #take(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    expectsContinue: boolean,
    refusal = this.#refusal(incoming),
  ): void {
    const request = new NodeRequest(incoming, expectsContinue ? outgoing : undefined)
    if (refusal !== undefined) {
      this.#sendAndLinger(request, outgoing, refusal)
      return
    }
    this.#track(outgoing)
    // Null until the earlier responses on the connection are sent.
    if (outgoing.socket === null) this.#queue(request, outgoing)
    else this.#begin(request, outgoing)
  }

  #track(outgoing: ServerResponse): void {
    this.#open.get(outgoing.req.socket)?.push(outgoing)
  }

  #untrack(outgoing: ServerResponse): void {
    const open = this.#open.get(outgoing.req.socket)
    const at = open?.indexOf(outgoing) ?? -1
    if (at >= 0) open?.splice(at, 1)
  }

  /**
   * Starts a request when the previous responses on its connection are sent, so that it sees their effects. If the connection
   * closes earlier, the request is dropped.
   */
  #queue(request: NodeRequest, outgoing: ServerResponse): void {
    const forget = () => this.#untrack(outgoing)
    outgoing.req.once("close", forget)
    outgoing.once("socket", () => {
      outgoing.req.off("close", forget)
      this.#begin(request, outgoing)
    })
  }

  #begin(request: NodeRequest, outgoing: ServerResponse): void {
    if (request.isShort) void request.gather().then(() => this.#response(request, outgoing))
    else this.#response(request, outgoing)
  }

  /** The HTTP-level error of a request. */
  #refusal({ headers, httpVersion, url = "" }: IncomingMessage): WireResponse | undefined {
    if (headers.host === undefined && httpVersion === "1.1") {
      return this.#error(400, "bad_request", "The header Host is missing")
    }
    if (url.length <= urlLimit) return undefined
    return this.#error(414, "uri_too_long", "The path and query are longer than 8 KiB")
  }

  #response(request: NodeRequest, outgoing: ServerResponse): void {
    void this.service.respond(request).then((response) => this.#give(request, outgoing, response))
  }

  /** Catches every error: an uncaught one would end the process with all other requests. */
  #give(request: NodeRequest, outgoing: ServerResponse, response: WireResponse): void {
    this.#untrack(outgoing)
    try {
      if (request.isUnread) this.#sendAndLinger(request, outgoing, response)
      else this.#send(outgoing, response)
    } catch (error) {
      this.#fail(outgoing, error)
    }
  }

  /** Sends a 500 for a response that could not be written; if part of it was sent, only closes the connection. */
  #fail(outgoing: ServerResponse, error: unknown): void {
    const { socket } = outgoing.req
    if (outgoing.headersSent) socket.destroy()
    else this.#closeAfterError.send(socket, this.#rawResponse(renderFailure(error)))
  }

  #send(outgoing: ServerResponse, response: WireResponse): void {
    if (response.cut) {
      outgoing.req.socket.destroy()
      return
    }
    if (response.feed !== undefined) {
      // The last response of its connection, so that closing the server does not wait for another.
      outgoing.shouldKeepAlive = false
      this.#writeHead(outgoing, response)
      this.#trackSending(outgoing)
      sendFeed(outgoing, response.feed).catch((error: unknown) => this.#fail(outgoing, error))
      return
    }
    const length = lengthOf(response)
    this.#writeHead(outgoing, response, length)
    const throttled = throttledBody(response)
    if (throttled !== undefined) this.#sendThrottled(outgoing, throttled)
    else if (typeof response.body === "string") sendText(outgoing, response.body, length)
    else outgoing.end(response.body)
  }

  /** A response that is still being sent counts as pending. */
  #trackSending(outgoing: ServerResponse): void {
    this.#track(outgoing)
    outgoing.once("close", () => this.#untrack(outgoing))
  }

  #sendThrottled(outgoing: ServerResponse, throttled: ThrottledBody): void {
    this.#trackSending(outgoing)
    sendThrottled(this.service.host, outgoing, throttled).catch((error: unknown) => this.#fail(outgoing, error))
  }

  /** Responds to a client that is still sending, and gives it some time to finish: a reset connection would lose the response. */
  #sendAndLinger(request: NodeRequest, outgoing: ServerResponse, response: WireResponse): void {
    outgoing.shouldKeepAlive = false
    if (response.cut || request.isWaiting || throttledBody(response) !== undefined) {
      this.#send(outgoing, response)
      return
    }
    this.#writeHead(outgoing, response)
    if (response.body !== null) outgoing.write(response.body)
    const end = () => outgoing.end()
    const cancel = this.service.host.after(closeDelayMs, end)
    request.discard(() => {
      cancel()
      end()
    })
  }

  #writeHead(outgoing: ServerResponse, response: WireResponse, length = lengthOf(response)): void {
    const { status, headers, feed, build = "" } = response
    const list: string[] = []
    for (const name in headers) list.push(name, headerValue(headers[name] ?? ""))
    list.push(buildHeader, headerValue(build))
    if (status !== 204 && feed === undefined) list.push("Content-Length", String(length))
    if (this.#closing) outgoing.shouldKeepAlive = false
    outgoing.writeHead(status, list)
  }

  /** Responds to a request that the parser cannot read, after the earlier requests of the connection. */
  #refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.#closeAfterError.isClosing(socket)) return
    // After a body that ends early, no client is left to answer.
    if (error.code === "ECONNRESET" || error.code === "HPE_INVALID_EOF_STATE" || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, code, message] = parserErrors[error.code ?? ""] ?? [400, "bad_request", "This is not valid HTTP"]
    const open = this.#open.get(socket) ?? []
    // The list may contain a response that is being sent after those that wait for it.
    const before = open.findLast((outgoing) => outgoing.socket === null) ?? open.at(-1)
    const refuse = () => this.#closeAfterError.send(socket, this.#rawError(status, code, message))
    if (before?.req.complete) before.once("finish", refuse)
    else refuse()
  }

  #rawError(status: number, code: string, message: string): string {
    return this.#rawResponse(this.#error(status, code, message))
  }

  /** The last response of a connection, as text. */
  #rawResponse({ status, headers, body }: WireResponse): string {
    const fields = { ...headers, [buildHeader]: headerValue(this.service.build), Connection: "close" }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`
    return `${head}Content-Length: ${Buffer.byteLength(body ?? "")}\r\n\r\n${body ?? ""}`
  }

  /** An HTTP-level error, in the format of the API. */
  #error(status: number, error_code: string, message: string): WireResponse {
    const body = JSON.stringify({ code: status, message, error: true, error_code })
    const headers = { "Content-Type": "application/json; charset=utf-8" }
    return { status, headers, body, build: this.service.build }
  }
}
