const generationSize = 5_000

/**
 * JSON text kept beside the record it was made of. Rows never change in place, so a text stays right for as long as its row is
 * the current one. Bounded: of the rows read, about the last 5,000 to 10,000 keep their text.
 */
export class JsonTexts {
  #young = new Map<object, string>()
  #old = new Map<object, string>()

  of(model: object): string {
    const young = this.#young.get(model)
    if (young !== undefined) return young
    const text = this.#old.get(model) ?? JSON.stringify(model)
    if (this.#young.size >= generationSize) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(model, text)
    return text
  }
}
