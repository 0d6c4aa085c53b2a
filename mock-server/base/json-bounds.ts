const quote = 34
const comma = 44
const colon = 58
const backslash = 92
const openingBrace = 123
const opening = new Set([91, openingBrace])
const closing = new Set([93, 125])

/** How much a JSON text may hold. */
export interface JsonBounds {
  /** How deep arrays and objects may stand in one another. */
  readonly depth: number
  /** Items of one array. */
  readonly items: number
  /** Keys of one object, each counted as often as it is written. */
  readonly keys: number
  /** Values in all, arrays and objects among them. */
  readonly values: number
}

/** The first bound that a text passes, and where: keys as they are written and indexes from the top down. */
export interface Excess {
  readonly bound: keyof JsonBounds
  readonly path: readonly (string | number)[]
}

/** An array or object that is open. */
interface Level {
  readonly isObject: boolean
  commas: number
  /** Where the last key stands. */
  key: readonly [from: number, to: number]
}

/**
 * The first bound that a JSON text passes, found before anything is made of it: parsing, validating and answering cost far more
 * than reading. What is nested by thousands could not even be written again: `JSON.stringify` runs out of stack. In text that
 * is not JSON commas and brackets count alike.
 */
export function findExcess(bounds: JsonBounds, text: string): Excess | undefined {
  const { depth, items, keys } = bounds
  if (text.length <= Math.min(2 * depth, items, keys, bounds.values)) return undefined
  const levels: Level[] = []
  let level: Level | undefined
  let values = 1
  let opened = -1
  let stringFrom = 0
  let stringTo = 0
  let inString = false
  const excess = (bound: keyof JsonBounds) => ({ bound, path: pathOf(levels, text) })
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      if (inString) stringTo = at
      else stringFrom = at + 1
      inString = !inString
    } else if (inString) at += code === backslash ? 1 : 0
    else if (code === comma && level !== undefined) {
      const most = level.isObject ? keys : items
      if (++level.commas >= most) return excess(level.isObject ? "keys" : "items")
      if (++values > bounds.values) return excess("values")
    } else if (code === colon && level !== undefined) level.key = [stringFrom, stringTo]
    else if (opening.has(code)) {
      if (levels.length === depth) return excess("depth")
      level = { isObject: code === openingBrace, commas: 0, key: [0, 0] }
      levels.push(level)
      values++
      opened = at
    } else if (closing.has(code)) {
      // Nothing is in it.
      if (opened === at - 1) values--
      levels.pop()
      level = levels.at(-1)
    }
  }
  return values > bounds.values ? excess("values") : undefined
}

/** The way to the array or object that is open, by what holds it. */
function pathOf(levels: readonly Level[], text: string): (string | number)[] {
  return levels.slice(0, -1).map(({ isObject, commas, key }) => (isObject ? text.slice(...key) : commas))
}
