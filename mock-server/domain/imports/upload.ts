/** An uploaded file with its form fields. */
export interface Upload {
  readonly filename: string
  /** Bytes. */
  readonly size: number
  /** The file's bytes as text, one character each, in pieces of at most `pieceSize`: plain data for snapshots. */
  readonly pieces: readonly string[]
}

/** The form fields by name; several values when a name was repeated. */
export type UploadFields = Readonly<Record<string, string | string[]>>

/** Bytes in a piece of an upload. */
export const pieceSize = 128 * 1024

/** Cuts incoming chunks into pieces without keeping the chunks. */
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

  /** Makes the last piece from the remaining bytes. */
  end(): void {
    if (this.#used > 0) this.pieces.push(this.#buffer.toString("latin1", 0, this.#used))
    this.#used = 0
  }
}
