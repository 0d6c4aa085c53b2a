import { signal } from "@preact/signals"
import type { RowPage } from "../../control/rows.ts"

export interface RowSource<Row> {
  /** The newest rows before an id, newest first; without an id, the newest of all. */
  readonly page: (size: number, before?: number) => Promise<RowPage<Row>>
  /** The groups that a row is counted in. */
  readonly groupsOf?: ((row: Row) => readonly string[]) | undefined
}

/** Maximum number of rows of a kind; the oldest are dropped to limit memory. */
const maxRows = 100_000
const pageSize = 1_000
/** The first page is small, so that something is shown at once. */
const firstPageSize = 100
/** Rows that are filtered in one slice: a few milliseconds. */
const slice = 5_000

/**
 * The rows of one kind, newest last, kept up to date by the stream. Rows are immutable, so a component renders again
 * only when its row is replaced. Nothing is read before `open`.
 */
export class Rows<Row extends { readonly id: number }> {
  /** Incremented with every batch of changes: components that read it render again. */
  readonly version = signal(0)
  /** Number of rows on the server. */
  readonly total = signal(0)
  readonly isReady = signal(false)
  /** True once all rows that are kept here were read. */
  readonly isWhole = signal(false)
  readonly #byId = new Map<number, Row>()
  #ids: readonly number[] = []
  #shown: readonly number[] = []
  readonly #counts = new Map<string, number>()
  #fits: ((row: Row) => boolean) | undefined
  readonly #fitting = new Set<number>()
  #isOpen = false
  /** The number of the current read; results of earlier reads are dropped. */
  #reading = 0
  /** Ids that the stream has updated since the current page was requested: newer than the page. */
  readonly #streamed = new Set<number>()

  constructor(private readonly source: RowSource<Row>) {}

  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.refresh()
  }

  /** Reloads the rows, newest first, if opened. */
  refresh(): void {
    if (this.#isOpen) void this.#readAll(++this.#reading).catch(() => undefined)
  }

  get(id: number): Row | undefined {
    void this.version.value
    return this.#byId.get(id)
  }

  /** The ids of rows that match the filter, newest last. */
  shown(): readonly number[] {
    void this.version.value
    return this.#shown
  }

  count(group: string): number {
    void this.version.value
    return this.#counts.get(group) ?? 0
  }

  find(fits: (row: Row) => boolean): Row[] {
    void this.version.value
    return [...this.#byId.values()].filter(fits).sort((a, b) => b.id - a.id)
  }

  /** Shows only rows that match; all without an argument. The newest come first, in slices that leave the browser responsive. */
  filter(fits?: (row: Row) => boolean): void {
    this.#fits = fits
    this.#fitting.clear()
    if (fits !== undefined) this.#filterNewest(fits, this.#ids)
    this.#changed(this.total.value)
  }

  #filterNewest(fits: (row: Row) => boolean, ids: readonly number[]): void {
    for (const id of ids.slice(-slice)) {
      const row = this.#byId.get(id)
      if (row !== undefined && fits(row)) this.#fitting.add(id)
    }
    const older = ids.slice(0, -slice)
    if (older.length === 0) return
    setTimeout(() => {
      if (this.#fits !== fits) return
      this.#filterNewest(fits, older)
      this.#changed(this.total.value)
    })
  }

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
      const size = before === undefined ? firstPageSize : pageSize
      const page = await this.source.page(size, before)
      if (reading !== this.#reading) return
      const isLast = page.rows.length < size
      this.#take(page, before, isLast)
      this.isReady.value = true
      if (isLast) break
      before = page.rows.at(-1)?.id
      count += page.rows.length
    } while (count < maxRows)
    this.isWhole.value = true
  }

  /** Rows that are missing from the page, between its last row and the page before, are gone. */
  #take({ rows, total }: RowPage<Row>, before = Number.POSITIVE_INFINITY, isLast: boolean): void {
    const oldest = isLast ? 0 : (rows.at(-1)?.id ?? 0)
    const onPage = new Set(rows.map(({ id }) => id))
    for (const id of this.#ids) {
      if (id >= oldest && id < before && !onPage.has(id) && !this.#streamed.has(id)) this.#remove(id)
    }
    for (const row of rows) if (!this.#streamed.has(row.id)) this.#put(row)
    this.#changed(total)
  }

  #changed(total: number): void {
    const ids = [...this.#byId.keys()].sort((a, b) => a - b)
    for (const id of ids.splice(0, Math.max(0, ids.length - maxRows))) this.#remove(id)
    this.#ids = ids
    this.#shown = this.#fits === undefined ? ids : ids.filter((id) => this.#fitting.has(id))
    this.total.value = Math.max(total, ids.length)
    this.version.value++
  }

  #put(row: Row): void {
    const before = this.#byId.get(row.id)
    if (before !== undefined) this.#tally(before, -1)
    this.#byId.set(row.id, row)
    this.#tally(row, 1)
    if (this.#fits?.(row)) this.#fitting.add(row.id)
    else this.#fitting.delete(row.id)
  }

  #remove(id: number): void {
    const before = this.#byId.get(id)
    if (before === undefined) return
    this.#tally(before, -1)
    this.#byId.delete(id)
    this.#fitting.delete(id)
  }

  #tally(row: Row, by: 1 | -1): void {
    for (const group of this.source.groupsOf?.(row) ?? []) {
      this.#counts.set(group, (this.#counts.get(group) ?? 0) + by)
    }
  }
}
