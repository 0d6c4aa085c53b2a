import { raceAbort } from "../../../sdk/client/request/host.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Io, Source } from "../../terminal/io.ts"
import { safeText } from "../../terminal/output/safe-text.ts"

type Chunk = Uint8Array | string

type Around = Pick<Io, "stdin" | "stderr" | "signal" | "platform" | "job">

/**
 * Reads stdin once, and no further than needed: each secret takes one line, in the order in which they are named; a
 * body takes the rest. A signal ends reading immediately.
 */
export class Stdin {
  #chunks: AsyncGenerator<Chunk, void, undefined> | undefined
  /** Read but not yet taken: bytes, because what follows the lines may be text of another encoding, or none. */
  #left = Buffer.alloc(0)
  #isAtEnd = false
  #isUsedUp = false

  /** Takes the holder of stdin, because opening stdin is slow: it is opened on first read. */
  constructor(private readonly io: Around) {}

  /** The next line, without its end. */
  async line(what: string): Promise<string> {
    if (!this.#isUsedUp) {
      const release = this.#prompt(
        `Reading a line from stdin for ${what}: type it, then Enter; it is shown as you type.`,
      )
      try {
        while (!this.#isAtEnd && !this.#left.includes("\n")) await this.#readMore()
      } finally {
        release()
      }
    }
    if (this.#isUsedUp || this.#left.length === 0)
      throw new UsageError(`stdin has no input for ${what}`, "Each `-` takes a line of it.")
    const at = this.#left.indexOf("\n")
    const end = at < 0 ? this.#left.length : at
    const line = new TextDecoder().decode(this.#left.subarray(0, end))
    this.#left = this.#left.subarray(end + 1)
    return line.replace(/\r$/, "")
  }

  /** Streams everything that is left. */
  stream(what: string): AsyncIterable<Chunk> {
    if (this.#isUsedUp) throw new UsageError(`${what} would read stdin a second time`)
    this.#isUsedUp = true
    const end = this.io.platform === "win32" ? "Ctrl-Z and Enter end it" : "Ctrl-D ends it"
    return this.#rest(this.#prompt(`Reading stdin for ${what}: ${end}, Ctrl-C stops.`))
  }

  /** Tells the user what is expected; again after Ctrl-Z and `fg`, which make the terminal drop the line. */
  #prompt(text: string): () => void {
    const { stdin, stderr, job } = this.io
    if (!stdin.isTTY || this.#left.includes("\n")) return () => {}
    const tell = () => void stderr.write(safeText(`${text}\n`))
    job?.waitForTerminal()
    const release = job?.hold({
      leave() {},
      back() {
        job.waitForTerminal()
        tell()
      },
    })
    tell()
    return () => release?.()
  }

  async *#rest(release: () => void): AsyncGenerator<Chunk, void, undefined> {
    try {
      if (this.#left.length > 0) yield this.#left
      if (!this.#isAtEnd) yield* this.#source()
    } finally {
      release()
    }
  }

  async #readMore(): Promise<void> {
    const { value, done } = await this.#source().next()
    if (done) this.#isAtEnd = true
    else this.#left = Buffer.concat([this.#left, Buffer.from(value)])
  }

  #source(): AsyncGenerator<Chunk, void, undefined> {
    this.#chunks ??= untilAborted(this.io.stdin, this.io.signal)
    return this.#chunks
  }
}

/** Yields a source's chunks; throws an interruption as soon as the signal aborts, whatever the source does. */
async function* untilAborted(source: Source, signal: AbortSignal): AsyncGenerator<Chunk, void, undefined> {
  const chunks = source[Symbol.asyncIterator]()
  for (;;) {
    const next = await raceAbort(chunks.next(), signal)
    if (next === undefined) {
      throw new CliError("interrupted while stdin was read", exitCodes.interrupted, { hint: "Nothing was sent." })
    }
    if (next.done) return
    yield next.value
  }
}
