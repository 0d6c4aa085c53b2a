const quote = 34
const backslash = 92
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/**
 * Whether arrays and objects in a JSON text stand deeper in one another than `levels`. What is deeper by thousands can be
 * parsed, but not written again: `JSON.stringify` runs out of stack.
 */
export function isDeeperThan(levels: number, text: string): boolean {
  if (text.length <= 2 * levels) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) inString = !inString
    else if (inString) at += code === backslash ? 1 : 0
    else if (opening.has(code)) {
      if (++depth > levels) return true
    } else if (closing.has(code)) depth--
  }
  return false
}
