import { signal } from "@preact/signals"
import type { RowPage } from "../../control/light-rows.ts"
import { call } from "./api.ts"
import { addId, removeId } from "./sorted-ids.ts"

interface Identified {
  readonly id: number
}

/** The most rows of a kind that a page keeps: the oldest go first, so that its memory stays as it is. */
const kept = 100_000
const pageSize = 1_000

/**
 * The rows of one kind, the newest last, kept up to date by the stream. They are objects that never change, so whoever shows one
 * draws it anew only when it is another. Nothing is read before `open`.
 */
export class Rows<Row extends Identified> {
  /** Goes up with every batch of changes: whoever reads it is drawn again. */
  readonly version = signal(0)
  /** How many there are on the server. */
  readonly total = signal(0)
  readonly isReady = signal(false)
  readonly #kind: string
  readonly #groupsOf: (row: Row) => readonly string[]
  readonly #byId = new Map<number, Row>()
  #ids: number[] = []
  #shown: number[] = []
  #counts = new Map<string, number>()
  #fits: ((row: Row) => boolean) | undefined
  #opening: Promise<string> | undefined
  /** Which reading is under way; what an earlier one still answers is dropped. */
  #reading = 0

  /** `groupsOf` says what a row is counted among. */
  constructor(kind: string, groupsOf: (row: Row) => readonly string[] = () => []) {
    this.#kind = kind
    this.#groupsOf = groupsOf
  }

  get isOpen(): boolean {
    return this.#opening !== undefined
  }

  /** Reads the newest, then the older ones page by page. Answers the cursor from which the stream goes on. */
  open(): Promise<string> {
    this.#opening ??= this.#read()
    return this.#opening
  }

  /** Reads them anew, where they are read at all. */
  reopen(): Promise<string> | undefined {
    if (this.#opening === undefined) return undefined
    this.#opening = this.#read()
    return this.#opening
  }

  get(id: number): Row | undefined {
    void this.version.value
    return this.#byId.get(id)
  }

  /** The ids of those that fit the filter, the newest last. */
  shown(): readonly number[] {
    void this.version.value
    return this.#fits === undefined ? this.#ids : this.#shown
  }

  /** How many are counted under a name. */
  count(group: string): number {
    void this.version.value
    return this.#counts.get(group) ?? 0
  }

  /** All that fit, the newest first. */
  find(fits: (row: Row) => boolean): Row[] {
    void this.version.value
    return this.#ids
      .flatMap((id) => this.#byId.get(id) ?? [])
      .filter(fits)
      .reverse()
  }

  /** Lets only those be shown that fit; all when left out. */
  filter(fits?: (row: Row) => boolean): void {
    this.#fits = fits
    this.#shown = fits === undefined ? [] : this.#ids.filter((id) => this.#isFit(id, fits))
    this.version.value++
  }

  /** Takes in what has changed, all in one go. */
  apply(changes: readonly { readonly id: number; readonly row: Row | null }[]): void {
    let added = 0
    for (const { id, row } of changes) {
      if (row === null) added -= this.#remove(id) ? 1 : 0
      else added += this.#put(row) ? 1 : 0
    }
    this.total.value += added
    while (this.#ids.length > kept) this.#remove(this.#ids[0] ?? 0)
    this.version.value++
  }

  async #read(): Promise<string> {
    const reading = ++this.#reading
    const first = await this.#page()
    this.#clear()
    this.#takeOlder(first)
    this.isReady.value = true
    void this.#readOlder(first, reading)
    return first.cursor
  }

  async #readOlder(last: RowPage<Row>, reading: number): Promise<void> {
    let page = last
    while (page.rows.length === pageSize && this.#ids.length < kept) {
      page = await this.#page(page.rows.at(-1)?.id)
      if (reading !== this.#reading) return
      this.#takeOlder(page)
    }
  }

  #page(before?: number): Promise<RowPage<Row>> {
    return call("GET", `rows/${this.#kind}?limit=${pageSize}${before === undefined ? "" : `&before=${before}`}`)
  }

  /** What the stream has already told is newer than what the page says. */
  #takeOlder({ rows, total }: RowPage<Row>): void {
    const older = rows.filter(({ id }) => !this.#byId.has(id)).reverse()
    for (const row of older) {
      this.#byId.set(row.id, row)
      this.#tally(row, 1)
    }
    this.#ids = [...older.map(({ id }) => id), ...this.#ids].sort((a, b) => a - b)
    this.total.value = Math.max(total, this.#ids.length)
    this.filter(this.#fits)
  }

  #clear(): void {
    this.#byId.clear()
    this.#counts.clear()
    this.#ids = []
  }

  #put(row: Row): boolean {
    const before = this.#byId.get(row.id)
    this.#byId.set(row.id, row)
    this.#tally(row, 1)
    if (before === undefined) addId(this.#ids, row.id)
    else this.#tally(before, -1)
    if (this.#fits?.(row)) addId(this.#shown, row.id)
    else if (this.#fits !== undefined && before !== undefined) removeId(this.#shown, row.id)
    return before === undefined
  }

  #remove(id: number): boolean {
    const before = this.#byId.get(id)
    if (before === undefined) return false
    this.#tally(before, -1)
    this.#byId.delete(id)
    removeId(this.#ids, id)
    if (this.#fits !== undefined) removeId(this.#shown, id)
    return true
  }

  #tally(row: Row, by: 1 | -1): void {
    for (const group of this.#groupsOf(row)) this.#counts.set(group, (this.#counts.get(group) ?? 0) + by)
  }

  #isFit(id: number, fits: (row: Row) => boolean): boolean {
    const row = this.#byId.get(id)
    return row !== undefined && fits(row)
  }
}
