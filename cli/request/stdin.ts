import { UsageError } from "../errors/cli-error.ts"
import type { Source } from "../io.ts"

/** What comes by stdin, read once: secrets take a line each, in the order in which they are named; a body takes the rest. */
export class Stdin {
  readonly #io: { readonly stdin: Source }
  #text: Promise<string> | undefined
  #taken = 0
  #isUsedUp = false

  /** Takes what holds stdin, which costs something to open: it is opened when it is read. */
  constructor(io: { readonly stdin: Source }) {
    this.#io = io
  }

  /** The next line, without its end. */
  async line(what: string): Promise<string> {
    const rest = (await this.#all()).slice(this.#taken)
    if (this.#isUsedUp || rest === "")
      throw new UsageError(`stdin holds nothing for ${what}`, "Each `-` takes a line of it.")
    const end = rest.indexOf("\n")
    this.#taken += end < 0 ? rest.length : end + 1
    return (end < 0 ? rest : rest.slice(0, end)).replace(/\r$/, "")
  }

  /** Everything that is left, as it comes. */
  stream(what: string): AsyncIterable<Uint8Array | string> {
    if (this.#isUsedUp) throw new UsageError(`${what} would read stdin a second time`)
    this.#isUsedUp = true
    return this.#text === undefined ? this.#io.stdin : this.#remaining()
  }

  async *#remaining(): AsyncGenerator<string, void, undefined> {
    yield (await this.#all()).slice(this.#taken)
  }

  #all(): Promise<string> {
    this.#text ??= readText(this.#io.stdin)
    return this.#text
  }
}

async function readText(source: Source): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of source) text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
  return (text + decoder.decode()).replace(/^\ufeff/, "")
}
