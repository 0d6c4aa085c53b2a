export interface PartHead {
  readonly name: string
  /** The last segment of the path; undefined if omitted. */
  readonly filename: string | undefined
  /** True for a part with a filename or the type application/octet-stream; false for text. */
  readonly isFile: boolean
}

/** Receives the contents of a part in chunks. */
export interface PartBody {
  add(bytes: Uint8Array): void
  end(): void
}

const maxHeadBytes = 16 * 1024
const lineEnd = "\r\n"
const headEnd = lineEnd + lineEnd

/**
 * A streaming parser for multipart/form-data that buffers at most a boundary or the headers of a part. It does not use
 * Node streams: they need `process.nextTick`, which fake timers may have stopped. Spec: Imports.
 */
export class FormParser {
  readonly #delimiter: string
  /** The first boundary has no line break before it. */
  #rest: Buffer = Buffer.from(lineEnd)
  #body: PartBody | undefined
  #reads: "body" | "head" | "nothing" = "body"

  /** `open` is called for each part. */
  constructor(
    boundary: string,
    private readonly open: (head: PartHead) => PartBody,
  ) {
    this.#delimiter = `${lineEnd}--${boundary}`
  }

  /** True after the last boundary. */
  get isOver(): boolean {
    return this.#reads === "nothing"
  }

  /** Parses more bytes. Throws a SyntaxError if they are not a valid form. */
  write(bytes: Uint8Array): void {
    this.#rest = Buffer.concat([this.#rest, bytes])
    while (this.#reads === "body" ? this.#readBody() : this.#reads === "head" && this.#readHead()) {}
    if (this.isOver) this.#rest = Buffer.alloc(0)
  }

  /** Passes on everything before the next boundary; true if the boundary was found. */
  #readBody(): boolean {
    const delimiterAt = this.#rest.indexOf(this.#delimiter)
    const end = delimiterAt >= 0 ? delimiterAt : Math.max(0, this.#rest.length - this.#delimiter.length + 1)
    if (end > 0) this.#body?.add(this.#rest.subarray(0, end))
    this.#rest = this.#rest.subarray(delimiterAt >= 0 ? end + this.#delimiter.length : end)
    if (delimiterAt < 0) return false
    this.#body?.end()
    this.#reads = "head"
    return true
  }

  /** Reads the headers after a boundary, or the end of the form. True if a part begins. */
  #readHead(): boolean {
    if (this.#rest.length < 2) return false
    if (this.#rest.toString("latin1", 0, 2) === "--") {
      this.#reads = "nothing"
      return false
    }
    const end = this.#rest.indexOf(headEnd)
    if (end > maxHeadBytes || (end < 0 && this.#rest.length > maxHeadBytes)) throw new SyntaxError("long headers")
    if (end < 0) return false
    this.#body = this.open(readHead(this.#rest.toString("utf8", 0, end)))
    this.#rest = this.#rest.subarray(end + headEnd.length)
    this.#reads = "body"
    return true
  }
}

const disposition = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im
const octets = /^content-type:[ \t]*application\/octet-stream/im
const parameter = /;[ \t]*([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g

function readHead(text: string): PartHead {
  const parameters = new Map<string, string>()
  for (const [, name = "", quoted, plain = ""] of (disposition.exec(text)?.[1] ?? "").matchAll(parameter)) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, "$1") ?? plain)
  }
  const path = extended(parameters.get("filename*")) ?? parameters.get("filename")
  const filename = path?.replace(/^.*[/\\]/s, "")
  return { name: parameters.get("name") ?? "", filename, isFile: filename !== undefined || octets.test(text) }
}

/** Decodes a value such as `UTF-8''caf%C3%A9.csv`; undefined for other forms. */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? "") ?? []
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
