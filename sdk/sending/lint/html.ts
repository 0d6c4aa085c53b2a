/** Receives the parts of a page, each with its offset. */
export interface Visitor {
  text(text: string, at: number): void
  /** `attributes` is the text after the name. */
  open(name: string, attributes: string, at: number): void
  close(name: string, at: number): void
  /** A tag without its closing `>`. */
  broken(at: number): void
  /** The content of a `style` element. */
  style(css: string, at: number): void
  /** The HTML in a conditional comment, which Outlook shows. */
  conditional(html: string, at: number): void
}

/** Elements whose content is neither markup nor shown. */
const raw = new Set(["style", "script"])
const beginning = /<(?:(\/?)([a-z][^\s/>]*)|!--|[!?])/giy

/** Walks through HTML once. Skips comments that nobody sees, declarations and scripts. */
export function walkHtml(html: string, visitor: Visitor): void {
  let shownFrom = 0
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    beginning.lastIndex = at
    const match = beginning.exec(html)
    if (match === null) {
      at++
      continue
    }
    if (at > shownFrom) visitor.text(html.slice(shownFrom, at), shownFrom)
    at = match[0] === "<!--" ? readComment(html, at, visitor) : readTag(html, at, match, visitor)
    shownFrom = at
  }
  if (shownFrom < html.length) visitor.text(html.slice(shownFrom), shownFrom)
}

function readComment(html: string, start: number, visitor: Visitor): number {
  const commentEnd = html.indexOf("-->", start)
  const end = commentEnd < 0 ? html.length : commentEnd
  const condition = /^<!--\[if [^\]<>]{1,80}\]>/i.exec(html.slice(start, Math.min(end, start + 100)))?.[0]
  if (condition) visitor.conditional(html.slice(start + condition.length, end), start + condition.length)
  return commentEnd < 0 ? end : end + 3
}

function readTag(
  html: string,
  start: number,
  [begun, slash, attributeText = ""]: RegExpExecArray,
  visitor: Visitor,
): number {
  const end = endOfTag(html, start + begun.length)
  if (end < 0) {
    visitor.broken(start)
    return html.length
  }
  const name = attributeText.toLowerCase()
  if (slash === "/") visitor.close(name, start)
  if (slash === "/" || name === "") return end + 1
  const attributes = html.slice(start + begun.length, end)
  visitor.open(name, attributes, start)
  const isClosed = attributes.endsWith("/")
  if (isClosed) visitor.close(name, start)
  if (!raw.has(name) || isClosed) return end + 1
  const endOfContent = endOfRaw(html, name, end)
  if (name === "style") visitor.style(html.slice(end + 1, endOfContent), end + 1)
  return endOfContent
}

/** The offset of a tag's `>`, ignoring quoted values; -1 if there is none. */
function endOfTag(html: string, from: number): number {
  for (let at = from, end = -1; ; ) {
    if (end < at) end = html.indexOf(">", at)
    const quote = nextQuote(html, at, end)
    if (end < 0 || quote < 0) return end
    // An unclosed value: the tag has no end.
    const closed = html.indexOf(html.charAt(quote), quote + 1)
    if (closed < 0) return -1
    at = closed + 1
  }
}

function nextQuote(html: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const character = html.charAt(at)
    if ((character === '"' || character === "'") && /[=\s]/.test(html.charAt(at - 1))) return at
  }
  return -1
}

function endOfRaw(html: string, name: string, from: number): number {
  const end = html.slice(from).search(name === "style" ? /<\/style/i : /<\/script/i)
  return end < 0 ? html.length : from + end
}

const attribute = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g

/** The attributes in a tag's text after the name, in lower case. Mail programs use the first of each name. */
export function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = "", double, single, plain] of text.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? plain ?? "")
  }
  return attributes
}
