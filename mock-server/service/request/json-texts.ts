const generationSize = 5_000

/** The JSON of a record and its length in bytes. */
interface JsonText {
  readonly body: string
  readonly length: number
}

/**
 * A cache of JSON text by row. Rows never change in place, so a text is valid while its row is current. Holds the text
 * of about the last 5,000 to 10,000 rows read.
 */
export class JsonTexts {
  #young = new Map<object, JsonText>()
  #old = new Map<object, JsonText>()

  of(model: object): JsonText {
    const young = this.#young.get(model)
    if (young !== undefined) return young
    const text = this.#old.get(model) ?? textOf(model)
    if (this.#young.size >= generationSize) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(model, text)
    return text
  }
}

function textOf(model: object): JsonText {
  const body = JSON.stringify(model)
  return { body, length: Buffer.byteLength(body) }
}
