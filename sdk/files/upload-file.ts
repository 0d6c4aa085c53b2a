import { InvalidArgumentError } from "../client/errors.ts"
import { encodeText, fromWebStream } from "../client/transport/bytes.ts"
import { defined, fieldReader, isFilled, isObject, isText, messageOf } from "../client/transport/fields.ts"
import { control, headerValue, refuseControl } from "../client/transport/header-values.ts"
import type { NamedUpload } from "../contract/imports.ts"
import { markConsumed, refuseConsumed } from "./consumed-streams.ts"
import { type Content, openPath } from "./paths.ts"

/** A file opened for sending. */
export interface FileSource {
  readonly filename: string
  readonly contentType: string
  /** Size in bytes, if it is known before sending. */
  readonly size: number | undefined
  /** False once a stream has been read from. */
  readonly canOpen: boolean
  open(): AsyncIterable<Uint8Array>
}

/** Opens a file for sending. Refuses values that are not a file, unreadable files, and names that could break the request. */
export async function openFile(file: unknown): Promise<FileSource> {
  const namedFile = isNamed(file) ? file : undefined
  refuseUnknown(namedFile)
  const content = await openContent(namedFile ? contentOf(namedFile) : file)
  const filename = namedFile?.filename ?? content.name ?? "upload.csv"
  if (!isFilled(filename)) throw new InvalidArgumentError("file.filename", "must be text that is not empty")
  refuseControl("file.filename", filename)
  const contentType = headerValue("file.contentType", namedFile?.contentType ?? (content.type || "text/csv"))
  const { open } = content
  // Added to the content object itself: its `canOpen` changes later.
  return Object.assign(content, { filename: baseName(filename), contentType, open: () => readable(open()) })
}

function isNamed(file: unknown): file is NamedUpload {
  return (has(file, "content") || has(file, "path")) && !isAsyncIterable(file) && !(file instanceof URL)
}

const namedFields = ["path", "content", "filename", "contentType"]

function refuseUnknown(upload: NamedUpload | undefined): void {
  const unknown = Object.keys(defined(upload ?? {})).find((field) => !namedFields.includes(field))
  if (unknown === undefined) return
  const advice = unknown === "name" ? "the name goes into filename" : `an upload has ${namedFields.join(", ")}`
  throw new InvalidArgumentError(`file.${unknown}`, `is not read: ${advice}`)
}

/** Text in `content` is the content itself, not a path. */
function contentOf(file: NamedUpload): unknown {
  if (!("content" in file)) return file.path
  return isText(file.content) ? encodeText(file.content) : file.content
}

async function openContent(file: unknown): Promise<Content> {
  if (isText(file) && control.test(file))
    throw new InvalidArgumentError("file", "is not a path; give text to upload as { content, filename }")
  if (isText(file) || file instanceof URL) return openPath(file)
  if (ArrayBuffer.isView(file)) return fromBytes(asBytes(file))
  if (isArrayBuffer(file)) return fromBytes(new Uint8Array(file))
  if (isBlob(file)) {
    const { name, type, size } = file
    return {
      name,
      type,
      size,
      canOpen: true,
      open: () => (file.stream ? fromWebStream(file.stream()) : readBlob(file)),
    }
  }
  if (isWebStream(file)) return fromStream(file, () => fromWebStream(file))
  // A file stream knows its path.
  if (isAsyncIterable(file))
    return Object.assign(
      fromStream(file, () => file),
      { name: fieldReader(file)("path", isText) },
    )
  throw new InvalidArgumentError("file", "must be a path, a Blob, bytes, a stream, or an object with path or content")
}

function fromBytes(bytes: Uint8Array): Content {
  return { size: bytes.byteLength, canOpen: true, open: () => [bytes] }
}

function fromStream(stream: object, start: () => AsyncIterable<unknown>): Content {
  let isUsed = false
  refuseConsumed(stream)
  return {
    size: undefined,
    get canOpen() {
      return !isUsed
    },
    async *open() {
      if (isUsed) throw new InvalidArgumentError("file", "is a stream that was read before")
      refuseConsumed(stream)
      isUsed = true
      markConsumed(stream)
      yield* start()
    },
  }
}

/** The bytes of a source. If the source throws, the error names it. */
async function* readable(chunks: ReturnType<Content["open"]>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of chunks) {
      if (isText(chunk)) yield encodeText(chunk)
      else if (ArrayBuffer.isView(chunk)) yield asBytes(chunk)
      else throw new InvalidArgumentError("file", "yields neither bytes nor text")
    }
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error
    throw new InvalidArgumentError("file", `cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

// Checked by shape, not by class: jsdom and other realms have their own classes, and React Native lacks some.
const asBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)
const has = (value: unknown, name: PropertyKey) => isObject(value) && name in value
const isArrayBuffer = (value: unknown): value is ArrayBuffer => ({}).toString.call(value) === "[object ArrayBuffer]"
const isBlob = (value: unknown): value is Blob & Partial<File> => has(value, "size") && has(value, "slice")
const isWebStream = (value: unknown): value is ReadableStream<Uint8Array> => has(value, "getReader")
const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> => has(value, Symbol.asyncIterator)

/** FileReader: the only way in jsdom and React Native. */
async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  yield new Promise<Uint8Array>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer))
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}

function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, "") || "upload.csv"
}
