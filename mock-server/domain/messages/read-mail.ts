import { type HtmlTag, readHtml } from "../../base/read-html.ts"
import { TextWriter } from "./text-writer.ts"

/** A link of a message as its recipient sees it, and what became of it. Clicks of SMS are not tracked. */
export interface MessageLink {
  /** The address, as written in the mail. */
  readonly url: string
  /** What is shown in its place; for a picture what it shows in words. */
  readonly text: string
  /** What became of it. */
  readonly fate: "clicked" | "clicked_by_bot" | "not_clicked" | "not_tracked"
}

/** @internal */
export type MailLink = Omit<MessageLink, "fate">

/** What a mail program makes of HTML that it shows as plain text. @internal */
export interface MailContent {
  /** What is to be read. */
  readonly text: string
  /** In order; one that leads to the same place under the same words is there once. */
  readonly links: readonly MailLink[]
}

/** Lines around an element: one, or an empty one between it and its neighbours. */
const breaksAround: Readonly<Record<string, number>> = {
  ...Object.fromEntries(["p", "h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, 2])),
  ...Object.fromEntries(["ul", "ol", "dl", "table", "blockquote", "pre", "hr"].map((name) => [name, 2])),
  ...Object.fromEntries(["div", "tr", "li", "dt", "dd", "section", "article", "header"].map((name) => [name, 1])),
  ...Object.fromEntries(["footer", "main", "center", "address", "form", "figure"].map((name) => [name, 1])),
}

/** Elements whose text is not for reading. */
const unread = new Set(["head", "title", "style", "script", "template", "noscript", "textarea", "select", "object"])

/** Elements that have no end tag. */
const empty = new Set(["br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "wbr"])

/** How senders hide a preheader, once white space is gone. */
const hiding = /(^|;)(display:none|visibility:hidden|mso-hide:all)/

/** Reads HTML as plain text, with its links. Takes as long as the HTML is long. @internal */
export function readMail(html: string): MailContent {
  const reader = new MailReader(html)
  readHtml(html, reader)
  return reader.end()
}

class MailReader {
  readonly #text = new TextWriter()
  readonly #links = new Map<string, MailLink>()
  #link: { readonly url: string; readonly words: TextWriter } | undefined
  /** The element that hides what is in it, and how many of its name are open in it. */
  #hidden: { readonly name: string; depth: number } | undefined
  #templates = 0
  #preformatted = 0

  constructor(private readonly html: string) {}

  tag(tag: HtmlTag): void {
    const { name } = tag
    if (name === "template") this.#templates++
    // What is in a template is not there at all; a link that is hidden is.
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

const attributeOf = ({ attributes }: HtmlTag, wanted: string): string | undefined =>
  attributes.find(({ name }) => name === wanted)?.value

const isHidden = (tag: HtmlTag): boolean =>
  attributeOf(tag, "hidden") !== undefined ||
  hiding.test((attributeOf(tag, "style") ?? "").replace(/\s/g, "").toLowerCase())

/** What ends a sentence and no address. */
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
