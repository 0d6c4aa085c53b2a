import { CommonEnds } from "./common-ends.ts"
import type { Key } from "./key.ts"
import { PartIndex } from "./part-index.ts"

/** How the rows of a table are searched by any part of their text. They are never removed, and stay in their scope. */
export interface TextKeys<R> {
  /** What a search is confined to, such as a brand. */
  readonly scope: (row: R) => Key
  /** In lower case. The first line is never changed. */
  readonly text: (row: R) => string
}

/** A search for rows of one scope. */
export interface TextQuery {
  readonly scope: Key
  /** The ids to search among, ascending. */
  readonly among: readonly number[]
  /** Whether those are all of the scope. */
  readonly isWholeScope: boolean
  /** In lower case. */
  readonly part: string
}

/** The texts of a table's rows. */
export class TextIndex<R extends { readonly id: number }> {
  readonly #keys: TextKeys<R>
  readonly #parts = new PartIndex()
  readonly #ends = new CommonEnds()

  constructor(keys: TextKeys<R>) {
    this.#keys = keys
  }

  add(row: R): void {
    const text = this.#keys.text(row)
    this.#parts.add(row.id, text)
    const end = text.indexOf("\n")
    this.#ends.add(row.id, this.#keys.scope(row), end < 0 ? text : text.slice(0, end))
  }

  replace(before: R, after: R): void {
    const text = this.#keys.text(after)
    if (this.#keys.text(before) !== text) this.#parts.add(after.id, text)
  }

  clear(): void {
    this.#parts.clear()
    this.#ends.clear()
  }

  /** The ids that hold a part, ascending; `holds` looks at a row, which can be another than is searched for. */
  search({ scope, among, isWholeScope, part }: TextQuery, holds: (id: number) => boolean): ArrayLike<number> {
    const candidates = this.#parts.candidates(part)
    const all = candidates === undefined || candidates.length > among.length ? among : candidates
    const isSure = isWholeScope || all === among
    const found = new Uint32Array(all.length)
    let count = 0
    let block = -1
    let allHold = false
    for (let at = 0; at < all.length; at++) {
      const id = all[at] ?? 0
      if (CommonEnds.blockOf(id) !== block) {
        block = CommonEnds.blockOf(id)
        allHold = isSure && this.#ends.allHold(block, scope, part)
      }
      if (allHold || holds(id)) found[count++] = id
    }
    return count === among.length ? among : found.slice(0, count)
  }
}
