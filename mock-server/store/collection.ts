import type { PageRequest } from "../../sdk/contract/core/endpoint.ts"
import type { Machine } from "../base/state-machine.ts"
import { IdSet } from "./id-set.ts"
import { RowStore } from "./row-store.ts"

/** A stored record. Rows are never changed in place: an update puts a new row in the old one's stead. */
export interface Row {
  readonly id: number
}

/** A record's own fields, without the "anything else" that models read from the wire carry. */
export type Fields<M> = { readonly [K in keyof M as string extends K ? never : K]: M[K] }

/** What `update` may change: ids stay, and a status changes only by a machine's table. */
export type Changes<R> = { readonly [K in Exclude<keyof R, "id" | "status">]?: R[K] }

/** One page of a list, and how many rows there are in all. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly total: number
  /** True for rows made for this answer alone. */
  readonly fresh?: boolean
}

type Key = string | number

interface Indexes<R, G extends string, U extends string> {
  /** Rows that are listed together, by ascending id; a row can stand in several groups, or in none. */
  readonly groups?: Readonly<Record<G, (row: R) => Key | readonly Key[] | undefined>>
  /** Keys under which at most one row is found. */
  readonly unique?: Readonly<Record<U, (row: R) => Key | undefined>>
}

/** What a collection needs to be set up again. */
export interface CollectionState<R> {
  readonly lastId: number
  readonly rows: readonly R[]
}

/** One kind of record: rows by id, with indexes so that a page costs its size and not its offset. */
export class Collection<R extends Row, G extends string = never, U extends string = never> {
  readonly #rows = new RowStore<R>()
  #lastId = 0
  #version = 0
  readonly #groups: (readonly [(row: R) => Key | readonly Key[] | undefined, Map<Key, IdSet>])[]
  readonly #uniques: (readonly [(row: R) => Key | undefined, Map<Key, number>])[]
  readonly #groupNames: readonly string[]
  readonly #uniqueNames: readonly string[]

  constructor(indexes: Indexes<R, G, U> = {}) {
    const groups: Record<string, (row: R) => Key | readonly Key[] | undefined> = indexes.groups ?? {}
    const unique: Record<string, (row: R) => Key | undefined> = indexes.unique ?? {}
    this.#groupNames = Object.keys(groups)
    this.#uniqueNames = Object.keys(unique)
    this.#groups = Object.values(groups).map((keyOf) => [keyOf, new Map()] as const)
    this.#uniques = Object.values(unique).map((keyOf) => [keyOf, new Map()] as const)
  }

  get size(): number {
    return this.#rows.size
  }

  /** Grows with every change: what was worked out from the rows is right as long as this is the same. */
  get version(): number {
    return this.#version
  }

  /** The id for the next row. */
  nextId(): number {
    return ++this.#lastId
  }

  insert(row: R): R {
    if (row.id > this.#lastId) this.#lastId = row.id
    this.#rows.set(row.id, row)
    this.#version++
    for (const [keyOf, ids] of this.#uniques) {
      const key = keyOf(row)
      if (key !== undefined) ids.set(key, row.id)
    }
    for (const [keyOf, sets] of this.#groups) eachKey(keyOf(row), (key) => setOf(sets, key).add(row.id))
    return row
  }

  get(id: number): R | undefined {
    return this.#rows.get(id)
  }

  /** Every row, by ascending id. */
  all(): IterableIterator<R> {
    return this.#rows.values()
  }

  /** The row that a unique index holds under `key`. */
  find(index: U, key: Key): R | undefined {
    const id = this.#uniques[this.#uniqueNames.indexOf(index)]?.[1].get(key)
    return id === undefined ? undefined : this.#rows.get(id)
  }

  count(group: G, key: Key): number {
    return this.#set(group, key)?.size ?? 0
  }

  /** The rows of a group, by ascending id. */
  *in(group: G, key: Key): Generator<R> {
    for (const id of this.#set(group, key)?.values() ?? []) {
      const row = this.#rows.get(id)
      if (row !== undefined) yield row
    }
  }

  /** The ids of a group, ascending. */
  ids(group: G, key: Key): readonly number[] {
    return this.#set(group, key)?.values() ?? none
  }

  /** One page of a group, by ascending id. */
  page(group: G, key: Key, page: PageRequest): Page<R> {
    return this.pageOf(this.ids(group, key), page)
  }

  /** One page of the rows with these ids, in their order. */
  pageOf(ids: readonly number[], { number, size }: PageRequest): Page<R> {
    const rows: R[] = []
    const end = Math.min(number * size, ids.length)
    for (let at = (number - 1) * size; at < end; at++) {
      const row = this.#rows.get(ids[at] ?? 0)
      if (row !== undefined) rows.push(row)
    }
    return { rows, total: ids.length }
  }

  update(row: R, changes: Changes<R>): R {
    return this.#replace(row, { ...row, ...changes })
  }

  /** Moves a row's status along its machine; the 409 of a move that the table does not have is thrown. */
  move<S extends string, E extends string>(
    row: R & { readonly status: S },
    machine: Machine<S, E>,
    event: E,
    changes: Changes<R> = {},
  ): R {
    return this.#replace(row, { ...row, ...changes, status: machine.next(row.status, event) })
  }

  /** As `move`, for rows by the million: `rowIn` makes the whole new row for its new status, which costs half of a copy with changes. */
  moveTo<S extends string, E extends string>(
    row: R & { readonly status: S },
    machine: Machine<S, E>,
    event: E,
    rowIn: (status: S) => R,
  ): R {
    return this.#replace(row, rowIn(machine.next(row.status, event)))
  }

  remove(row: R): R {
    this.#rows.delete(row.id)
    this.#version++
    for (const [keyOf, ids] of this.#uniques) {
      const key = keyOf(row)
      if (key !== undefined && ids.get(key) === row.id) ids.delete(key)
    }
    for (const [keyOf, sets] of this.#groups) eachKey(keyOf(row), (key) => sets.get(key)?.delete(row.id))
    return row
  }

  dump(): CollectionState<R> {
    return { lastId: this.#lastId, rows: [...this.#rows.values()] }
  }

  load(state: CollectionState<R>): void {
    this.#rows.clear()
    this.#version++
    for (const [, ids] of this.#uniques) ids.clear()
    for (const [, sets] of this.#groups) sets.clear()
    for (const row of state.rows) this.insert(row)
    this.#lastId = state.lastId
  }

  #set(group: G, key: Key): IdSet | undefined {
    return this.#groups[this.#groupNames.indexOf(group)]?.[1].get(key)
  }

  #replace(before: R, after: R): R {
    this.#rows.set(after.id, after)
    this.#version++
    for (const [keyOf, ids] of this.#uniques) {
      const [from, to] = [keyOf(before), keyOf(after)]
      if (from === to) continue
      if (from !== undefined && ids.get(from) === before.id) ids.delete(from)
      if (to !== undefined) ids.set(to, after.id)
    }
    for (const [keyOf, sets] of this.#groups) {
      const [from, to] = [keyOf(before), keyOf(after)]
      if (from === to) continue
      eachKey(from, (key) => sets.get(key)?.delete(before.id))
      eachKey(to, (key) => setOf(sets, key).add(after.id))
    }
    return after
  }
}

const none: readonly number[] = []

function eachKey(keys: Key | readonly Key[] | undefined, visit: (key: Key) => void): void {
  if (keys === undefined) return
  if (typeof keys === "object") for (const key of keys) visit(key)
  else visit(keys)
}

function setOf(sets: Map<Key, IdSet>, key: Key): IdSet {
  let set = sets.get(key)
  if (set === undefined) {
    set = new IdSet()
    sets.set(key, set)
  }
  return set
}
