/** A file that has come in, and the fields that came with it. */
export interface Upload {
  readonly filename: string
  /** Bytes. */
  readonly size: number
  /** The file's bytes as text, a character each: plain data, in pieces of at most `pieceSize`. */
  readonly pieces: readonly string[]
}

/** What came with a file: text by name, or several where the name was repeated. */
export type UploadFields = Readonly<Record<string, string | string[]>>

/** Bytes in a piece of an upload. */
export const pieceSize = 128 * 1024

/** Cuts bytes that arrive in any portions into pieces, keeping nothing of what they arrived in. */
export class PieceCutter implements Upload {
  readonly pieces: string[] = []
  #size = 0
  #used = 0
  readonly #buffer = Buffer.allocUnsafe(pieceSize)

  constructor(readonly filename: string) {}

  get size(): number {
    return this.#size
  }

  add(bytes: Uint8Array): void {
    this.#size += bytes.byteLength
    for (let at = 0; at < bytes.byteLength; ) {
      const portion = bytes.subarray(at, at + pieceSize - this.#used)
      this.#buffer.set(portion, this.#used)
      this.#used += portion.byteLength
      at += portion.byteLength
      if (this.#used === pieceSize) this.end()
    }
  }

  /** Makes a last piece of what is left. */
  end(): void {
    if (this.#used > 0) this.pieces.push(this.#buffer.toString("latin1", 0, this.#used))
    this.#used = 0
  }
}
