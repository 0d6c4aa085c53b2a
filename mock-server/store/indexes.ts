import { IdSet } from "./id-set.ts"
import type { Key } from "./key.ts"
import type { Row } from "./row.ts"
import { TextIndex, type TextKeys } from "./text-index.ts"

/** Keys by which a table's rows are found. */
export interface IndexKeys<R, G extends string, U extends string> {
  /** Rows that are listed together, by ascending id; a row can be in several groups, or in none. */
  readonly groups?: Readonly<Record<G, (row: R) => Key | readonly Key[] | undefined>>
  /** Keys under which at most one row is found, by the field that makes the difference. */
  readonly unique?: Readonly<Record<U, (row: R) => Key | undefined>>
  /** The searchable text of rows. */
  readonly texts?: TextKeys<R>
}

/** Two rows with one key: the later one's id, the field, and the earlier one's id. */
export interface Clash {
  readonly id: number
  readonly field: string
  readonly other: number
}

/** The ids of a table's rows by the keys of its groups and of its unique indexes. */
export class Indexes<R extends Row, G extends string, U extends string> {
  readonly #groups: (readonly [(row: R) => Key | readonly Key[] | undefined, Map<Key, IdSet>])[]
  readonly #uniques: (readonly [(row: R) => Key | undefined, Map<Key, number>])[]
  readonly #groupNames: readonly string[]
  readonly #uniqueNames: readonly string[]
  readonly texts: TextIndex<R> | undefined

  constructor(keys: IndexKeys<R, G, U>) {
    const groups: Record<string, (row: R) => Key | readonly Key[] | undefined> = keys.groups ?? {}
    const unique: Record<string, (row: R) => Key | undefined> = keys.unique ?? {}
    this.#groupNames = Object.keys(groups)
    this.#uniqueNames = Object.keys(unique)
    this.#groups = Object.values(groups).map((keyOf) => [keyOf, new Map()] as const)
    this.texts = keys.texts && new TextIndex(keys.texts)
    this.#uniques = Object.values(unique).map((keyOf) => [keyOf, new Map()] as const)
  }

  /** The id that a unique index holds under `key`. */
  find(index: U, key: Key): number | undefined {
    return this.#uniques[this.#uniqueNames.indexOf(index)]?.[1].get(key)
  }

  /** The ids of a group; nothing where it never had any. */
  group(group: G, key: Key): IdSet | undefined {
    return this.#groups[this.#groupNames.indexOf(group)]?.[1].get(key)
  }

  /** A row with what another before it has alone, if there is one: they need not be here. */
  clashIn(rows: readonly R[]): Clash | undefined {
    for (const [index, [keyOf]] of this.#uniques.entries()) {
      const ids = new Map<Key, number>()
      for (const row of rows) {
        const key = keyOf(row)
        if (key === undefined) continue
        const other = ids.get(key)
        if (other !== undefined) return { id: row.id, field: this.#uniqueNames[index] ?? "", other }
        ids.set(key, row.id)
      }
    }
    return undefined
  }

  add(row: R): void {
    this.texts?.add(row)
    for (const [keyOf, ids] of this.#uniques) {
      const key = keyOf(row)
      if (key !== undefined) ids.set(key, row.id)
    }
    for (const [keyOf, sets] of this.#groups) eachKey(keyOf(row), (key) => setOf(sets, key).add(row.id))
  }

  remove(row: R): void {
    for (const [keyOf, ids] of this.#uniques) {
      const key = keyOf(row)
      if (key !== undefined && ids.get(key) === row.id) ids.delete(key)
    }
    for (const [keyOf, sets] of this.#groups) eachKey(keyOf(row), (key) => sets.get(key)?.delete(row.id))
  }

  replace(before: R, after: R): void {
    this.texts?.replace(before, after)
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
  }

  clear(): void {
    this.texts?.clear()
    for (const [, ids] of this.#uniques) ids.clear()
    for (const [, sets] of this.#groups) sets.clear()
  }
}

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
