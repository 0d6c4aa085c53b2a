import { Writable } from "node:stream"
import type { Sink } from "../io.ts"
import { cursor, joined, questionText } from "../output/safe-text.ts"

/** Cursor movements and erasing at the start of a drawing: they apply to the previous one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a terminal is told
const moves = /^(?:\u001b\[\d*[A-K])+/

/** A terminal for prompts that can show the last drawing again after other output. */
export class RedrawnTerminal extends Writable {
  readonly #terminal: Sink
  #last = joined()

  constructor(terminal: Sink) {
    super({ decodeStrings: false })
    this.#terminal = terminal
  }

  get isTTY(): boolean | undefined {
    return this.#terminal.isTTY
  }

  get columns(): number | undefined {
    return this.#terminal.columns
  }

  override _write(chunk: string | Uint8Array, _encoding: string, done: () => void): void {
    const text = questionText(String(chunk))
    this.#terminal.write(text)
    const drawn = questionText(text.replace(moves, ""))
    // A cursor movement belongs to the current line.
    this.#last = drawn === "" ? joined(this.#last, text) : drawn
    done()
  }

  drawAgain(): void {
    this.#terminal.write(joined(cursor.toLineStart, cursor.clearBelow, this.#last))
  }
}
