import type { Dispatcher } from "undici"
import { ByteQueue } from "./byte-queue.ts"
import { BodyText, readText } from "./bytes.ts"
import { decode, isCoded } from "./decode.ts"
import { transportError } from "./failure.ts"
import type { HeaderRecord } from "./headers.ts"
import { TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"

type Abort = (reason: Error) => void
type Controller = Dispatcher.DispatchController

/** Follows one request through undici: the cheapest way it has, without a stream where the whole body is wanted. */
class Exchange {
  readonly #request: TransportRequest
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (error: Error) => void
  #abort: Abort | undefined
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

  /** The request is about to be written to a connection. */
  protected start(abort: Abort): void {
    this.#abort = abort
    this.#request.sent = true
    this.#request.onAbort(abort)
  }

  protected head(status: number, headers: HeaderRecord, flow: { pause(): void; resume(): void }): void {
    if (status < 200) return
    const { read, maxBytes } = this.#request
    if (read === "text" && !isCoded(headers)) {
      this.#status = status
      this.#headers = headers
      this.#text = new BodyText(maxBytes)
      return
    }
    const abort: Abort = (reason) => this.#abort?.(reason)
    this.#stream = new ByteQueue({ pause: () => flow.pause(), resume: () => flow.resume(), abort })
    const plain = decode(headers, this.#stream)
    if (read === "stream") {
      this.#resolve({ status, ...plain })
      return
    }
    readText({ status, headers: plain.headers }, plain.stream, maxBytes)
      .then(this.#resolve, (error) => this.#reject(transportError(error, false)))
      .finally(() => abort(tooLarge()))
  }

  protected data(chunk: Uint8Array): void {
    this.#stream?.push(chunk)
    if (this.#text?.add(chunk) !== false) return
    this.end()
    this.#abort?.(tooLarge())
  }

  protected end(): void {
    this.#stream?.end()
    if (!this.#text) return
    this.#resolve({ status: this.#status, headers: this.#headers, text: this.#text.toString(), cut: this.#text.cut })
  }

  protected fail(error: Error): void {
    const failure = transportError(error, !this.#request.sent)
    if (this.#stream) this.#stream.end(failure)
    else this.#reject(failure)
  }
}

const tooLarge = () => new Error("the answer is too large")

/** As undici up to 7 sees it, that of Node 20 and 22 too; in undici 7 this is also the shortest way. */
export class HttpExchange extends Exchange {
  #isPaused = false

  onConnect(abort: Abort): void {
    this.start(abort)
  }

  /** Names and values in turn. False, here and below: nothing more for now. */
  onHeaders(status: number, fields: readonly FieldText[], resume: () => void): boolean {
    this.head(status, readFields(fields), {
      pause: () => {
        this.#isPaused = true
      },
      resume: () => {
        if (!this.#isPaused) return
        this.#isPaused = false
        resume()
      },
    })
    return !this.#isPaused
  }

  onData(chunk: Uint8Array): boolean {
    this.data(chunk)
    return !this.#isPaused
  }

  onComplete(): void {
    this.end()
  }

  onError(error: Error): void {
    this.fail(error)
  }

  onUpgrade(): void {
    this.fail(new TransportError("the service changed protocols, which nobody asked for", false))
  }
}

/** As any undici sees it, and what wraps one: undici 8 has only the methods below. */
export class ForeignExchange extends HttpExchange {
  onRequestStart(controller: Controller): void {
    this.start((reason) => controller.abort(reason))
  }

  onResponseStart(controller: Controller, status: number, headers: HeaderRecord): void {
    this.head(status, headers, controller)
  }

  onResponseData(_: Controller, chunk: Uint8Array): void {
    this.data(chunk)
  }

  onResponseEnd(): void {
    this.end()
  }

  onResponseError(_: Controller, error: Error): void {
    this.fail(error)
  }

  onRequestUpgrade(): void {
    this.onUpgrade()
  }
}

function readFields(fields: readonly FieldText[]): HeaderRecord {
  const headers: Record<string, string | string[]> = {}
  for (let at = 1; at < fields.length; at += 2) {
    const name = String(fields[at - 1]?.toString("latin1")).toLowerCase()
    const value = String(fields[at]?.toString("latin1"))
    const known = Object.hasOwn(headers, name) ? headers[name] : undefined
    headers[name] = known === undefined ? value : [known, value].flat()
  }
  return headers
}

/** A Buffer, as far as it is needed. */
interface FieldText {
  toString(encoding: "latin1"): string
}
