import { signal } from "@preact/signals"
import type { RowPage } from "../../control/rows.ts"
import { addId, placeOf, removeId } from "./sorted-ids.ts"

/** Where rows come from, and how they are counted. */
export interface RowSource<Row> {
  /** The newest before an id, the newest first; the newest of all where none is given. */
  readonly page: (size: number, before?: number) => Promise<RowPage<Row>>
  /** What a row is counted among. */
  readonly groupsOf?: ((row: Row) => readonly string[]) | undefined
}

/** The most rows of a kind that a page keeps: the oldest go first, so that its memory stays as it is. */
const kept = 100_000
const pageSize = 1_000
/** Rows that are filtered in one slice: a few milliseconds. */
const slice = 5_000

/**
 * The rows of one kind, the newest last, kept up to date by the stream. They are objects that never change, so whoever shows one
 * draws it anew only when it is another. Nothing is read before `open`.
 */
export class Rows<Row extends { readonly id: number }> {
  /** Incremented with every batch of changes: components that read it render again. */
  readonly version = signal(0)
  /** How many there are on the server. */
  readonly total = signal(0)
  readonly isReady = signal(false)
  readonly #byId = new Map<number, Row>()
  readonly #ids: number[] = []
  #shown: number[] = []
  readonly #counts = new Map<string, number>()
  #fits: ((row: Row) => boolean) | undefined
  #isOpen = false
  /** The number of the current read; answers to earlier reads are dropped. */
  #reading = 0
  /** Ids that the stream has updated since the current page was requested: newer than the page. */
  readonly #streamed = new Set<number>()

  constructor(private readonly source: RowSource<Row>) {}

  /** Begins to read them, the first time. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.refresh()
  }

  /** Reads them anew, the newest first, where they are read at all. */
  refresh(): void {
    if (this.#isOpen) void this.#readAll(++this.#reading).catch(() => undefined)
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
    return [...this.#byId.values()].filter(fits).sort((a, b) => b.id - a.id)
  }

  /** Shows only rows that match; all without an argument. The newest come first, in slices that leave the browser responsive. */
  filter(fits?: (row: Row) => boolean): void {
    this.#fits = fits
    this.#shown = []
    if (fits !== undefined) this.#showThose(fits, this.#ids.length)
    this.version.value++
  }

  /** Adds the matching rows before an index, a slice at a time. */
  #showThose(fits: (row: Row) => boolean, end: number): void {
    const start = Math.max(0, end - slice)
    const fitting = this.#ids.slice(start, end).filter((id) => {
      const row = this.#byId.get(id)
      return row !== undefined && fits(row)
    })
    // A change may already have added one of them.
    const before = end < this.#ids.length ? placeOf(this.#shown, this.#ids[end] ?? 0) : this.#shown.length
    this.#shown.splice(0, before, ...fitting)
    if (start === 0) return
    const next = this.#ids[start] ?? 0
    setTimeout(() => {
      if (this.#fits !== fits) return
      this.#showThose(fits, placeOf(this.#ids, next))
      this.version.value++
    })
  }

  /** Applies changes in one batch. */
  apply(changes: readonly { readonly id: number; readonly row: Row | null }[]): void {
    if (!this.#isOpen) return
    const before = this.#byId.size
    for (const { id, row } of changes) {
      this.#streamed.add(id)
      if (row === null) this.#remove(id)
      else this.#put(row)
    }
    this.#changed(this.total.value + this.#byId.size - before)
  }

  async #readAll(reading: number): Promise<void> {
    let before: number | undefined
    let count = 0
    do {
      this.#streamed.clear()
      const page = await this.source.page(pageSize, before)
      if (reading !== this.#reading) return
      const isLast = page.rows.length < pageSize
      this.#take(page, before, isLast)
      this.isReady.value = true
      if (isLast) return
      before = page.rows.at(-1)?.id
      count += page.rows.length
    } while (count < kept)
  }

  /** Rows that are missing from the page, between its last row and the page before, are gone. */
  #take({ rows, total }: RowPage<Row>, before = Number.POSITIVE_INFINITY, isLast: boolean): void {
    const from = placeOf(this.#ids, isLast ? 0 : (rows.at(-1)?.id ?? 0))
    const known = this.#ids.slice(from, before === Number.POSITIVE_INFINITY ? undefined : placeOf(this.#ids, before))
    const pageIds = new Set(rows.map(({ id }) => id))
    for (const id of known) if (!pageIds.has(id) && !this.#streamed.has(id)) this.#remove(id)
    const isNew = this.#ids.length === 0 || (this.#ids[0] ?? 0) > (rows[0]?.id ?? 0)
    const unchanged = rows.filter(({ id }) => !this.#streamed.has(id))
    if (isNew) this.#prepend(unchanged.filter(({ id }) => !this.#byId.has(id)))
    else for (const row of unchanged) this.#put(row)
    this.#changed(total)
  }

  /** Adds rows older than all known ones, in one batch: one by one, each would move all others. */
  #prepend(newestFirst: readonly Row[]): void {
    const older = newestFirst.toReversed()
    for (const row of older) {
      this.#byId.set(row.id, row)
      this.#tally(row, 1)
    }
    this.#ids.splice(0, 0, ...older.map(({ id }) => id))
    const fits = this.#fits
    if (fits !== undefined) this.#shown.splice(0, 0, ...older.filter(fits).map(({ id }) => id))
  }

  #changed(total: number): void {
    this.#forget(this.#ids.length - kept)
    this.total.value = Math.max(total, this.#ids.length)
    this.version.value++
  }

  /** Removes the oldest rows in one batch. */
  #forget(count: number): void {
    if (count <= 0) return
    const oldest = this.#ids.splice(0, count)
    for (const id of oldest) {
      const row = this.#byId.get(id)
      if (row !== undefined) this.#tally(row, -1)
      this.#byId.delete(id)
    }
    this.#shown.splice(0, placeOf(this.#shown, this.#ids[0] ?? 0))
  }

  #put(row: Row): void {
    const before = this.#byId.get(row.id)
    this.#byId.set(row.id, row)
    if (before !== undefined) this.#tally(before, -1)
    else addId(this.#ids, row.id)
    this.#tally(row, 1)
    if (this.#fits === undefined) return
    if (this.#fits(row)) addId(this.#shown, row.id)
    else if (before !== undefined) removeId(this.#shown, row.id)
  }

  #remove(id: number): void {
    const before = this.#byId.get(id)
    if (before === undefined) return
    this.#tally(before, -1)
    this.#byId.delete(id)
    removeId(this.#ids, id)
    removeId(this.#shown, id)
  }

  #tally(row: Row, by: 1 | -1): void {
    for (const group of this.source.groupsOf?.(row) ?? []) {
      this.#counts.set(group, (this.#counts.get(group) ?? 0) + by)
    }
  }
}
