import type { Key } from "./key.ts"

/** Rows with neighbouring ids often come from one import: their texts share a beginning and an end. */
const blockSize = 1_024

interface Block {
  /** The scope of the rows; undefined where they differ. */
  scope: Key | undefined
  start: string
  end: string
}

/** The common beginning and end of the texts of neighbouring rows: a search within them need not check each row. */
export class CommonAffixes {
  readonly #blocks = new Map<number, Block>()

  static blockOf(id: number): number {
    return Math.floor(id / blockSize)
  }

  /** Former texts of a row still count: they can only make the common part shorter. */
  add(id: number, scope: Key, text: string): void {
    const number = CommonAffixes.blockOf(id)
    const block = this.#blocks.get(number)
    if (block === undefined) {
      this.#blocks.set(number, { scope, start: text, end: text })
      return
    }
    if (block.scope !== scope) block.scope = undefined
    while (!text.startsWith(block.start)) block.start = block.start.slice(0, -1)
    while (!text.endsWith(block.end)) block.end = block.end.slice(1)
  }

  /** Whether every row of a block is of this scope and holds this part. False where only a look at each can tell. */
  allHold(block: number, scope: Key, part: string): boolean {
    const common = this.#blocks.get(block)
    return common?.scope === scope && (common.start.includes(part) || common.end.includes(part))
  }
}
