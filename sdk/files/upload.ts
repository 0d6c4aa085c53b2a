import { InvalidArgumentError } from "../errors.ts"
import { randomKey } from "../idempotency.ts"
import { encodeText } from "../transport/bytes.ts"
import { defined, isObject, isText } from "../transport/fields.ts"
import { type FileSource, openFile } from "./upload-file.ts"

/** A multipart body, ready to be sent. */
export interface Upload {
  readonly headers: Readonly<Record<string, string>>
  /** False once a stream in it has been read from: it cannot be sent again. */
  readonly canOpen: boolean
  /** The body's bytes, a chunk at a time. */
  open(): AsyncIterable<Uint8Array>
}

/** The field that is a file. Spec: Imports. */
const fileField = "file"

/** Fields as multipart/form-data: `file` as a file, text as it is, anything else as JSON text. Spec: Imports. */
export async function openUpload(body: unknown): Promise<Upload> {
  const { [fileField]: given, ...fields } = isObject<Record<string, unknown>>(body) ? body : {}
  if (given == null) throw new InvalidArgumentError(fileField, "is missing")
  const file = await openFile(given)
  const boundary = randomKey()
  const before = Object.entries(defined(fields)).map(textPart(boundary))
  const head = encodeText(`${before.join("")}--${boundary}\r\n${disposition(fileField, file)}`)
  const tail = encodeText(`\r\n--${boundary}--\r\n`)
  const size = file.size === undefined ? undefined : head.byteLength + file.size + tail.byteLength
  return {
    headers: {
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      ...defined({ "Content-Length": size?.toString() }),
    },
    get canOpen() {
      return file.canOpen
    },
    async *open() {
      yield head
      yield* file.open()
      yield tail
    },
  }
}

/** A part that is text, before the file: a service that reads in order then knows what the file is for. */
function textPart(boundary: string) {
  return ([name, value]: readonly [string, unknown]): string => {
    const text = isText(value) ? value : JSON.stringify(value)
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`
  }
}

function disposition(field: string, { filename, contentType }: FileSource): string {
  return `Content-Disposition: form-data; name="${field}"; filename="${quoted(filename)}"\r\nContent-Type: ${contentType}\r\n\r\n`
}

/** Text between quotes; control characters are refused before, in `openFile`. */
function quoted(text: string): string {
  return text.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
}
