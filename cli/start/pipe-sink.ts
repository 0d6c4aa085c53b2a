import { writeSync } from "node:fs"
import type { Sink } from "../io.ts"

/** `EPIPE` where nobody reads any more. */
export type WriteError = Error & { readonly code?: unknown }

/** What an empty pipe takes without anybody reading. */
const atOnce = 65_536

/**
 * Stdout where it is no terminal. What is short is written at once: making a stream would be a tenth of a start. What is
 * more, or what the pipe does not take now, goes by way of the stream, no faster than it is read.
 */
export class PipeSink implements Sink {
  readonly #host: NodeJS.Process
  readonly #onError: (error: WriteError) => void
  #stream: NodeJS.WriteStream | undefined
  #left = atOnce

  constructor(host: NodeJS.Process, onError: (error: WriteError) => void) {
    this.#host = host
    this.#onError = onError
  }

  /** Calls `done` when this and all before it is out, as a stream does. */
  write(chunk: string | Uint8Array, done?: () => void): boolean {
    if (this.#stream) return this.#stream.write(chunk, done)
    const rest = this.#writeNow(Buffer.from(chunk))
    if (rest.length > 0) return this.#open().write(rest, done)
    done?.()
    return true
  }

  once(event: "drain" | "close", listener: () => void): unknown {
    return this.#open().once(event, listener)
  }

  off(event: "drain" | "close", listener: () => void): unknown {
    return this.#open().off(event, listener)
  }

  #open(): NodeJS.WriteStream {
    this.#stream ??= this.#host.stdout.on("error", this.#onError)
    return this.#stream
  }

  /** What could not be written without waiting. */
  #writeNow(bytes: Buffer): Buffer {
    this.#left -= bytes.length
    if (this.#left < 0) return bytes
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(1, bytes, written)
    } catch (error) {
      if (Object(error).code === "EAGAIN") return bytes.subarray(written)
      this.#onError(Object(error))
    }
    return bytes.subarray(bytes.length)
  }
}
