import { appendFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { reasonOf, UsageError } from "../../errors/cli-error.ts"
import type { Io } from "../../io.ts"

/** Lines that were refused, with their number and the reason: to be mended and sent again. */
export class RefusedLinesFile {
  count = 0
  readonly #path: string

  constructor(
    io: Io,
    readonly name: string,
    /** Whether an earlier run has begun it. */
    private isBegun: boolean,
  ) {
    this.#path = resolve(io.cwd, name)
  }

  add(row: object | string, line: number, problem: string): void {
    this.count++
    const fields = typeof row === "string" ? { text: row } : row
    const text = `${JSON.stringify({ ...fields, refused_line: line, refused_because: problem })}\n`
    try {
      if (this.isBegun) appendFileSync(this.#path, text)
      else writeFileSync(this.#path, text)
      this.isBegun = true
    } catch (error) {
      throw new UsageError(`${this.name} cannot be written: ${reasonOf(error)}`, "Name another file with --errors.")
    }
  }
}
