/** A queue between a source that pushes chunks and a reader that pulls them. The source pauses until its last chunk is taken. */
export class ByteQueue implements AsyncIterableIterator<Uint8Array> {
  readonly #resume: () => void
  readonly #abort: (reason: Error) => void
  readonly #chunks: Uint8Array[] = []
  #error: Error | undefined
  #ended = false
  #wake = () => {}
  /** True while the source should pause. */
  isFull = false

  constructor(resume: () => void, abort: (reason: Error) => void) {
    this.#resume = resume
    this.#abort = abort
  }

  push(chunk: Uint8Array): void {
    // undici passes an empty chunk when it resumes: pausing on it would loop forever.
    if (chunk.byteLength === 0) return
    this.#chunks.push(chunk)
    this.isFull = true
    this.#wake()
  }

  end(error?: Error): void {
    this.#ended = true
    this.#error ??= error
    this.#wake()
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const value = this.#chunks.shift()
      if (value) return { done: false, value }
      if (this.#error) throw this.#error
      if (this.#ended) return { done: true, value: undefined }
      const more = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      if (this.isFull) {
        this.isFull = false
        this.#resume()
      }
      await more
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#ended) this.#abort(new Error("the download was cancelled"))
    this.#ended = true
    this.#chunks.length = 0
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
