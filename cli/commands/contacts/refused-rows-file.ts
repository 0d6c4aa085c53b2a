import { once } from "node:events"
import { createWriteStream, type WriteStream } from "node:fs"
import { resolve } from "node:path"
import { reasonOf, UsageError } from "../../errors/cli-error.ts"
import type { Io } from "../../io.ts"
import { csvLine } from "../../output/csv.ts"

/** Rows that were refused, in the columns they came in, with the line and the reason: to be mended and imported again. */
export class RefusedRowsFile {
  private stream: WriteStream | undefined
  count = 0

  constructor(
    private readonly io: Io,
    readonly path: string,
    private readonly header: readonly string[],
  ) {}

  async add(cells: readonly string[], line: number | undefined, problem: string): Promise<void> {
    this.count++
    if (!this.stream) {
      this.stream = await this.open()
      await this.write([...this.header, "import_line", "import_problem"])
    }
    const padded = this.header.map((_name, at) => cells[at] ?? "")
    await this.write([...padded, line === undefined ? "" : String(line), problem])
  }

  async end(): Promise<void> {
    const { stream } = this
    if (!stream) return
    stream.end()
    await once(stream, "close")
  }

  private async open(): Promise<WriteStream> {
    const stream = createWriteStream(resolve(this.io.cwd, this.path))
    try {
      await once(stream, "open")
      return stream
    } catch (error) {
      throw new UsageError(`${this.path} cannot be written: ${reasonOf(error)}`, "Name another file with --errors.")
    }
  }

  private async write(cells: readonly string[]): Promise<void> {
    if (this.stream && !this.stream.write(csvLine(cells))) await once(this.stream, "drain")
  }
}
