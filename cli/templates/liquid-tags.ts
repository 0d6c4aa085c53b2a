/** A Liquid tag, or a whole `comment` or `raw` block, whose content is text. */
export interface LiquidTag {
  readonly name: string
  /** The text between the tag's name and its end; for a block, its content. */
  readonly inner: string
  /** Offsets in the text where it begins and ends. */
  readonly begin: number
  readonly end: number
  /** True for `{%-` and for `-%}`. */
  readonly trimsBefore: boolean
  readonly trimsAfter: boolean
}

/** An output, a tag, or an unclosed opening. */
const liquid = /\{\{.*?\}\}|\{%(-?)(.*?)(-?)%\}|\{[{%]/gs

/** The tags of a text, in order. Stops at an unclosed tag, which the parser reports. */
export function* liquidTags(text: string): Generator<LiquidTag> {
  const next = new RegExp(liquid)
  for (let match = next.exec(text); match !== null && match[0].length > 2; match = next.exec(text)) {
    const [, before, inside, after] = match
    if (inside === undefined) continue
    const [, name = "", inner = ""] = /^\s*([\w#]*)(.*)$/s.exec(inside) ?? []
    const [begin, end] = [match.index, next.lastIndex]
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

/** Replaces each Liquid output and tag in a text. From an unclosed one on, the text stays as it is. */
export const replaceLiquid = (text: string, replace: (liquid: string) => string): string =>
  text.replaceAll(/(\{\{.*?\}\}|\{%.*?%\})|\{[{%].*$/gs, (rest, closed?: string) => (closed ? replace(closed) : rest))
