/** Writes plain text by the rules of HTML: white space is collapsed, and lines end with elements. */
export class TextWriter {
  readonly #parts: string[] = []
  #breaks = 0
  #space = false

  /** Writes text with collapsed white space. */
  write(text: string): void {
    const words = text.replace(/\s+/g, " ")
    if (words === "") return
    if (words.startsWith(" ")) this.space()
    const visible = words.trim()
    // Invisible characters, with which senders pad a preheader.
    if (/^(?:\p{Cf}|\u034f)*$/u.test(visible)) return
    this.#flush()
    this.#parts.push(visible)
    if (words.endsWith(" ")) this.space()
  }

  /** Writes text with its lines and spaces unchanged. */
  writeLines(text: string): void {
    this.#flush()
    this.#parts.push(text)
  }

  /** A space, unless the line begins here. */
  space(): void {
    this.#space = this.#parts.length > 0 && this.#breaks === 0
  }

  /** Ends the line; with 2 an empty line follows. Existing line breaks count. */
  breakLines(count: number): void {
    if (count === 0) return
    this.#breaks = Math.max(this.#breaks, count)
    this.#space = false
  }

  /** Ends the line, even an empty one. */
  newLine(): void {
    this.#breaks = Math.min(this.#breaks + 1, 2)
    this.#space = false
  }

  end(): string {
    const lines = this.#parts.join("").split("\n")
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trim()
  }

  #flush(): void {
    if (this.#parts.length > 0) this.#parts.push(this.#breaks > 0 ? "\n".repeat(this.#breaks) : this.#space ? " " : "")
    this.#breaks = 0
    this.#space = false
  }
}
