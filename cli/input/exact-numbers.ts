/** Texts and numbers of JSON, one by one. A text that does not end goes on to the end: nothing is looked at twice. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/gs

/** What is wrong with JSON whose numbers would be changed by reading it; undefined where none would. */
export function changedNumber(json: string): string | undefined {
  // Only long ones can be.
  if (!/\d{16}|[eE]\+?\d{3}/.test(json)) return undefined
  for (const [token] of json.matchAll(tokens)) {
    const value = Number(token)
    const isWhole = /^-?\d+$/.test(token)
    const isExact = isWhole ? Number.isSafeInteger(value) || String(value) === token : Number.isFinite(value)
    if (!token.startsWith('"') && !isExact)
      return `holds ${token}, which would be changed on the way: give it as a text, in quotes`
  }
  return undefined
}
