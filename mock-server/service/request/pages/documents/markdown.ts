import { Marked, type Token, type Tokens } from "marked"
import { escapeHtml } from "../html.ts"
import { hrefOf, type LinkTargets, sourceOfPicture } from "./addresses.ts"

/** A heading below the title, for the table of contents. */
export interface Heading {
  readonly depth: number
  readonly id: string
  readonly html: string
}

/** A rendered document, without the page's frame. */
export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** Renders a document of the project. HTML in it is escaped; a picture that is not beside the pages becomes a link, so that nothing else is loaded. */
export function renderMarkdown(markdown: string, document: string, targets: LinkTargets): Rendered {
  const headings: Heading[] = []
  const ids = new Set<string>()
  const marked = new Marked({
    // Bare addresses are parts of examples, not links.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens)
        const id = uniqueAmong(ids, anchor(plainText(tokens)))
        if (depth > 1) headings.push({ depth, id, html })
        return `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return linkTo(hrefOf(href, document, targets), this.parser.parseInline(tokens.map(withoutPicture)))
      },
      image({ href, text }: Tokens.Image) {
        const source = sourceOfPicture(href, document, targets)
        if (source !== undefined) return `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}">`
        return linkTo(hrefOf(href, document, targets), `Picture: ${escapeHtml(text)}`)
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return escapeHtml(withoutComments(text))
      },
      // A page needs no checkboxes.
      checkbox({ checked }: Tokens.Checkbox) {
        return checked ? "☑ " : "☐ "
      },
      // Wide code can be scrolled, with the keyboard too.
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`
      },
    },
  })
  return { html: withTables(String(marked.parse(markdown)).trim()), headings }
}

/** Replaces a picture inside a link with its text: links cannot be nested. */
const withoutPicture = (token: Token): Token =>
  token.type === "image" ? { type: "text", raw: token.raw, text: token.text } : token

function withoutComments(html: string): string {
  let keptText = ""
  let at = 0
  for (;;) {
    const start = html.indexOf("<!--", at)
    const end = start < 0 ? -1 : html.indexOf("-->", start + 4)
    if (end < 0) return keptText + html.slice(at)
    keptText += html.slice(at, start)
    at = end + 3
  }
}

/** Makes wide tables scrollable, and an empty corner cell a normal cell instead of a heading. */
const withTables = (html: string) =>
  html
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll(/<th( [^<>]*)?><\/th>/g, "<td></td>")

const linkTo = (href: string | undefined, html: string) =>
  href === undefined ? html : `<a href="${escapeHtml(href)}">${html}</a>`

/** The anchor of a heading, as GitHub generates it. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-")

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? token.text : token.raw,
    )
    .join("")

/** Adds a number to the second and later headings with the same name. */
function uniqueAmong(ids: Set<string>, heading: string): string {
  let id = heading
  for (let number = 1; ids.has(id); number++) id = `${heading}-${number}`
  ids.add(id)
  return id
}
