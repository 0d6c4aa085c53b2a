import type { Dispatcher } from "undici"
import { ByteQueue } from "./byte-queue.ts"
import { BodyText } from "./bytes.ts"
import { isCoded } from "./content-encoding.ts"
import { decode } from "./decode.ts"
import { readText, transportError } from "./failure.ts"
import type { HeaderRecord } from "./headers.ts"
import { type PlainHead, TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"

type Abort = (reason: Error) => void
type Controller = Dispatcher.DispatchController

/** Response headers that know, before they are parsed, whether they name an encoding. */
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

/**
 * Follows one request through undici in the cheapest way: without a stream when the whole body is wanted. Uses the handler
 * interface of undici up to 7, which is also that of Node 20 and 22.
 */
export class HttpExchange {
  readonly #request: TransportRequest
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (error: Error) => void
  readonly #onEnd: (() => void) | undefined
  #abort: Abort = () => {}
  #status = 0
  #head: Head = { headers: {} }
  #text: BodyText | undefined
  #stream: ByteQueue | undefined

  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: Error) => void,
    /** Called when the connection is free again. That may be after the response was returned: its body may be a stream. */
    onEnd?: () => void,
  ) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
    this.#onEnd = onEnd
  }

  /** The request is about to be written to a connection. */
  onConnect(abort: Abort): void {
    this.#abort = abort
    this.#request.sent = true
    this.#request.onAbort(abort)
  }

  /** Names and values alternate. */
  onHeaders(status: number, fields: readonly FieldText[], resume: () => void): boolean {
    this.start(status, new RawHead(fields), resume)
    return true
  }

  protected start(status: number, head: Head, resume: () => void): void {
    if (status < 200) return
    const { read, maxBytes } = this.#request
    if (read === "text" && !(head.isCoded ?? isCoded(head.headers))) {
      this.#status = status
      this.#head = head
      this.#text = new BodyText(maxBytes)
      return
    }
    const abort = this.#abort
    this.#stream = new ByteQueue(resume, abort)
    const { headers, stream } = decode(head.headers, this.#stream)
    const answer = { status, headers }
    if (read === "stream") this.#resolve({ ...answer, stream })
    else
      readText(answer, stream, maxBytes)
        .then(this.#resolve, (error) => this.#reject(transportError(error, false)))
        .finally(() => abort(tooLarge()))
  }

  /** False: pause for now. */
  onData(chunk: Uint8Array): boolean {
    this.#stream?.push(chunk)
    if (this.#text?.add(chunk) === false) {
      this.onComplete()
      this.#abort(tooLarge())
    }
    return !this.#stream?.isFull
  }

  onComplete(): void {
    this.#stream?.end()
    if (this.#text) this.#resolve(new TextAnswer(this.#status, this.#head, this.#text))
    this.#onEnd?.()
  }

  onError(error: Error): void {
    const { sent } = this.#request
    const failure = transportError(error, sent === undefined ? undefined : !sent)
    if (this.#stream) this.#stream.end(failure)
    else this.#reject(failure)
    this.#onEnd?.()
  }

  onUpgrade(): void {
    this.onError(new TransportError("the service changed protocols, which nobody asked for", false))
  }
}

const tooLarge = () => new Error("the answer is too large")

/** The handler interface that any undici and its wrappers accept: undici 8 has only the methods below. */
export class ForeignExchange extends HttpExchange {
  onRequestStart(controller: Controller): void {
    this.onConnect((reason) => controller.abort(reason))
  }

  onResponseStart(controller: Controller, status: number, headers: HeaderRecord): void {
    this.start(status, { headers }, () => controller.resume())
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    if (!this.onData(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    this.onComplete()
  }

  onResponseError(_: Controller, error: Error): void {
    this.onError(error)
  }

  onRequestUpgrade(): void {
    this.onUpgrade()
  }
}

/** The part of a Buffer that is needed. */
interface FieldText {
  readonly length: number
  toString(encoding: "latin1"): string
}

/** Headers as received, names and values alternating; most are never read. */
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
    // They keep the whole received chunk in memory.
    this.#fields = []
    return this.#headers
  }
}

function readFields(fields: readonly FieldText[]): HeaderRecord {
  const headers: Record<string, string | string[]> = {}
  const text = (at: number) => String(fields[at]?.toString("latin1"))
  for (let at = 0; at < fields.length; at += 2) {
    const name = text(at).toLowerCase()
    headers[name] = Object.hasOwn(headers, name) ? [headers[name] ?? [], text(at + 1)].flat() : text(at + 1)
  }
  return headers
}
