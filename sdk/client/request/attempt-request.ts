import type { RequestError } from "../errors.ts"
import { isText } from "../transport/fields.ts"
import type { TransportBody, TransportRequest } from "../transport/transport.ts"
import type { Call } from "./call.ts"

/** One attempt as a transport sees it, with a way to stop it. */
export class AttemptRequest implements TransportRequest {
  readonly method: string
  readonly origin: string
  /** Changes when a redirect is followed. */
  path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
  readonly read: "text" | "stream"
  readonly maxBytes: number
  readonly maxConnections: number | undefined
  sent?: boolean
  readonly admit: (() => Promise<void>) | undefined
  /** Why the client ended it, if it did. */
  reason: RequestError | undefined
  // Not `#private`: the caller's transport may wrap this object in a Proxy.
  private stop: ((reason: Error) => void) | undefined
  private refuse: ((reason: Error) => void) | undefined
  private controller: AbortController | undefined
  private admission: Promise<void> | undefined

  constructor(
    { target, settings, path, body }: Call,
    headers: Readonly<Record<string, string>>,
    take?: () => Promise<void>,
  ) {
    this.method = target.method
    this.origin = settings.origin
    this.path = path
    this.headers = headers
    this.body = isText(body) ? body : (body?.open() ?? null)
    this.read = target.download ? "stream" : "text"
    this.maxBytes = settings.maxResponseBytes
    this.maxConnections = settings.maxConnections
    this.admit = take && (() => (this.admission ??= this.takeRoom(take)))
  }

  /** Takes the room of the attempt under the ceiling: its time limit does not run meanwhile. */
  private async takeRoom(take: () => Promise<void>): Promise<void> {
    const release = this.hold("room under the ceiling")
    try {
      await take()
    } finally {
      release()
    }
    if (this.reason) throw this.reason
  }

  /** Called when the time limit pauses and when it continues. */
  onHold: (isHeld: boolean) => void = () => {}
  /** What the attempt waits for before it can be sent. */
  held: string | undefined

  hold(what: string): () => void {
    this.held = what
    this.onHold(true)
    return () => {
      this.held = undefined
      this.onHold(false)
    }
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    if (this.reason) this.controller.abort(this.reason)
    return this.controller.signal
  }

  onAbort(stop: (reason: Error) => void): void {
    this.stop = stop
    if (this.reason) stop(this.reason)
  }

  /** Waits for the service. The abort is handled here as well: a `fetch` may ignore its signal. */
  wait<T>(run: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.reason) return reject(this.reason)
      this.refuse = reject
      run().then(resolve, reject)
    })
  }

  /** Ends the attempt; only the first reason counts. */
  abort(reason: RequestError): void {
    if (this.reason) return
    this.reason = reason
    this.refuse?.(reason)
    this.stop?.(reason)
    this.controller?.abort(reason)
  }
}
