import { onAbort } from "../base/abort.ts"
import { asyncDispose } from "../base/async-dispose.ts"
import { InvalidArgumentError } from "../client/errors.ts"
import { cancelWebStream } from "../client/transport/bytes.ts"
import { isObject, messageOf } from "../client/transport/fields.ts"
import { callerContext } from "../stores/async-context.ts"

type Closable = Partial<Record<"destroy" | "return" | typeof asyncDispose, () => unknown>>

interface Emitter {
  on(event: string, listen: (error: unknown) => void): unknown
  off(event: string, listen: (error: unknown) => void): unknown
  readonly readableDidRead?: boolean
  readonly readableEnded?: boolean
}

/** Sources in use: a second call with the same stream is refused, and must not close it for the first. */
const leased = new WeakSet<object>()

/**
 * A stream or an iterator of the caller's, from the moment it is given until it is no longer needed. Its errors are heard at once:
 * an `error` event that nobody hears ends a Node process. It is closed on every end, and read in the context of the caller.
 */
export class StreamLease {
  /** Undefined if another lease closes it. */
  readonly #source: object | undefined
  readonly #inContext = callerContext()
  readonly #stop = new AbortController()
  #forget = () => {}
  #failure: InvalidArgumentError | undefined
  #isOver = false

  /** The file of an upload, if one is given that can fail or must be closed. */
  static ofUpload(body: unknown): StreamLease | undefined {
    const { file } = isObject<{ file?: unknown }>(body) ? body : {}
    const content = isObject<{ content?: unknown }>(file) && !(asyncIterator in file) ? (file.content ?? file) : file
    return isObject(content) && (asyncIterator in content || "getReader" in content)
      ? new StreamLease(content)
      : undefined
  }

  constructor(source: unknown) {
    if (isObject(source) && !leased.has(source)) {
      leased.add(source)
      this.#source = source
    }
    if (!isEmitter(source)) return
    // Stays for good: a stream may report an error after it was destroyed.
    source.on("error", (error) => this.#fail(error))
    const onClose = () => {
      if (!source.readableEnded && !source.readableDidRead) this.#fail(new Error("the stream was closed"))
    }
    source.on("close", onClose)
    this.#forget = () => source.off("close", onClose)
  }

  /** Aborts with the caller's signal, and when the stream fails: nothing waits for a file that will not come. */
  signal(callerSignal: AbortSignal | undefined): AbortSignal {
    const abort = () => this.#stop.abort(callerSignal?.reason)
    if (callerSignal?.aborted) abort()
    const [forgetSignal, forgetClose] = [onAbort(callerSignal, abort), this.#forget]
    this.#forget = () => {
      forgetSignal()
      forgetClose()
    }
    return this.#stop.signal
  }

  /** Reads in the context of the caller: a transport asks for the next chunk in that of its connection. */
  read<T>(chunks: AsyncIterable<T>): AsyncIterable<T> {
    const iterator = this.#inContext(() => chunks[asyncIterator]())
    return {
      [asyncIterator]: () => ({
        next: () => this.#inContext(() => iterator.next()),
        return: async () => (await this.#inContext(() => iterator.return?.())) ?? { done: true, value: undefined },
      }),
    }
  }

  /** Waits for work that needs the stream, and closes the stream. If the stream failed, that is why the work failed. */
  async during<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw this.#failure ?? error
    } finally {
      void this.release()
    }
  }

  /** Closes the stream unless it has ended. Resolves when it is closed. */
  async release(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#forget()
    const source: (object & Closable) | undefined = this.#source
    if (!source) return
    leased.delete(source)
    try {
      await this.#inContext(() => close(source))
    } catch {
      // It has failed before: whoever read it got the error.
    }
  }

  #fail(error: unknown): void {
    if (this.#isOver || this.#stop.signal.aborted) return
    this.#failure = new InvalidArgumentError("file", `cannot be read: ${messageOf(error)}`, { cause: error })
    this.#stop.abort(error)
  }
}

const asyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator

/** Each kind by its own way. Iterables that can be read again have none, and stay as they are. */
function close(source: Closable): unknown {
  if ("getReader" in source) return cancelWebStream(source as ReadableStream)
  return (source.destroy ?? source.return ?? source[asyncDispose])?.call(source)
}

const isEmitter = (value: unknown): value is Emitter =>
  isObject<Record<string, unknown>>(value) && typeof value.on === "function" && typeof value.off === "function"
