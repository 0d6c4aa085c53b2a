/** Strings and numbers in JSON. An unterminated string matches to the end, so that nothing is scanned twice. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/gs

/** The problem of JSON whose numbers would lose precision; undefined when there is none. */
export function changedNumber(json: string): string | undefined {
  // Only long numbers can.
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
