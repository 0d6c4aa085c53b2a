/** Ids, ascending but for those that came late. In 32 bits each: there are some thirty of them to a contact. */
class Postings {
  #ids = new Uint32Array(8)
  #size = 0
  #late: number[] = []

  get size(): number {
    return this.#size + this.#late.length
  }

  /** A row that says the same thing twice is there once. */
  add(id: number): void {
    const last = this.#size === 0 ? 0 : (this.#ids[this.#size - 1] ?? 0)
    if (id === last) return
    if (id < last) {
      this.#late.push(id)
      return
    }
    if (this.#size === this.#ids.length) {
      const grown = new Uint32Array(Math.ceil(this.#size * 1.5))
      grown.set(this.#ids)
      this.#ids = grown
    }
    this.#ids[this.#size++] = id
  }

  /** In ascending order, each once. */
  values(): Uint32Array {
    const ids = this.#ids.subarray(0, this.#size)
    if (this.#late.length === 0) return ids
    return Uint32Array.from(new Set([...ids, ...this.#late])).sort()
  }
}

/** Length of the indexed pieces: three characters. */
const length = 3
const buckets = 2 ** 16

/**
 * Finds rows by any part of their text, through its three-character pieces (trigrams). Results are candidates that must be
 * checked: pieces can be apart, buckets are shared, and changed rows remain under their old text.
 */
export class SubstringIndex {
  readonly #postings = new Array<Postings | undefined>(buckets).fill(undefined)

  add(id: number, text: string): void {
    for (let at = 0, piece = 0; at < text.length; at++) {
      piece = next(piece, text, at)
      if (at < length - 1) continue
      const bucket = bucketOf(piece)
      let ids = this.#postings[bucket]
      if (ids === undefined) {
        ids = new Postings()
        this.#postings[bucket] = ids
      }
      ids.add(id)
    }
  }

  /** The ids of all rows that may hold a part, ascending; undefined where every row may. */
  candidates(part: string): Uint32Array | undefined {
    if (part.length < length) return undefined
    let rarest: Postings | undefined
    for (let at = 0, piece = 0; at < part.length; at++) {
      piece = next(piece, part, at)
      if (at < length - 1) continue
      const postings = this.#postings[bucketOf(piece)]
      if (postings === undefined) return new Uint32Array()
      if (rarest === undefined || postings.size < rarest.size) rarest = postings
    }
    return rarest?.values()
  }
}

/** The piece that ends at this character, seven bits each; older characters are shifted out. */
const next = (piece: number, text: string, at: number): number => ((piece << 7) ^ text.charCodeAt(at)) & 0x1f_ffff

/** The place of a piece, spread so that those of one alphabet seldom share one. */
const bucketOf = (piece: number): number => Math.imul(piece, 0x9e37_79b1) >>> 16
