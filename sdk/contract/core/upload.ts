/** A file's content: in memory, or a stream, which can be sent only once. */
export type UploadContent =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>

/** A file by its path, or by its content, with a name of its own. */
export type NamedUpload = (
  | {
      /** Where the file is. */
      readonly path: string | URL
    }
  | {
      /** What is in the file. */
      readonly content: UploadContent | string
    }
) & {
  /** Without folders; as in the path when left out. */
  readonly filename?: string | undefined
  /** Media type; `text/csv` when left out. */
  readonly contentType?: string | undefined
}

/** A file to upload: a path (text or `file:` URL), content, or either with a name of its own. */
export type ImportFile = string | URL | UploadContent | NamedUpload
