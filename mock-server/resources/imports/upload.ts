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
const pieceSize = 128 * 1024

/** Cuts incoming chunks into pieces without keeping the chunks. */
export class PieceCutter implements Upload {
  readonly pieces: string[] = []
  size = 0
  #rest: Buffer = Buffer.alloc(0)

  constructor(readonly filename: string) {}

  add(bytes: Uint8Array): void {
    this.size += bytes.byteLength
    this.#rest = Buffer.concat([this.#rest, bytes])
    while (this.#rest.length >= pieceSize) {
      this.pieces.push(this.#rest.toString("latin1", 0, pieceSize))
      this.#rest = this.#rest.subarray(pieceSize)
    }
  }

  end(): void {
    if (this.#rest.length > 0) this.pieces.push(this.#rest.toString("latin1"))
  }
}
