/** An event of `GET /_mock/live`. */
export interface LiveEvent {
  readonly event: string
  readonly id: string
  readonly data: LiveData
}

interface LiveData {
  readonly changes?: readonly { readonly kind: string; readonly id: number | string; readonly row: unknown }[]
  readonly stale?: readonly string[]
}

/** Reads server-sent events one after another; skips comments and `retry`. */
export class LiveReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ""

  constructor(response: Response) {
    if (response.body === null) throw new Error("The response has no body")
    this.#reader = response.body.getReader()
  }

  /** The next event; undefined at the end. */
  async next(): Promise<LiveEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n")
      if (end >= 0) {
        const event = parse(this.#text.slice(0, end))
        this.#text = this.#text.slice(end + 2)
        if (event !== undefined) return event
        continue
      }
      const { value, done } = await this.#reader.read()
      if (done) return undefined
      this.#text += this.#decoder.decode(value, { stream: true })
    }
  }

  /** Reads until a matching change of this kind. */
  async until(kind: string, fits: (row: Record<string, unknown>) => boolean = () => true): Promise<LiveEvent> {
    for (;;) {
      const event = await this.next()
      if (event === undefined) throw new Error(`The events ended before a ${kind} came`)
      const matchingChange = event.data.changes?.find(
        (change) =>
          change.kind === kind && typeof change.row === "object" && change.row !== null && fits({ ...change.row }),
      )
      if (matchingChange !== undefined) return event
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel()
  }
}

function parse(text: string): LiveEvent | undefined {
  const fields = new Map(
    text.split("\n").map((line) => [line.split(": ", 1)[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
  )
  const event = fields.get("event")
  if (event === undefined) return undefined
  return { event, id: fields.get("id") ?? "", data: JSON.parse(fields.get("data") ?? "{}") }
}
