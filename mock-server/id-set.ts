/** Ids in ascending order. Adding the next id and reading a slice are cheap; changes in the middle are gathered until the next read. */
export class IdSet {
  #ids: number[] = []
  #added = new Set<number>()
  #deleted = new Set<number>()

  get size(): number {
    return this.#ids.length + this.#added.size - this.#deleted.size
  }

  /** Adds an id that is not in the set. */
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

  slice(start: number, end: number): number[] {
    this.#tidy()
    return this.#ids.slice(start, end)
  }

  values(): readonly number[] {
    this.#tidy()
    return this.#ids
  }

  #tidy(): void {
    if (this.#deleted.size > 0) {
      this.#ids = this.#ids.filter((id) => !this.#deleted.has(id))
      this.#deleted.clear()
    }
    if (this.#added.size > 0) {
      this.#ids = [...this.#ids, ...this.#added].sort((a, b) => a - b)
      this.#added.clear()
    }
  }
}
