import { type HtmlTag, readHtml } from "../../base/read-html.ts"
import { TextWriter } from "./text-writer.ts"

/** A link of a message as its recipient sees it, and whether it was clicked. Clicks of SMS are not tracked. */
export interface MessageLink {
  /** The address, as written in the mail. */
  readonly url: string
  /** The link text; for an image its alternative text. */
  readonly text: string
  /** Whether it was clicked. */
  readonly fate: "clicked" | "clicked_by_bot" | "not_clicked" | "not_tracked"
}

/** @internal */
export type MailLink = Omit<MessageLink, "fate">

/** HTML as a mail program shows it in plain text. @internal */
export interface MailContent {
  /** The readable text. */
  readonly text: string
  /** In order; links with the same address and text appear once. */
  readonly links: readonly MailLink[]
}

/** Lines around an element: one, or an empty one between it and its neighbours. */
const breaksAround: Readonly<Record<string, number>> = {
  ...Object.fromEntries(["p", "h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, 2])),
  ...Object.fromEntries(["ul", "ol", "dl", "table", "blockquote", "pre", "hr"].map((name) => [name, 2])),
  ...Object.fromEntries(["div", "tr", "li", "dt", "dd", "section", "article", "header"].map((name) => [name, 1])),
  ...Object.fromEntries(["footer", "main", "center", "address", "form", "figure"].map((name) => [name, 1])),
}

/** Elements whose text is not shown. */
const unread = new Set(["head", "title", "style", "script", "template", "noscript", "textarea", "select", "object"])

/** Elements that have no end tag. */
const empty = new Set(["br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "wbr"])

/** Styles that hide a preheader, with white space removed. */
const hiding = /(^|;)(display:none|visibility:hidden|mso-hide:all)/

/** Reads HTML as plain text, with its links, in linear time. @internal */
export function readMail(html: string): MailContent {
  const reader = new MailReader(html)
  readHtml(html, reader)
  return reader.end()
}

class MailReader {
  readonly #text = new TextWriter()
  readonly #links = new Map<string, MailLink>()
  #link: { readonly url: string; readonly words: TextWriter } | undefined
  /** The outermost hidden element, and the nesting depth of elements with its name. */
  #hidden: { readonly name: string; depth: number } | undefined
  #templates = 0
  #preformatted = 0

  constructor(private readonly html: string) {}

  tag(tag: HtmlTag): void {
    const { name } = tag
    if (name === "template") this.#templates++
    // Content of a `template` does not exist in the document; hidden links do.
    if (name === "a" && this.#templates === 0) this.#openLink(attributeOf(tag, "href")?.trim() ?? "")
    if (this.#hidden) {
      if (name === this.#hidden.name) this.#hidden.depth++
      return
    }
    if (unread.has(name) || isHidden(tag)) {
      if (!empty.has(name)) this.#hidden = { name, depth: 1 }
      return
    }
    this.#break(name)
    if (name === "pre") this.#preformatted++
    if (name === "br") this.#text.newLine()
    if (name === "td" || name === "th") this.#text.space()
    if (name === "li") this.#text.write("- ")
    if (name === "hr") {
      this.#text.write("----------")
      this.#break(name)
    }
    if (name === "img") this.#write(attributeOf(tag, "alt") ?? "")
  }

  closed(name: string): void {
    if (name === "template" && this.#templates > 0) this.#templates--
    if (name === "a") this.#closeLink()
    if (name === this.#hidden?.name) {
      if (--this.#hidden.depth === 0) this.#hidden = undefined
      return
    }
    if (this.#hidden) return
    if (name === "pre" && this.#preformatted > 0) this.#preformatted--
    this.#break(name)
  }

  text(start: number, end: number): void {
    this.#write(this.html.slice(start, end))
  }

  entity(character: string): void {
    this.#write(character)
  }

  end(): MailContent {
    this.#closeLink()
    return { text: this.#text.end(), links: [...this.#links.values()] }
  }

  #break(name: string): void {
    this.#text.breakLines(breaksAround[name] ?? 0)
  }

  #write(text: string): void {
    if (this.#hidden) return
    if (this.#preformatted > 0) this.#text.writeLines(text)
    else this.#text.write(text)
    this.#link?.words.write(text)
  }

  #openLink(url: string): void {
    this.#closeLink()
    if (/^https?:\/\//i.test(url)) this.#link = { url, words: new TextWriter() }
  }

  #closeLink(): void {
    if (this.#link === undefined) return
    const { url, words } = this.#link
    this.#link = undefined
    const text = words.end()
    this.#links.set(`${url}\n${text}`, { url, text })
    if (this.#hidden || text === "" || url.endsWith(text)) return
    this.#text.space()
    this.#text.write(`<${url}>`)
  }
}

const attributeOf = ({ attributes }: HtmlTag, attributeName: string): string | undefined =>
  attributes.find(({ name }) => name === attributeName)?.value

const isHidden = (tag: HtmlTag): boolean =>
  attributeOf(tag, "hidden") !== undefined ||
  hiding.test((attributeOf(tag, "style") ?? "").replace(/\s/g, "").toLowerCase())

/** Punctuation that ends a sentence, not an address. */
const sentenceEnd = ".,;:!?'\")]"

function withoutSentenceEnd(url: string): string {
  let end = url.length
  while (end > 0 && sentenceEnd.includes(url.charAt(end - 1))) end--
  return url.slice(0, end)
}

/** The links of plain text: each address once. @internal */
export function linksInText(text: string): MailLink[] {
  const urls = Array.from(text.matchAll(/https?:\/\/[^\s<>"]+/gi), ([url]) => withoutSentenceEnd(url))
  return Array.from(new Set(urls), (url) => ({ url, text: url }))
}
