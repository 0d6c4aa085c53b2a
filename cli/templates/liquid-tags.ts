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

const blocks = new Set(["comment", "raw"])

/** The tags of a text, in their order. What is not closed ends the search: parsing it says so. */
export function* liquidTags(text: string): Generator<LiquidTag> {
  for (let at = nextOpening(text, 0); at >= 0; ) {
    if (text.startsWith("{{", at)) {
      const end = text.indexOf("}}", at)
      if (end < 0) return
      at = nextOpening(text, end + 2)
      continue
    }
    const tag = tagAt(text, at)
    if (tag === undefined) return
    const whole = blocks.has(tag.name) ? blockFrom(text, tag) : tag
    if (whole === undefined) return
    yield whole
    at = nextOpening(text, whole.end)
  }
}

/** A text with each output and tag of Liquid replaced. What is not closed is left as it is, and all behind it. */
export function replaceLiquid(text: string, replace: (liquid: string) => string): string {
  let replaced = ""
  let end = 0
  for (let at = nextOpening(text, 0); at >= 0; at = nextOpening(text, end)) {
    const close = text.indexOf(text[at + 1] === "{" ? "}}" : "%}", at + 2)
    if (close < 0) break
    replaced += text.slice(end, at) + replace(text.slice(at, close + 2))
    end = close + 2
  }
  return replaced + text.slice(end)
}

function nextOpening(text: string, from: number): number {
  for (let at = text.indexOf("{", from); at >= 0; at = text.indexOf("{", at + 1)) {
    if (text[at + 1] === "{" || text[at + 1] === "%") return at
  }
  return -1
}

function tagAt(text: string, begin: number): LiquidTag | undefined {
  const close = text.indexOf("%}", begin + 2)
  if (close < 0) return undefined
  const trimsBefore = text[begin + 2] === "-"
  const trimsAfter = text[close - 1] === "-" && close - 1 > begin + 2
  const inside = text.slice(begin + (trimsBefore ? 3 : 2), trimsAfter ? close - 1 : close).trim()
  const name = /^[\w#]*/.exec(inside)?.[0] ?? ""
  return { name, inner: inside.slice(name.length).trim(), begin, end: close + 2, trimsBefore, trimsAfter }
}

function blockFrom(text: string, opening: LiquidTag): LiquidTag | undefined {
  for (let at = text.indexOf("{%", opening.end); at >= 0; at = text.indexOf("{%", at + 2)) {
    const tag = tagAt(text, at)
    if (tag === undefined) return undefined
    if (tag.name !== `end${opening.name}`) continue
    return { ...opening, inner: text.slice(opening.end, at), end: tag.end, trimsAfter: tag.trimsAfter }
  }
  return undefined
}
