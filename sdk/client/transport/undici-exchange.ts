import type { Dispatcher } from "undici"
import { ByteQueue } from "./byte-queue.ts"
import { BodyText } from "./bytes.ts"

import { decode, isCoded } from "./decode.ts"
import { readText, transportError } from "./failure.ts"
import type { HeaderRecord } from "./headers.ts"
import { TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"

type Controller = Pick<Dispatcher.DispatchController, "abort" | "pause" | "resume">

/** Follows one request through undici: without a stream when the whole body is wanted, which is cheapest. */
export class HttpExchange {
  readonly #request: TransportRequest
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (error: Error) => void
  readonly #onEnd: (() => void) | undefined
  #response: Pick<TransportResponse, "status" | "headers"> = { status: 0, headers: {} }
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
  onRequestStart(controller: Controller): void {
    this.#request.sent = true
    this.#request.onAbort((reason) => controller.abort(reason))
  }

  onResponseStart(controller: Controller, status: number, headers: HeaderRecord): void {
    if (status < 200) return
    const { read, maxBytes } = this.#request
    if (read === "text" && !isCoded(headers)) {
      this.#response = { status, headers }
      this.#text = new BodyText(maxBytes)
      return
    }
    const abort = (reason: Error) => controller.abort(reason)
    this.#stream = new ByteQueue(() => controller.resume(), abort)
    const { headers: decoded, stream } = decode(headers, this.#stream)
    const result = { status, headers: decoded }
    if (read === "stream") this.#resolve({ ...result, stream })
    else
      readText(result, stream, maxBytes)
        .then(this.#resolve, (error) => this.#reject(transportError(error, false)))
        .finally(() => abort(tooLarge()))
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    this.#stream?.push(chunk)
    if (this.#text?.add(chunk) === false) {
      this.onResponseEnd()
      controller.abort(tooLarge())
    }
    if (this.#stream?.isFull) controller.pause()
  }

  onResponseEnd(): void {
    this.#stream?.end()
    if (this.#text) this.#resolve({ ...this.#response, text: this.#text.toString(), cut: this.#text.cut })
    this.#onEnd?.()
  }

  onResponseError(_: unknown, error: Error): void {
    const { sent } = this.#request
    const failure = transportError(error, sent === undefined ? undefined : !sent)
    if (this.#stream) this.#stream.end(failure)
    else this.#reject(failure)
    this.#onEnd?.()
  }

  onRequestUpgrade(): void {
    this.onResponseError(
      undefined,
      new TransportError("the service switched protocols without a request for it", false),
    )
  }
}

const tooLarge = () => new Error("the response is too large")

/** Has the handler interface of undici 6 as well, for dispatchers that the program has chosen; undici 7 and later use the other. */
export class ForeignExchange extends HttpExchange {
  #isPaused = false
  readonly #controller: Controller = {
    abort: () => {},
    pause: () => {
      this.#isPaused = true
    },
    resume: () => {},
  }

  onConnect(abort: Controller["abort"]): void {
    this.#controller.abort = abort
    this.onRequestStart(this.#controller)
  }

  /** Names and values alternate. */
  onHeaders(status: number, fields: readonly Buffer[], resume: () => void): boolean {
    this.#controller.resume = () => {
      this.#isPaused = false
      resume()
    }
    this.onResponseStart(this.#controller, status, readFields(fields))
    return true
  }

  /** False: pause for now. */
  onData(chunk: Uint8Array): boolean {
    this.onResponseData(this.#controller, chunk)
    return !this.#isPaused
  }

  onComplete(): void {
    this.onResponseEnd()
  }

  onError(error: Error): void {
    this.onResponseError(this.#controller, error)
  }

  onUpgrade(): void {
    this.onRequestUpgrade()
  }
}

function readFields(fields: readonly Buffer[]): HeaderRecord {
  const headers: Record<string, string | string[]> = {}
  const text = (at: number) => String(fields[at]?.toString("latin1"))
  for (let at = 0; at < fields.length; at += 2) {
    const name = text(at).toLowerCase()
    headers[name] = Object.hasOwn(headers, name) ? [headers[name] ?? [], text(at + 1)].flat() : text(at + 1)
  }
  return headers
}
