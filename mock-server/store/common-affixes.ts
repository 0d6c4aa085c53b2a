import type { Key } from "./key.ts"

/** Rows whose ids are neighbours were often made by one import: their texts begin and end alike. */
const blockSize = 1_024

interface Block {
  /** What the rows belong to; undefined where they differ. */
  scope: Key | undefined
  start: string
  end: string
}

/** What the texts of neighbouring rows begin and end with, so that a part of that has not to be looked for in each. */
export class CommonAffixes {
  readonly #blocks = new Map<number, Block>()

  /** The number of the block that an id is in. */
  static blockOf(id: number): number {
    return Math.floor(id / blockSize)
  }

  /** A text that a row has had before counts still: it makes what is common less, never more. */
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
