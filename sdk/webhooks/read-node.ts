import { readStream } from "./body.ts"
import { concat } from "./concat.ts"

/** The events of a Node request. */
interface Emitter {
  readonly destroyed?: boolean
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown
  on(event: "end" | "error" | "close", listener: () => void): unknown
  resume(): unknown
}

const isEmitter = <T extends object>(request: T): request is T & Emitter => "on" in request && "resume" in request

/** `readStream` by events: iterating takes much longer. A body that is too large is read to its end and discarded. */
export function readNode(
  request: AsyncIterable<Uint8Array>,
  length: unknown,
  max: number,
): Promise<Uint8Array | undefined> {
  if (Number(length) > max || !isEmitter(request) || request.destroyed) return readStream(request, length, max)
  return new Promise((resolve) => {
    let parts: Uint8Array[] = []
    let size = 0
    let isOver = false
    function end(body: Uint8Array | undefined | Promise<Uint8Array | undefined>) {
      isOver = true
      resolve(body)
    }
    // The iteration reports the error.
    function early() {
      if (!isOver) end(readStream(request, length, max))
    }
    request.on("data", (chunk) => {
      size += chunk.length
      parts.push(chunk)
      if (size <= max) return
      parts = []
      end(undefined)
    })
    request.on("end", () => end(parts.length === 1 ? parts[0] : concat(parts)))
    request.on("error", early)
    request.on("close", early)
    // The request may have been paused.
    request.resume()
  })
}
