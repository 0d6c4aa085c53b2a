import type { ApiResponse } from "../answer/api-promise.ts"
import { type AsyncCloses, asyncCloses } from "../async-dispose.ts"
import { headerNames } from "../contract/core/headers.ts"
import { MasError } from "../mas-error.ts"
import { decodeText, gather, toWebStream } from "../transport/bytes.ts"
import { fileName } from "./file-name.ts"
import { save } from "./save.ts"

/**
 * A file that is being downloaded. Read it once, by one of its methods, a second time is an error; `cancel()` it when it is
 * not wanted after all, or let `await using` do it.
 * The client's `timeout` holds for each wait for more bytes, not for the whole file. Until it is read to its end it has one of the
 * client's connections: one that lies unread for five minutes, or that the program has forgotten, is let go, and reading it
 * then is a `TimeoutError` that says so.
 */
export interface Download extends AsyncCloses {
  /** The name that the service gives it, without any folder; `download` when it gives none. */
  readonly filename: string
  /** Media type, for example `text/csv`. */
  readonly contentType: string
  /** Bytes, where the service says. */
  readonly size: number | undefined
  stream(): ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
  arrayBuffer(): Promise<ArrayBuffer>
  /** As UTF-8. */
  text(): Promise<string>
  /**
   * On Node: writes it to a file, or under its own name into a folder that is there, and answers the path. The file appears when it
   * is complete, in place of one of that name; a link stays one, and a pipe or a device gets the bytes as they come.
   * @throws {InvalidArgumentError} for a `path` where nothing can be written.
   */
  saveTo(path: string): Promise<string>
  cancel(): Promise<void>
}

/** Ends downloads that nobody can read any more: what was to read them was forgotten. */
let forgotten: FinalizationRegistry<AsyncIterable<Uint8Array>> | undefined

const cancelSource = async (source: AsyncIterable<Uint8Array>) => {
  await source[Symbol.asyncIterator]().return?.()
}

function cancelForgotten(reader: object, source: AsyncIterable<Uint8Array>): void {
  // Some platforms have none.
  if (!globalThis.FinalizationRegistry) return
  forgotten ??= new FinalizationRegistry((source) => void cancelSource(source).catch(() => {}))
  forgotten.register(reader, source, reader)
}

/** The download that an answer starts. */
export function openDownload(source: AsyncIterable<Uint8Array>, response: ApiResponse): Download {
  const size = Number(response.header("content-length") ?? "none")
  const cancel = () => cancelSource(source)
  let isRead = false
  const read = () => {
    if (isRead) throw new MasError("the download is a stream that was read before")
    isRead = true
    forgotten?.unregister(download)
    return source
  }
  const filename = fileName(response.header(headerNames.contentDisposition) ?? "") ?? "download"
  const download: Download = {
    filename,
    contentType: response.header("content-type") ?? "application/octet-stream",
    size: Number.isNaN(size) ? undefined : size,
    stream() {
      const stream = toWebStream(read())
      cancelForgotten(stream, source)
      return stream
    },
    bytes: async () => gather(read()),
    arrayBuffer: async () => (await gather(read())).buffer,
    text: async () => decodeText(await gather(read())),
    async saveTo(path) {
      const content = read()
      try {
        return await save(content, path, filename)
      } catch (error) {
        await cancel()
        throw error
      }
    },
    cancel,
    ...asyncCloses(cancel),
  }
  cancelForgotten(download, source)
  return download
}
