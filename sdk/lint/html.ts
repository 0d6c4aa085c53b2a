/** What a page is made of, with the place of each. */
export interface Visitor {
  text(text: string, at: number): void
  /** `attributes` is the text after the name. */
  open(name: string, attributes: string, at: number): void
  close(name: string, at: number): void
  /** A tag that begins and does not end. */
  broken(at: number): void
}

/** Elements whose content is no markup, and not shown. */
const raw = new Set(["style", "script"])

/** Walks through HTML once. Comments, declarations, styles and scripts are passed over. */
export function walkHtml(html: string, visitor: Visitor): void {
  let at = 0
  while (at < html.length) {
    const start = nextTag(html, at)
    if (start > at) visitor.text(html.slice(at, start), at)
    if (start === html.length) return
    at = html.startsWith("<!--", start) ? endOf(html, "-->", start) : readTag(html, start, visitor)
  }
}

function nextTag(html: string, from: number): number {
  for (let at = html.indexOf("<", from); at >= 0; at = html.indexOf("<", at + 1)) {
    if (/[a-z/!?]/i.test(html.charAt(at + 1))) return at
  }
  return html.length
}

function endOf(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from)
  return at < 0 ? html.length : at + end.length
}

function readTag(html: string, start: number, visitor: Visitor): number {
  const end = endOfTag(html, start)
  if (end < 0) {
    visitor.broken(start)
    return html.length
  }
  const inner = html.slice(start + 1, end)
  const name = (/^\/?([a-z][^\s/>]*)/i.exec(inner)?.[1] ?? "").toLowerCase()
  if (name === "") return end + 1
  if (inner.startsWith("/")) {
    visitor.close(name, start)
    return end + 1
  }
  const attributes = inner.slice(name.length)
  visitor.open(name, attributes, start)
  if (attributes.endsWith("/")) visitor.close(name, start)
  if (!raw.has(name) || attributes.endsWith("/")) return end + 1
  const close = html.toLowerCase().indexOf(`</${name}`, end)
  return close < 0 ? html.length : close
}

/** The place of a tag's `>`, which may also be within a quoted value; -1 where there is none. */
function endOfTag(html: string, start: number): number {
  let quote = ""
  for (let at = start + 1; at < html.length; at++) {
    const character = html.charAt(at)
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === ">") return at
    else if ((character === '"' || character === "'") && /[=\s]/.test(html.charAt(at - 1))) quote = character
  }
  return -1
}

/** An attribute's value; undefined where the tag does not have it. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`\\s${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+)))?(?=[\\s/]|$)`, "i")
  const found = pattern.exec(attributes)
  return found ? (found[1] ?? found[2] ?? found[3] ?? "") : undefined
}
