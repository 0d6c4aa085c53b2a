import { alternatives } from "../../sdk/contract/core/alternative-rows.ts"

/** What a search can find: the text below one heading. */
export interface SearchSection {
  /** The address from the site's root, with the heading's anchor. */
  readonly id: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** Splits a rendered page at its headings; `file` is its address from the site's root. */
export function searchableSections(html: string, file: string): SearchSection[] {
  const main = html.slice(html.indexOf("<main>") + "<main>".length, html.indexOf("</main>"))
  const page = plainText(html.slice(html.indexOf("<title>"), html.indexOf("</title>"))).replace(/ · mas-sdk$/, "")
  const [, ...parts] = main.replace(/<details>.*?<\/details>/s, "").split(/<h(?=[1-6] id=")/)
  return parts.map((part) => {
    const [, anchor = ""] = /^\d id="([^"]*)"/.exec(part) ?? []
    const begin = part.indexOf(">") + 1
    const end = part.indexOf("</h", begin)
    const heading = plainText(part.slice(begin, end))
    return { id: `${file}#${anchor}`, page, heading, text: plainText(part.slice(end)) }
  })
}

/** A section for each row of what people look for. A browser finds a row by its text: rows have no anchors. */
export const alternativeSections = (file: string): SearchSection[] =>
  alternatives.map(({ task, code, terminal = "", words = [] }) => ({
    id: `${file}#:~:text=${encodeURIComponent(task).replaceAll("-", "%2D")}`,
    page: "What you may be looking for",
    heading: task,
    text: [code, terminal, ...words].join(" ").replaceAll("`", ""),
  }))

const signs: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" }

const plainText = (html: string) =>
  html
    .replaceAll(/<\/?[a-z][^<>]*>/g, (tag) => (/^<\/?(?:a|b|code|em|strong)\b/.test(tag) ? "" : " "))
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => signs[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim()
