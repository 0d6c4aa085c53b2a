const anchor = /<a\b[^<>]*?\shref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi

/** The addresses that a person could click in HTML, each once, in order. */
export function linksIn(html: string): string[] {
  const links = new Set<string>()
  for (const [, double, single, bare] of html.matchAll(anchor)) {
    const url = decodeEntities((double ?? single ?? bare ?? "").trim())
    if (/^https?:\/\//i.test(url)) links.add(url)
  }
  return [...links]
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|apos|lt|gt));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
