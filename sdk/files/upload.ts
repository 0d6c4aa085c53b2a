import { InvalidArgumentError } from "../client/errors.ts"
import { randomKey } from "../client/idempotency.ts"
import { encodeText } from "../client/transport/bytes.ts"
import { defined, isObject, isText } from "../client/transport/fields.ts"
import { jsonBody } from "./json-body.ts"
import type { StreamLease } from "./stream-lease.ts"
import { openFile } from "./upload-file.ts"

/** A multipart body, ready to be sent. */
export interface Upload {
  readonly headers: Readonly<Record<string, string>>
  /** False once a stream in it has been read: the body cannot be sent again. */
  readonly canOpen: boolean
  /** The body in chunks. */
  open(): AsyncIterable<Uint8Array>
}

/** Fields as multipart/form-data: `file` as a file, strings unchanged, other values as JSON. Spec: Imports. */
export async function openUpload(body: unknown, lease?: StreamLease): Promise<Upload> {
  const { file: source, ...fields } = isObject<Record<string, unknown>>(body) ? body : {}
  if (source == null) throw new InvalidArgumentError("file", "is missing")
  const file = await openFile(source)
  const boundary = randomKey()
  const part = (name: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${rest}`
  // Fields come before the file: a service that reads in order then knows how to treat the file.
  const texts = Object.entries(defined(fields)).map(([name, value]) =>
    part(name, `\r\n\r\n${isText(value) ? value : JSON.stringify(jsonBody(value, `body.${name}`))}\r\n`),
  )
  const { filename, contentType } = file
  const described = `; filename="${quoted(filename)}"\r\nContent-Type: ${contentType}\r\n\r\n`
  const head = encodeText(texts.join("") + part("file", described))
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
      yield* lease ? lease.read(file.open()) : file.open()
      yield tail
    },
  }
}

/** Text between quotes. `openFile` has already refused control characters. */
function quoted(text: string): string {
  return text.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
}
