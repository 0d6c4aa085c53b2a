import type { Dispatcher, Pool } from "undici"
import { ByteQueue } from "./byte-queue.ts"
import { BodyText, readText } from "./bytes.ts"
import { askForCompression, decode, isCoded } from "./decode.ts"
import { transportError } from "./failure.ts"
import type { HeaderRecord } from "./headers.ts"
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts"

/** The part of an undici dispatcher (`Agent`, `Pool`, `ProxyAgent`, `MockAgent`…) that the client hands on. */
export interface UndiciDispatcher {
  dispatch(options: object, handler: object): boolean
}

/** Connections to one service at most; more requests at a time wait for their turn. */
const connections = 128

/** Sends through a dispatcher of the caller's, or through pools of its own: then undici loads with the first request. */
export function undiciTransport(dispatcher?: UndiciDispatcher): Transport {
  return dispatcher ? { name: "undici", send: (request) => dispatch(dispatcher, request) } : poolTransport()
}

/** A pool of connections for each service. */
function poolTransport(): Transport {
  const pools = new Map<string, Pool>()
  return {
    name: "undici",
    send(request) {
      const pool = pools.get(request.origin)
      return pool
        ? dispatch(pool, request)
        : openPool(pools, request.origin).then((opened) => dispatch(opened, request))
    },
    async close() {
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map((pool) => pool.close()))
    },
  }
}

async function openPool(pools: Map<string, Pool>, origin: string): Promise<Pool> {
  const { Pool } = await import("undici")
  // Requests that waited for undici together share a pool.
  const pool = pools.get(origin) ?? new Pool(origin, { connections })
  pools.set(origin, pool)
  return pool
}

function dispatch(dispatcher: UndiciDispatcher, request: TransportRequest): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const { origin, path, method, body } = request
    const headers = askForCompression(request.headers)
    // Without undici's own timers: the client keeps one clock over the whole attempt.
    const options = { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }
    dispatcher.dispatch(options, new HttpExchange(request, resolve, reject))
  })
}

const tooLarge = () => new Error("the answer is too large")

/** Follows one request through undici: the cheapest way it has, without a stream where the whole body is wanted. */
class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (error: Error) => void
  #status = 0
  #headers: HeaderRecord = {}
  #text: BodyText | undefined
  #stream: ByteQueue | undefined

  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
    request.sent = false
  }

  /** Called when the request is about to be written to a connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#request.sent = true
    this.#request.onAbort((reason) => controller.abort(reason))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: HeaderRecord): void {
    if (status < 200) return
    const { read, maxBytes } = this.#request
    if (read === "text" && !isCoded(headers)) {
      this.#status = status
      this.#headers = headers
      this.#text = new BodyText(maxBytes)
      return
    }
    this.#stream = new ByteQueue(controller)
    const plain = decode(headers, this.#stream)
    if (read === "stream") {
      this.#resolve({ status, ...plain })
      return
    }
    readText({ status, headers: plain.headers }, plain.stream, maxBytes)
      .then(this.#resolve, (error) => this.#reject(transportError(error, false)))
      .finally(() => controller.abort(tooLarge()))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#stream?.push(chunk)
    if (this.#text?.add(chunk) !== false) return
    this.onResponseEnd()
    controller.abort(tooLarge())
  }

  onResponseEnd(): void {
    this.#stream?.end()
    if (!this.#text) return
    this.#resolve({ status: this.#status, headers: this.#headers, text: this.#text.toString(), cut: this.#text.cut })
  }

  onResponseError(_controller: unknown, error: Error): void {
    const failure = transportError(error, !this.#request.sent)
    if (this.#stream) this.#stream.end(failure)
    else this.#reject(failure)
  }
}
