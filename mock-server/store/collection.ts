import type * as z from "zod"
import type { PageRequest } from "../../sdk/contract/core/endpoint.ts"
import type { Steps } from "../base/event-loop.ts"
import type { PageOfRows } from "../base/reply.ts"
import { notFound } from "../base/service-error.ts"
import type { EventOf, StateMachine, StateOf } from "../base/state-machine.ts"
import { placeOf } from "./id-set.ts"
import { type Clash, Indexes, type IndexKeys } from "./indexes.ts"
import type { Key } from "./key.ts"
import { LargeMap } from "./large-map.ts"
import type { Changes, Created, NewRow, Owned, Owner, Row, Stamped, Time } from "./row.ts"

/** The state needed to restore a collection. */
export interface CollectionState<R> {
  /** The highest assigned id. */
  readonly lastId: number
  /** The records, by their ids. */
  readonly rows: readonly R[]
}

/** A table: rows by id, with indexes so that a page costs its size, not its offset. @internal */
export class Collection<
  R extends Row,
  G extends string = never,
  U extends keyof R & string = never,
  M extends StateMachine<string, string> = never,
> {
  readonly row: z.core.$ZodType<R>
  readonly #rows = new LargeMap<number, R>()
  readonly #indexes: Indexes<R, G, U>
  readonly #name: string
  readonly #timestamps: "created" | "both" | undefined
  readonly #machine: StateMachine<StateOf<M>, EventOf<M>> | undefined
  #lastId = 0
  #version = 0
  #onChange: ((id: number) => void) | undefined

  constructor(spec: TableSpec<R, G, U, M>) {
    this.row = spec.row
    this.#indexes = new Indexes(spec)
    this.#name = spec.name ?? "Record"
    this.#timestamps = spec.timestamps
    this.#machine = spec.machine
  }

  get size(): number {
    return this.#rows.size
  }

  /** Increases with every change: results computed from the rows are valid while it stays the same. */
  get version(): number {
    return this.#version
  }

  get lastId(): number {
    return this.#lastId
  }

  get(id: number): R | undefined {
    return this.#rows.get(id)
  }

  /** The row with this id. Throws the 404 if there is none. */
  known(id: number): R {
    return this.get(id) ?? this.#missing(id)
  }

  /** The row with this id, if it belongs to the caller's brand or account. Throws the 404 otherwise. */
  own(this: Collection<R & Owned, G, U, M>, owner: Owner, id: number): R {
    const row = this.#rows.get(id)
    return row !== undefined && isOf(owner, row) ? row : this.#missing(id)
  }

  /** Like `own`, by a unique index. */
  findOwn(this: Collection<R & Owned, G, U, M>, owner: Owner, index: U, key: Key): R {
    const row = this.find(index, key)
    return row !== undefined && isOf(owner, row) ? row : this.#missing(key)
  }

  /** Every row, by ascending id. */
  all(): IterableIterator<R> {
    return this.#rows.values()
  }

  /** The row with `key` in a unique index. */
  find(index: U, key: Key): R | undefined {
    const id = this.#indexes.find(index, key)
    return id === undefined ? undefined : this.#rows.get(id)
  }

  /** The first row with the unique key of an earlier row, if there is one. The rows need not be in this table. */
  clashIn(rows: readonly R[]): Steps<Clash | undefined> {
    return this.#indexes.clashIn(rows)
  }

  count(group: G, key: Key): number {
    return this.#idSet(group, key)?.size ?? 0
  }

  /** The ids of a group, ascending. */
  ids(group: G, key: Key): readonly number[] {
    return this.#idSet(group, key)?.values() ?? none
  }

  /** The rows of a group, by ascending id: those with an id above `after`. */
  *in(group: G, key: Key, after = 0): Generator<R> {
    const ids = this.ids(group, key)
    for (let at = after === 0 ? 0 : placeOf(ids, after + 1); at < ids.length; at++) {
      const row = this.#rows.get(ids[at] ?? 0)
      if (row !== undefined) yield row
    }
  }

  /** The rows of a group at once, by ascending id. */
  list(group: G, key: Key): R[] {
    const rows: R[] = []
    for (const id of this.ids(group, key)) {
      const row = this.#rows.get(id)
      if (row !== undefined) rows.push(row)
    }
    return rows
  }

  page(group: G, key: Key, page: PageRequest): PageOfRows<R> {
    return this.pageOf(this.ids(group, key), page)
  }

  /** One page of the rows with these ids, in their order. */
  pageOf(ids: readonly number[], { number, size }: PageRequest): PageOfRows<R> {
    const rows: R[] = []
    const end = Math.min(number * size, ids.length)
    for (let at = (number - 1) * size; at < end; at++) {
      const row = this.#rows.get(ids[at] ?? 0)
      if (row !== undefined) rows.push(row)
    }
    return { rows, total: ids.length }
  }

  nextId(): number {
    return ++this.#lastId
  }

  /** Adds a row with the next id and the current time. */
  add(time: Time, fields: NewRow<R>): R {
    const now = time.timestamp()
    const timestamps = this.#timestamps && { created_at: now, ...(this.#timestamps === "both" && { updated_at: now }) }
    const row: object = { id: this.nextId(), ...fields, ...timestamps }
    return this.insert(row as R)
  }

  /** Adds a complete row, including id and timestamps. Costs half of an `add`, for millions of rows. */
  insert(row: R): R {
    if (row.id > this.#lastId) this.#lastId = row.id
    this.#rows.set(row.id, row)
    this.#version++
    this.#indexes.add(row)
    this.#onChange?.(row.id)
    return row
  }

  /** Changes a row and sets its update time. */
  change(
    this: Collection<R & Stamped, G, U, M>,
    time: Time,
    row: R & Stamped,
    changes: Omit<Changes<R>, "updated_at">,
  ): R {
    return this.#replace(row, { ...row, ...changes, updated_at: time.timestamp() })
  }

  /** Changes a row without setting its update time. */
  update(row: R, changes: Changes<R>): R {
    return this.#replace(row, { ...row, ...changes })
  }

  /** Moves a row to its next status and sets its update time. Throws the 409 for a move that its machine lacks. */
  move(time: Time, row: R & { readonly status: StateOf<M> }, event: EventOf<M>, changes: Changes<R> = {}): R {
    const status = this.#next(row.status, event)
    if (this.#timestamps !== "both") return this.#replace(row, { ...row, ...changes, status })
    return this.#replace(row, { ...row, ...changes, status, updated_at: time.timestamp() })
  }

  /**
   * Like `move`, for millions of rows: `rowIn` creates the complete row for the new status, at half the cost of a copy
   * with changes.
   */
  moveTo(row: R & { readonly status: StateOf<M> }, event: EventOf<M>, rowIn: (status: StateOf<M>) => R): R {
    return this.#replace(row, rowIn(this.#next(row.status, event)))
  }

  remove(row: R): R {
    this.#rows.delete(row.id)
    this.#version++
    this.#indexes.remove(row)
    this.#onChange?.(row.id)
    return row
  }

  /** Calls `onChange` with the id of each row that is added, changed or removed; without an argument it stops. */
  watch(onChange?: (id: number) => void): void {
    this.#onChange = onChange
  }

  dump(): CollectionState<R> {
    return { lastId: this.#lastId, rows: this.#rows.list() }
  }

  *load({ lastId, rows }: CollectionState<R>): Steps<void> {
    this.#rows.clear()
    this.#indexes.clear()
    this.#version++
    const isSorted = rows.every(({ id }, at) => at === 0 || id > (rows[at - 1]?.id ?? 0))
    for (const row of isSorted ? rows : [...rows].sort((a, b) => a.id - b.id)) {
      this.insert(row)
      yield
    }
    this.#lastId = lastId
  }

  #idSet(group: G, key: Key) {
    return this.#indexes.group(group, key, this.#rows.values())
  }

  #missing(key: Key): never {
    throw notFound("35.3", this.#name.replace("{id}", String(key)))
  }

  #next(from: StateOf<M>, event: EventOf<M>): StateOf<M> {
    if (this.#machine === undefined) throw new Error(`${this.#name} has no machine`)
    return this.#machine.next(from, event)
  }

  #replace(before: R, after: R): R {
    this.#rows.set(after.id, after)
    this.#version++
    this.#indexes.replace(before, after)
    this.#onChange?.(after.id)
    return after
  }
}

const none: readonly number[] = []

const isOf = ({ brand, account }: Owner, row: Owned): boolean =>
  "brand_id" in row ? row.brand_id === brand.id : row.account_id === account.id

interface Known<R, G extends string, U extends string, M> extends IndexKeys<R, G, U> {
  /** The schema of its rows; rows from outside are validated against it. */
  readonly row: z.core.$ZodType<R>
  /** The record's name in a 404, for example `Campaign`; `{id}` is replaced with the requested id. */
  readonly name?: string
  /** The timestamps that it writes: only `created_at`, or also `updated_at`. */
  readonly timestamps?: "created" | "both"
  /** The state machine of the rows' status. */
  readonly machine?: StateMachine<StateOf<M>, EventOf<M>>
}

/** Further settings of tables whose rows have timestamps or a status. */
type Needed<R, M> = (R extends Stamped
  ? { readonly timestamps: "both" }
  : R extends Created
    ? { readonly timestamps: "created" }
    : unknown) &
  ([M] extends [never] ? unknown : { readonly machine: M })

type TableSpec<R, G extends string, U extends string, M> = Known<R, G, U, M> & Needed<R, M>
