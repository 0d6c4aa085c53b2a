/**
 * Parses a URL; undefined if it is invalid. Not with `URL.canParse`: once Node 20 has optimized that, it rejects a URL
 * with an umlaut.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
