import { fsyncSync, ftruncateSync, openSync, readFileSync, writeFileSync } from "node:fs"

/**
 * Lines of JSON in a file, which only grows. Whatever throws here has to end the process: only the file knows then how much of
 * a line was written, and it is read when the process starts again.
 */
export class Journal<Entry> {
  /** What was written before this process began. */
  readonly entries: readonly Entry[]
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, "a+")
    const bytes = readFileSync(this.#file)
    const end = bytes.lastIndexOf("\n") + 1
    // Half a line is what a crash has left; nobody was told of it.
    if (end < bytes.length) ftruncateSync(this.#file, end)
    // A line can be whole without being on the disk: the crash came in between.
    fsyncSync(this.#file)
    const lines = bytes.toString("utf8", 0, end).split("\n").slice(0, -1)
    this.entries = lines.map((line): Entry => JSON.parse(line))
  }

  /** Returns when the entry is on the disk. */
  add(entry: Entry): void {
    writeFileSync(this.#file, Buffer.from(`${JSON.stringify(entry)}\n`))
    fsyncSync(this.#file)
  }
}
