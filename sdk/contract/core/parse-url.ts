/**
 * An address in its parts; undefined for what is none. Not by `URL.canParse`: as soon as Node 20 has optimized that one, it
 * takes an address with an umlaut for none.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
