/** A tag of Liquid, or a whole block of `comment` or `raw`, whose inside is text. */
export interface LiquidTag {
  readonly name: string
  /** What is between the name and the end; of a block, what is inside of it. */
  readonly inner: string
  /** Where it begins and ends in the text. */
  readonly begin: number
  readonly end: number
  /** True for `{%-` and for `-%}`. */
  readonly trimsBefore: boolean
  readonly trimsAfter: boolean
}

/** An output, a tag, or the opening of what is not closed. */
const liquid = /\{\{.*?\}\}|\{%(-?)(.*?)(-?)%\}|\{[{%]/gs

/** The tags of a text, in their order. What is not closed ends the search: parsing it says so. */
export function* liquidTags(text: string): Generator<LiquidTag> {
  const next = new RegExp(liquid)
  for (let found = next.exec(text); found !== null && found[0].length > 2; found = next.exec(text)) {
    const [, before, inside, after] = found
    if (inside === undefined) continue
    const [, name = "", inner = ""] = /^\s*([\w#]*)(.*)$/s.exec(inside) ?? []
    const [begin, end] = [found.index, next.lastIndex]
    const tag = { name, inner: inner.trim(), begin, end, trimsBefore: before === "-", trimsAfter: after === "-" }
    if (name !== "comment" && name !== "raw") {
      yield tag
      continue
    }
    const closing = new RegExp(`\\{%-?\\s*end${name}(?![\\w#])`, "g")
    closing.lastIndex = end
    const closed = closing.exec(text)
    const closedAt = text.indexOf("%}", closing.lastIndex)
    if (closed === null || closedAt < 0) return
    next.lastIndex = closedAt + 2
    yield {
      ...tag,
      inner: text.slice(end, closed.index),
      end: next.lastIndex,
      trimsAfter: text[closedAt - 1] === "-",
    }
  }
}

/** A text with each output and tag of Liquid replaced. What is not closed is left as it is, and all behind it. */
export const replaceLiquid = (text: string, replace: (liquid: string) => string): string =>
  text.replaceAll(/(\{\{.*?\}\}|\{%.*?%\})|\{[{%].*$/gs, (rest, closed?: string) => (closed ? replace(closed) : rest))
