import { Tokenizer } from "./html-tokenizer.ts"

/** An attribute of a tag. Positions are characters from the start of the text. */
export interface HtmlAttribute {
  /** In lower case. */
  readonly name: string
  /** With entities decoded; empty if it has no value. */
  readonly value: string
  readonly start: number
  readonly nameEnd: number
  readonly end: number
}

/** A tag that opens an element. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string
  /** In document order, including duplicates: browsers use the first. */
  readonly attributes: readonly HtmlAttribute[]
}

/** The events of the reader, in document order. There are no tags inside `script`, `style`, `textarea` and the like. */
export interface HtmlReader {
  tag?(tag: HtmlTag): void
  closed?(name: string): void
  /** Text, or a part of it; `within` is the innermost open tag. */
  text?(start: number, end: number, within: string): void
  /** A character of text that is written as an entity, such as `&amp;`. */
  entity?(character: string): void
  /** A declaration such as `<!doctype html>`; `end` is behind it. */
  declaration?(end: number): void
}

/** Reads HTML tokens as a browser does, in linear time. No tree is built: a tree of unclosed tags would take quadratic time. */
export function readHtml(html: string, reader: HtmlReader): void {
  let name = ""
  let within = ""
  let attributes: HtmlAttribute[] = []
  let [start, nameEnd, value] = [0, 0, ""]
  const opened = () => {
    within = name
    reader.tag?.({ name, attributes })
  }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(from, end) {
        name = html.slice(from, end).toLowerCase()
        attributes = []
      },
      onattribname(from, end) {
        ;[start, nameEnd, value] = [from, end, ""]
      },
      onattribdata(from, end) {
        value += html.slice(from, end)
      },
      onattribentity(code) {
        value += String.fromCodePoint(code)
      },
      onattribend(_quote, end) {
        attributes.push({ name: html.slice(start, nameEnd).toLowerCase(), value, start, nameEnd, end })
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag(from, end) {
        within = ""
        reader.closed?.(html.slice(from, end).toLowerCase())
      },
      ontext: (from, end) => reader.text?.(from, end, within),
      ondeclaration: (_from, end) => reader.declaration?.(end + 1),
      ontextentity: (code) => reader.entity?.(String.fromCodePoint(code)),
      onprocessinginstruction: ignore,
      oncomment: ignore,
      oncdata: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
