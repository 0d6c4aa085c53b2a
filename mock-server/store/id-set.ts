/** Ids in ascending order. Adding the next id and reading a slice are cheap; changes in the middle are gathered until the next read. */
export class IdSet {
  /** Never modified in place: iterations continue undisturbed. */
  #ids: number[] = []
  #added = new Set<number>()
  #deleted = new Set<number>()

  get size(): number {
    return this.#ids.length + this.#added.size - this.#deleted.size
  }

  add(id: number): void {
    if (this.#deleted.delete(id)) return
    const last = this.#ids[this.#ids.length - 1]
    if (last === undefined || id > last) this.#ids.push(id)
    else this.#added.add(id)
  }

  /** Removes an id that is in the set. */
  delete(id: number): void {
    if (this.#added.delete(id)) return
    if (this.#ids[this.#ids.length - 1] === id) this.#ids.pop()
    else this.#deleted.add(id)
  }

  values(): readonly number[] {
    this.#tidy()
    return this.#ids
  }

  #tidy(): void {
    if (this.#deleted.size === 0 && this.#added.size === 0) return
    this.#ids = [...this.#ids.filter((id) => !this.#deleted.has(id)), ...this.#added].sort((a, b) => a - b)
    this.#added.clear()
    this.#deleted.clear()
  }
}

/** The index of the first number in an ascending list that is at least `id`; the list's length if there is none. */
export function placeOf(ids: readonly number[], id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) >= id) high = middle
    else low = middle + 1
  }
  return low
}
