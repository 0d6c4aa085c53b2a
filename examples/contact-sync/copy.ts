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

/** The progress of a copy. File content after `bytes` is not committed. */
export interface Progress {
  /** The next page to request; null when the copy is complete. */
  readonly page: number | null
  /** The highest copied id. */
  readonly lastId: number
  /** Total rows at the service, as of the last page. */
  readonly total: number
  readonly bytes: number
}

const beginning: Progress = { page: 1, lastId: 0, total: 0, bytes: 0 }

/** Lines of JSON in `name.part`, which becomes `name.ndjson` when it is complete; `name.progress` has its committed length. */
export class Copy {
  progress: Progress = beginning
  readonly #name: string

  constructor(name: string) {
    this.#name = name
    if (existsSync(`${name}.progress`)) this.progress = JSON.parse(readFileSync(`${name}.progress`, "utf8"))
    this.#publish()
    if (existsSync(`${name}.part`)) truncateSync(`${name}.part`, this.progress.bytes)
  }

  /** Appends rows, then saves the position after them. */
  add(rows: readonly object[], place: Omit<Progress, "bytes">): void {
    const text = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""))
    const file = openSync(`${this.#name}.part`, "a")
    writeFileSync(file, text) // writes all of it: `writeSync` may write a part
    fsyncSync(file)
    closeSync(file)
    this.progress = { ...place, bytes: this.progress.bytes + text.length }
    // A rename is atomic.
    writeFileSync(`${this.#name}.progress.new`, JSON.stringify(this.progress), { flush: true })
    renameSync(`${this.#name}.progress.new`, `${this.#name}.progress`)
  }

  /** Replaces the previous copy with the complete one. */
  close(): void {
    this.#publish()
  }

  #publish(): void {
    if (this.progress.page !== null) return
    // After a crash right here, the next start finds the file renamed already, and no position for the next copy.
    if (existsSync(`${this.#name}.part`)) renameSync(`${this.#name}.part`, `${this.#name}.ndjson`)
    rmSync(`${this.#name}.progress`)
    this.progress = beginning
  }
}
