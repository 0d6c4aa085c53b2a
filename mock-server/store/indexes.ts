import { IdSet } from "./id-set.ts"
import type { Key } from "./key.ts"
import type { Row } from "./row.ts"

export interface IndexKeys<R, G extends string, U extends string> {
  /** Groups of rows that are listed together, by ascending id. A row can be in several groups or in none. */
  readonly groups?: Readonly<Record<G, Group<R>["keyOf"]>>
  /** Unique keys, by the name of the distinguishing field. */
  readonly unique?: Readonly<Record<U, Unique<R>["keyOf"]>>
}

interface Group<R> {
  readonly keyOf: (row: R) => Key | readonly Key[] | undefined
  readonly sets: Map<Key, IdSet>
}

interface Unique<R> {
  readonly keyOf: (row: R) => Key | undefined
  readonly ids: Map<Key, number>
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
    const groups: Record<string, Group<R>["keyOf"]> = keys.groups ?? {}
    const uniques: Record<string, Unique<R>["keyOf"]> = keys.unique ?? {}
    for (const [name, keyOf] of Object.entries(groups)) this.#groups.set(name, { keyOf, sets: new Map() })
    for (const [name, keyOf] of Object.entries(uniques)) this.#uniques.set(name, { keyOf, ids: new Map() })
  }

  find(index: U, key: Key): number | undefined {
    return this.#uniques.get(index)?.ids.get(key)
  }

  /** The ids of a group; undefined if it never had any. */
  group(group: G, key: Key): IdSet | undefined {
    return this.#groups.get(group)?.sets.get(key)
  }

  /** The first row with the unique key of an earlier row, if there is one. The rows need not be in the table. */
  clashIn(rows: readonly R[]): Clash | undefined {
    for (const [field, { keyOf }] of this.#uniques) {
      const ids = new Map<Key, number>()
      for (const row of rows) {
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
    for (const { keyOf, sets } of this.#groups.values()) eachKey(keyOf(row), (key) => setOf(sets, key).add(row.id))
  }

  remove(row: R): void {
    for (const { keyOf, ids } of this.#uniques.values()) {
      const key = keyOf(row)
      if (key !== undefined && ids.get(key) === row.id) ids.delete(key)
    }
    for (const { keyOf, sets } of this.#groups.values()) eachKey(keyOf(row), (key) => sets.get(key)?.delete(row.id))
  }

  replace(before: R, after: R): void {
    for (const { keyOf, ids } of this.#uniques.values()) {
      const [from, to] = [keyOf(before), keyOf(after)]
      if (from === to) continue
      if (from !== undefined && ids.get(from) === before.id) ids.delete(from)
      if (to !== undefined) ids.set(to, after.id)
    }
    for (const { keyOf, sets } of this.#groups.values()) {
      const [from, to] = [keyOf(before), keyOf(after)]
      if (from === to) continue
      eachKey(from, (key) => sets.get(key)?.delete(before.id))
      eachKey(to, (key) => setOf(sets, key).add(after.id))
    }
  }

  clear(): void {
    for (const { ids } of this.#uniques.values()) ids.clear()
    for (const { sets } of this.#groups.values()) sets.clear()
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
