import type { Dispatcher } from "undici"
import { ByteQueue } from "./byte-queue.ts"
import { BodyText } from "./bytes.ts"
import { decode, isCoded } from "./decode.ts"
import { readText, transportError } from "./failure.ts"
import type { HeaderRecord } from "./headers.ts"
import { type PlainHead, TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"

type Abort = (reason: Error) => void
type Controller = Dispatcher.DispatchController

interface Flow {
  pause(): void
  resume(): void
}

/** The headers of an answer; those that are not read yet know whether they speak of a coding. */
interface Head extends PlainHead {
  readonly isCoded?: boolean
}

class TextAnswer implements TransportResponse {
  readonly status: number
  readonly head: PlainHead
  readonly text: string
  readonly cut: boolean

  constructor(status: number, head: PlainHead, body: BodyText) {
    this.status = status
    this.head = head
    this.text = body.toString()
    this.cut = body.cut
  }

  get headers(): HeaderRecord {
    return this.head.headers
  }
}

/** Follows one request through undici: the cheapest way it has, without a stream where the whole body is wanted. */
class Exchange {
  readonly #request: TransportRequest
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (error: Error) => void
  #abort: Abort | undefined
  #status = 0
  #head: Head = { headers: {} }
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

  protected head(status: number, head: Head, flow: Flow): void {
    if (status < 200) return
    const { read, maxBytes } = this.#request
    if (read === "text" && !(head.isCoded ?? isCoded(head.headers))) {
      this.#status = status
      this.#head = head
      this.#text = new BodyText(maxBytes)
      return
    }
    const { headers } = head
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
    this.#resolve(new TextAnswer(this.#status, this.#head, this.#text))
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
  #resume = () => {}

  onConnect(abort: Abort): void {
    this.start(abort)
  }

  /** Names and values in turn. False, here and below: nothing more for now. */
  onHeaders(status: number, fields: readonly FieldText[], resume: () => void): boolean {
    this.#resume = resume
    this.head(status, new RawHead(fields), this)
    return !this.#isPaused
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#resume()
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
    this.head(status, { headers }, controller)
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

/** A Buffer, as far as it is needed. */
interface FieldText {
  readonly length: number
  toString(encoding: "latin1"): string
}

/** Headers as they came, names and values in turn, of which most are never asked for. */
class RawHead implements Head {
  #fields: readonly FieldText[]
  #headers: HeaderRecord | undefined

  constructor(fields: readonly FieldText[]) {
    this.#fields = fields
  }

  get isCoded(): boolean {
    return this.#fields.some(({ length }, at) => at % 2 === 0 && length === 16) && isCoded(this.headers)
  }

  get headers(): HeaderRecord {
    this.#headers ??= readFields(this.#fields)
    // They hold on to all that came with them.
    this.#fields = []
    return this.#headers
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
