import { readStream } from "./body.ts"
import { concat } from "./concat.ts"

/** What a request of Node has beside being iterable. */
interface Emitter {
  readonly destroyed?: boolean
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown
  on(event: "end" | "error" | "close", listener: () => void): unknown
  resume(): unknown
}

const isEmitter = <T extends object>(request: T): request is T & Emitter => "on" in request && "resume" in request

/** `readStream` by the events of a request: to iterate it takes much longer. What is too large is read on, and let go. */
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
    // Which says what is wrong with it.
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
    // Somebody may have paused it.
    request.resume()
  })
}
