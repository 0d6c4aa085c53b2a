/** A file on its way in, and the fields that came with it. */
export interface Upload {
  readonly filename: string
  /** The file, piece by piece; read once. */
  readonly content: AsyncIterable<Uint8Array>
}
