/** A comment, whatever else is no tag, or a tag up to its attributes. */
const markup = /<(?:!--(?:-?>|[\s\S]*?(?:--!?>|$))|(?:[!?]|\/(?![a-z]))[^>]*|(\/?[a-z][^\s/>]*))/gi
/** The next attribute of a tag, or its end. A quote that is never closed goes on to the end of all. */
const attribute = /[\s/]*(?:>|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s"'>][^\s>]*))?)?)/y
/** Elements whose text is not HTML, or not shown. */
const opaque = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes|template)$/

/** The addresses that a person could click in HTML, each once, in order. Takes as long as the HTML is long, whatever it is. */
export function linksIn(html: string): string[] {
  const links = new Set<string>()
  for (const href of hrefsIn(html)) {
    const url = decodeEntities(href.trim())
    if (/^https?:\/\//i.test(url)) links.add(url)
  }
  return [...links]
}

/** The attribute `href` of each tag `a`, as it is written. */
function* hrefsIn(html: string): Generator<string> {
  let end = 0
  for (let found = nextAt(markup, html, end); found !== null; found = nextAt(markup, html, end)) {
    end = found.index + found[0].length
    if (found[1] === undefined) continue
    const name = found[1].toLowerCase()
    let href: string | undefined
    let part = nextAt(attribute, html, end)
    for (; part?.[1] !== undefined; part = nextAt(attribute, html, end)) {
      end += part[0].length
      if (part[1].toLowerCase() === "href") href ??= part[2] ?? part[3] ?? part[4]
    }
    // A tag without an end is none, and nothing follows it.
    if (part === null) return
    if (name === "a" && href !== undefined) yield href
    if (opaque.test(name)) end = nextAt(new RegExp(`</${name}(?=[\\s/>])`, "gi"), html, end)?.index ?? html.length
  }
}

function nextAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|apos|lt|gt));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
