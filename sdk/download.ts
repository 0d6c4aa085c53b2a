/** A file that is being downloaded. Read it once, by one of its methods; `cancel()` when it is not wanted after all. */
export interface Download {
  /** The name that the service gives it, without any folder; `download` when it gives none. */
  readonly filename: string
  /** Media type, for example `text/csv`. */
  readonly contentType: string
  /** Bytes, where the service says. */
  readonly size: number | undefined
  stream(): ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
  arrayBuffer(): Promise<ArrayBuffer>
  text(): Promise<string>
  /** Writes it to a file, or into a folder under its own name, and answers the path. The file is new or replaced when complete, never half there. */
  saveTo(path: string): Promise<string>
  cancel(): Promise<void>
}
