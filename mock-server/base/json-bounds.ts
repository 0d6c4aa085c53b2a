const quote = 34
const comma = 44
const colon = 58
const backslash = 92
const openingBrace = 123
const opening = new Set([91, openingBrace])
const closing = new Set([93, 125])

export interface JsonBounds {
  /** Maximum nesting of arrays and objects. */
  readonly depth: number
  /** Maximum items of one array. */
  readonly items: number
  /** Maximum keys of one object; repeated keys count each time. */
  readonly keys: number
  /** Maximum number of values, including arrays and objects. */
  readonly values: number
}

/** The first limit that a text exceeds, and the path: keys as written and indexes, from the top. */
export interface LimitViolation {
  readonly bound: keyof JsonBounds
  readonly path: readonly (string | number)[]
}

/** An open array or object. */
interface Level {
  readonly isObject: boolean
  commas: number
  /** The position of the last key. */
  key: readonly [from: number, to: number]
}

/**
 * The first limit that a JSON text exceeds, found before parsing: parsing, validating and responding cost much more than scanning.
 * Deeply nested values could not even be serialized: `JSON.stringify` overflows the stack. In invalid JSON, commas and brackets
 * count the same.
 */
export function findExcess(bounds: JsonBounds, text: string): LimitViolation | undefined {
  const { depth, items, keys } = bounds
  if (text.length <= Math.min(2 * depth, items, keys, bounds.values)) return undefined
  const levels: Level[] = []
  let level: Level | undefined
  let values = 1
  let opened = -1
  let stringFrom = 0
  let stringTo = 0
  let inString = false
  const excess = (limit: keyof JsonBounds) => ({ bound: limit, path: pathOf(levels, text) })
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      if (inString) stringTo = at
      else stringFrom = at + 1
      inString = !inString
    } else if (inString) at += code === backslash ? 1 : 0
    else if (code === comma && level !== undefined) {
      const max = level.isObject ? keys : items
      if (++level.commas >= max) return excess(level.isObject ? "keys" : "items")
      if (++values > bounds.values) return excess("values")
    } else if (code === colon && level !== undefined) level.key = [stringFrom, stringTo]
    else if (opening.has(code)) {
      if (levels.length === depth) return excess("depth")
      level = { isObject: code === openingBrace, commas: 0, key: [0, 0] }
      levels.push(level)
      values++
      opened = at
    } else if (closing.has(code)) {
      // An empty array or object contains no value.
      if (opened === at - 1) values--
      levels.pop()
      level = levels.at(-1)
    }
  }
  return values > bounds.values ? excess("values") : undefined
}

function pathOf(levels: readonly Level[], text: string): (string | number)[] {
  return levels.slice(0, -1).map(({ isObject, commas, key }) => (isObject ? text.slice(...key) : commas))
}
