import { type AsyncCloses, asyncCloses } from "../base/async-dispose.ts"
import { MasError } from "../base/mas-error.ts"
import type { ApiResponse } from "../client/response/api-promise.ts"
import { decodeText, gather, toWebStream } from "../client/transport/bytes.ts"
import { headerNames } from "../contract/core/headers.ts"
import { save } from "./save.ts"

/**
 * A file that is being downloaded. Read it once, with one of its methods; a second read is an error. If you do not want it, call
 * `cancel()` or use `await using`. The client's `timeout` applies to each wait for more bytes, not to the whole file. An unread
 * download occupies one of the client's connections. After five minutes, or when the program has dropped it, the connection is
 * closed, and reading it is a `TimeoutError`.
 */
export interface Download extends AsyncCloses {
  /** The file name from the service, without any folder; `download` when it sends none. */
  readonly filename: string
  /** Media type, for example `text/csv`. */
  readonly contentType: string
  /** Size in bytes, if the service sends it. */
  readonly size: number | undefined
  /** The content as a stream. */
  stream(): ReadableStream<Uint8Array>
  /** The whole content. */
  bytes(): Promise<Uint8Array>
  /** The whole content as an `ArrayBuffer`. */
  arrayBuffer(): Promise<ArrayBuffer>
  /** The text, decoded as UTF-8. */
  text(): Promise<string>
  /**
   * On Node: writes it to a file, or into an existing folder, and returns the path. The file appears when it is complete. In a
   * folder it gets its own name, made safe for every system (at most 200 bytes, not hidden, no device), and replaces nothing: a
   * taken name gets a number, `scan (2).pdf`. A path to a file replaces that file. A symbolic link stays a link; a pipe or a device
   * gets the bytes directly.
   * @throws {InvalidArgumentError} for a `path` that cannot be written.
   */
  saveTo(path: string): Promise<string>
  /** Discards the rest of the content. */
  cancel(): Promise<void>
}

/** Cancels downloads that were garbage-collected unread. */
let forgotten: FinalizationRegistry<AsyncIterable<Uint8Array>> | undefined

const cancelSource = async (source: AsyncIterable<Uint8Array>) => {
  await source[Symbol.asyncIterator]().return?.()
}

function cancelForgotten(reader: object, source: AsyncIterable<Uint8Array>): void {
  // Some platforms lack FinalizationRegistry.
  if (!globalThis.FinalizationRegistry) return
  forgotten ??= new FinalizationRegistry((source) => void cancelSource(source).catch(() => {}))
  forgotten.register(reader, source, reader)
}

/** Makes a download from a response. */
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

/**
 * The file name in a `Content-Disposition` header. `filename*` (RFC 8187) takes precedence over `filename`; folders are removed.
 */
export function fileName(header: string): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  return safeName((extended && decoded(extended)) ?? plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2])
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The last path segment without control characters; undefined when no usable name remains. */
function safeName(name: string | undefined): string | undefined {
  const last = name
    ?.replace(/^.*[/\\]/s, "")
    .replace(/\p{Cc}/gu, "")
    .trim()
  return last && !/^\.+$/.test(last) ? last : undefined
}
