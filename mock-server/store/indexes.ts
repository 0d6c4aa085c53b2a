import type { Steps } from "../base/event-loop.ts"
import { IdSet } from "./id-set.ts"
import type { Key } from "./key.ts"
import { LargeMap } from "./large-map.ts"
import type { Row } from "./row.ts"

export interface IndexKeys<R, G extends string, U extends string> {
  /** Groups of rows that are listed together, by ascending id. A row can be in several groups or in none. */
  readonly groups?: Readonly<Partial<Record<G, Group<R>["keyOf"]>>>
  /** Groups that are built by the first read and kept from then on: worlds that never read them do not pay for them. */
  readonly lazyGroups?: Readonly<Partial<Record<G, Group<R>["keyOf"]>>>
  /** Unique keys, by the name of the distinguishing field. */
  readonly unique?: Readonly<Record<U, Unique<R>["keyOf"]>>
}

interface Group<R> {
  readonly keyOf: (row: R) => Key | readonly Key[] | undefined
  readonly isLazy: boolean
  /** Undefined until the first read of a lazy group. */
  sets: Map<Key, IdSet> | undefined
}

interface Unique<R> {
  readonly keyOf: (row: R) => Key | undefined
  readonly ids: LargeMap<Key, number>
}

/** Two rows with one key: the later one's id, the field, and the earlier one's id. */
export interface Clash {
  readonly id: number
  readonly field: string
  readonly other: number
}

/** The ids of a table's rows, by group keys and unique keys. */
export class Indexes<R extends Row, G extends string, U extends string> {
  readonly #groups = new Map<string, Group<R>>()
  readonly #uniques = new Map<string, Unique<R>>()

  constructor(keys: IndexKeys<R, G, U>) {
    const groups: Record<string, Group<R>["keyOf"]> = { ...keys.groups }
    const lazyGroups: Record<string, Group<R>["keyOf"]> = { ...keys.lazyGroups }
    const uniques: Record<string, Unique<R>["keyOf"]> = keys.unique ?? {}
    for (const [name, keyOf] of Object.entries(groups))
      this.#groups.set(name, { keyOf, isLazy: false, sets: new Map() })
    for (const [name, keyOf] of Object.entries(lazyGroups)) {
      this.#groups.set(name, { keyOf, isLazy: true, sets: undefined })
    }
    for (const [name, keyOf] of Object.entries(uniques)) this.#uniques.set(name, { keyOf, ids: new LargeMap() })
  }

  find(index: U, key: Key): number | undefined {
    return this.#uniques.get(index)?.ids.get(key)
  }

  /** The ids of a group; undefined if it never had any. `rows` are all rows by ascending id, to build a lazy group. */
  group(name: G, key: Key, rows: Iterable<R>): IdSet | undefined {
    const group = this.#groups.get(name)
    if (group === undefined) return undefined
    if (group.sets === undefined) {
      const sets = new Map<Key, IdSet>()
      for (const row of rows) eachKey(group.keyOf(row), (key) => setOf(sets, key).add(row.id))
      group.sets = sets
    }
    return group.sets.get(key)
  }

  /** The first row with the unique key of an earlier row, if there is one. The rows need not be in the table. */
  *clashIn(rows: readonly R[]): Steps<Clash | undefined> {
    for (const [field, { keyOf }] of this.#uniques) {
      const ids = new LargeMap<Key, number>()
      for (const row of rows) {
        yield
        const key = keyOf(row)
        if (key === undefined) continue
        const other = ids.get(key)
        if (other !== undefined) return { id: row.id, field, other }
        ids.set(key, row.id)
      }
    }
    return undefined
  }

  add(row: R): void {
    for (const { keyOf, ids } of this.#uniques.values()) {
      const key = keyOf(row)
      if (key !== undefined) ids.set(key, row.id)
    }
    for (const { keyOf, sets } of this.#groups.values()) {
      if (sets !== undefined) eachKey(keyOf(row), (key) => setOf(sets, key).add(row.id))
    }
  }

  remove(row: R): void {
    for (const { keyOf, ids } of this.#uniques.values()) {
      const key = keyOf(row)
      if (key !== undefined && ids.get(key) === row.id) ids.delete(key)
    }
    for (const { keyOf, sets } of this.#groups.values()) eachKey(keyOf(row), (key) => sets?.get(key)?.delete(row.id))
  }

  replace(before: R, after: R): void {
    for (const { keyOf, ids } of this.#uniques.values()) {
      const [from, to] = [keyOf(before), keyOf(after)]
      if (from === to) continue
      if (from !== undefined && ids.get(from) === before.id) ids.delete(from)
      if (to !== undefined) ids.set(to, after.id)
    }
    for (const { keyOf, sets } of this.#groups.values()) {
      if (sets === undefined) continue
      const [from, to] = [keyOf(before), keyOf(after)]
      if (from === to) continue
      eachKey(from, (key) => sets.get(key)?.delete(before.id))
      eachKey(to, (key) => setOf(sets, key).add(after.id))
    }
  }

  clear(): void {
    for (const { ids } of this.#uniques.values()) ids.clear()
    for (const group of this.#groups.values()) group.sets = group.isLazy ? undefined : new Map()
  }
}

function eachKey(keys: Key | readonly Key[] | undefined, visit: (key: Key) => void): void {
  if (keys === undefined) return
  if (typeof keys === "object") for (const key of keys) visit(key)
  else visit(keys)
}

function setOf(sets: Map<Key, IdSet>, key: Key): IdSet {
  const set = sets.get(key) ?? new IdSet()
  sets.set(key, set)
  return set
}
