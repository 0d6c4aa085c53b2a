import { concat } from "../../webhooks/concat.ts"
import { builtin } from "./builtin.ts"

/** Collects a body up to a limit. */
export class BodyText {
  readonly #maxBytes: number
  readonly #chunks: Uint8Array[] = []
  #size = 0
  /** True when the body exceeded the limit. */
  cut = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds a chunk; false when the limit is reached and no more chunks are wanted. */
  add(chunk: Uint8Array): boolean {
    const room = this.#maxBytes - this.#size
    this.cut = chunk.byteLength > room
    this.#chunks.push(this.cut ? chunk.subarray(0, room) : chunk)
    this.#size += chunk.byteLength
    return !this.cut
  }

  /** The collected bytes as UTF-8 text. */
  toString(): string {
    const [only] = this.#chunks
    return decodeText(this.#chunks.length === 1 ? only : concat(this.#chunks))
  }
}

let utf8: TextDecoder | undefined

/** Decodes UTF-8. The class is looked up late, and from Node: jsdom has no such class. */
export function decodeText(bytes: Uint8Array | undefined): string {
  utf8 ??= new (globalThis.TextDecoder ?? builtin("node:util").TextDecoder)()
  return utf8.decode(bytes)
}

/** Text as UTF-8. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new (globalThis.TextEncoder ?? builtin("node:util").TextEncoder)().encode(text)
}

/** All bytes of a body. */
export async function gather(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return concat(chunks)
}

/** An iterable as a web stream that reads no further than requested. */
export function toWebStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

const readers = new WeakMap<object, ReadableStreamDefaultReader<Uint8Array>>()

/** Cancels a web stream, also while a read of `fromWebStream` waits for its next chunk. */
export const cancelWebStream = (stream: Pick<ReadableStream, "cancel">): Promise<void> =>
  (readers.get(stream) ?? stream).cancel()

/** A web stream as an iterable; on some platforms streams are not iterable. */
export async function* fromWebStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  readers.set(stream, reader)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
