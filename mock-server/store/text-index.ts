import { CommonAffixes } from "./common-affixes.ts"
import type { Key } from "./key.ts"
import { SubstringIndex } from "./substring-index.ts"

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

/** So many rows are looked at one by one in 4 ms: an index would cost more than it saves. */
const fewRows = 20_000
/** Rows that are taken in at a time: one by one they would cost three times as much. */
const together = 256

/** The texts of a table's rows. */
export class TextIndex<R extends { readonly id: number }> {
  #index: { readonly parts: SubstringIndex; readonly ends: CommonAffixes } | undefined
  /** Rows that have not been taken in. */
  #waiting: R[] = []

  constructor(private readonly keys: TextKeys<R>) {}

  add(row: R): void {
    this.#waiting.push(row)
    if (this.#waiting.length >= (this.#index === undefined ? fewRows : together)) this.#takeIn()
  }

  replace(before: R, after: R): void {
    if (this.keys.text(before) !== this.keys.text(after)) this.add(after)
  }

  clear(): void {
    this.#index = undefined
    this.#waiting = []
  }

  /** The ids that hold a part, ascending; `holds` looks at a row, which can be another than is searched for. */
  search({ scope, among, isWholeScope, part }: TextQuery, holds: (id: number) => boolean): ArrayLike<number> {
    if (this.#index === undefined) return among.filter(holds)
    const { parts, ends } = this.#takeIn()
    const candidates = parts.candidates(part)
    const all = candidates === undefined || candidates.length > among.length ? among : candidates
    const isSure = isWholeScope || all === among
    const found = new Uint32Array(all.length)
    let count = 0
    let block = -1
    let allHold = false
    for (let at = 0; at < all.length; at++) {
      const id = all[at] ?? 0
      if (CommonAffixes.blockOf(id) !== block) {
        block = CommonAffixes.blockOf(id)
        allHold = isSure && ends.allHold(block, scope, part)
      }
      if (allHold || holds(id)) found[count++] = id
    }
    return count === among.length ? among : found.slice(0, count)
  }

  #takeIn(): { readonly parts: SubstringIndex; readonly ends: CommonAffixes } {
    this.#index ??= { parts: new SubstringIndex(), ends: new CommonAffixes() }
    const { parts, ends } = this.#index
    const rows = this.#waiting
    this.#waiting = []
    for (const row of rows) {
      const text = this.keys.text(row)
      parts.add(row.id, text)
      const end = text.indexOf("\n")
      ends.add(row.id, this.keys.scope(row), end < 0 ? text : text.slice(0, end))
    }
    return this.#index
  }
}
