const blockSize = 1_024

interface Block<R> {
  readonly rows: (R | undefined)[]
  count: number
}

/**
 * Rows by id, in blocks of neighbouring ids. The rows of a page are close together, and blocks take a fifth of a Map's memory.
 * Empty blocks are freed.
 */
export class RowStore<R> {
  readonly #blocks = new Map<number, Block<R>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: number): R | undefined {
    return this.#blocks.get(Math.floor(id / blockSize))?.rows[id % blockSize]
  }

  set(id: number, row: R): void {
    const number = Math.floor(id / blockSize)
    let block = this.#blocks.get(number)
    if (block === undefined) {
      block = { rows: [], count: 0 }
      this.#blocks.set(number, block)
    }
    const at = id % blockSize
    // A hole in the middle would make the block slow to read.
    while (block.rows.length < at) block.rows.push(undefined)
    if (block.rows[at] === undefined) {
      block.count++
      this.#size++
    }
    block.rows[at] = row
  }

  delete(id: number): void {
    const number = Math.floor(id / blockSize)
    const block = this.#blocks.get(number)
    if (block?.rows[id % blockSize] === undefined) return
    block.rows[id % blockSize] = undefined
    block.count--
    this.#size--
    if (block.count === 0) this.#blocks.delete(number)
  }

  clear(): void {
    this.#blocks.clear()
    this.#size = 0
  }

  /** Every row, by ascending id where rows were added that way. */
  *values(): IterableIterator<R> {
    for (const { rows } of this.#blocks.values()) for (const row of rows) if (row !== undefined) yield row
  }
}
