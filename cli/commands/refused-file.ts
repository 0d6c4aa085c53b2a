import { once } from "node:events"
import { createWriteStream, type WriteStream } from "node:fs"
import { basename, extname, resolve } from "node:path"
import { reasonOf, UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"

/** A file of the refused lines and the reasons, to correct and send again. It is created with the first refused line. */
export class RefusedFile {
  #stream: WriteStream | undefined
  count = 0

  constructor(
    private readonly io: Io,
    readonly path: string,
    /** What it begins with; undefined where it goes on after what an earlier run wrote. */
    private readonly head: string | undefined,
  ) {}

  /** Adds a line, its break included. */
  async add(line: string): Promise<void> {
    this.count++
    const text = this.#stream ? line : `${this.head ?? ""}${line}`
    this.#stream ??= await this.#open()
    if (!this.#stream.write(text)) await once(this.#stream, "drain")
  }

  async end(): Promise<void> {
    if (!this.#stream) return
    this.#stream.end()
    await once(this.#stream, "close")
  }

  async #open(): Promise<WriteStream> {
    const stream = createWriteStream(resolve(this.io.cwd, this.path), { flags: this.head === undefined ? "a" : "w" })
    try {
      await once(stream, "open")
      return stream
    } catch (error) {
      throw new UsageError(`${this.path} cannot be written: ${reasonOf(error)}`, "Name another file with --errors.")
    }
  }
}

/** `people.ndjson` → `people.refused.ndjson`. For stdin the name is `what`. */
export const refusedName = (file: string, what: string, type: "csv" | "ndjson"): string =>
  `${file === "-" ? what : basename(file, extname(file))}.refused.${type}`
