import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs"

/** How far a copy is. What is in the file behind `bytes` does not count. */
export interface Progress {
  /** The page to ask for next; null when all are there. */
  readonly page: number | null
  /** The highest id that was copied. */
  readonly lastId: number
  /** Rows that the service had when the last page came. */
  readonly total: number
  readonly bytes: number
}

const beginning: Progress = { page: 1, lastId: 0, total: 0, bytes: 0 }

/** Lines of JSON in `name.part`, which becomes `name.ndjson` when it is complete; `name.progress` says how much of it counts. */
export class Copy {
  progress: Progress = beginning
  readonly #name: string

  constructor(name: string) {
    this.#name = name
    if (existsSync(`${name}.progress`)) this.progress = JSON.parse(readFileSync(`${name}.progress`, "utf8"))
    this.#publish()
    if (existsSync(`${name}.part`)) truncateSync(`${name}.part`, this.progress.bytes)
  }

  /** Adds rows, and then notes the place behind them. */
  add(rows: readonly object[], place: Omit<Progress, "bytes">): void {
    const text = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""))
    const file = openSync(`${this.#name}.part`, "a")
    writeFileSync(file, text) // all of it: `writeSync` may write a part
    fsyncSync(file)
    closeSync(file)
    this.progress = { ...place, bytes: this.progress.bytes + text.length }
    // A rename happens as a whole or not at all.
    writeFileSync(`${this.#name}.progress.new`, JSON.stringify(this.progress), { flush: true })
    renameSync(`${this.#name}.progress.new`, `${this.#name}.progress`)
  }

  /** Puts a complete copy in the place of the one before; the next begins anew. */
  close(): void {
    this.#publish()
  }

  #publish(): void {
    if (this.progress.page !== null) return
    // Ended right here, the second time finds the file renamed already, and what is begun next has no place yet.
    if (existsSync(`${this.#name}.part`)) renameSync(`${this.#name}.part`, `${this.#name}.ndjson`)
    rmSync(`${this.#name}.progress`)
    this.progress = beginning
  }
}
