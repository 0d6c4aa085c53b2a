/** Receives the parts of a page, each with its offset. */
export interface Visitor {
  text(text: string, at: number): void
  /** `attributes` is the text after the name. */
  open(name: string, attributes: string, at: number): void
  close(name: string, at: number): void
  /** A tag without its closing `>`. */
  broken(at: number): void
}

/** Elements whose content is neither markup nor shown. */
const raw = new Set(["style", "script"])
const beginning = /<(?:(\/?)([a-z][^\s/>]*)|!--|[!?])/giy

/** Walks through HTML once. Skips comments, declarations, styles and scripts. */
export function walkHtml(html: string, visitor: Visitor): void {
  let shownFrom = 0
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    beginning.lastIndex = at
    const found = beginning.exec(html)
    if (found === null) {
      at++
      continue
    }
    if (at > shownFrom) visitor.text(html.slice(shownFrom, at), shownFrom)
    at = found[0] === "<!--" ? endOf(html, "-->", at) : readTag(html, at, found, visitor)
    shownFrom = at
  }
  if (shownFrom < html.length) visitor.text(html.slice(shownFrom), shownFrom)
}

function endOf(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from)
  return at < 0 ? html.length : at + end.length
}

function readTag(html: string, start: number, [begun, slash, given = ""]: RegExpExecArray, visitor: Visitor): number {
  const end = endOfTag(html, start + begun.length)
  if (end < 0) {
    visitor.broken(start)
    return html.length
  }
  const name = given.toLowerCase()
  if (slash === "/") visitor.close(name, start)
  if (slash === "/" || name === "") return end + 1
  const attributes = html.slice(start + begun.length, end)
  visitor.open(name, attributes, start)
  const isClosed = attributes.endsWith("/")
  if (isClosed) visitor.close(name, start)
  return raw.has(name) && !isClosed ? endOfRaw(html, name, end) : end + 1
}

/** The offset of a tag's `>`, ignoring quoted values; -1 if there is none. */
function endOfTag(html: string, from: number): number {
  for (let at = from; ; ) {
    const end = html.indexOf(">", at)
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

/** Matches an attribute and its value in a tag's text after the name. */
const attributes = {
  src: /\ssrc(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?(?=[\s/]|$)/i,
  href: /\shref(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?(?=[\s/]|$)/i,
  alt: /\salt(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?(?=[\s/]|$)/i,
}

/** An attribute's value; undefined if the tag does not have it. */
export function attributeOf(text: string, name: keyof typeof attributes): string | undefined {
  const found = attributes[name].exec(text)
  return found ? (found[1] ?? found[2] ?? found[3] ?? "") : undefined
}
