import { readFileSync } from "node:fs"
import { escapeHtml } from "../../../mock-server/request/pages/html.ts"
import { documentText, headOf } from "../documents.ts"
import { hashOf } from "../policy.ts"
import { addressOfPage, pageSections } from "./addresses.ts"
import type { Heading } from "./markdown.ts"

/** The colours and fonts of all pages, and rules beside this file. */
export const styleOf = (rules: string): string =>
  ["../../../mock-server/dashboard/app/tokens.css", rules]
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8").trim())
    .join("\n")

const style = styleOf("page.css")

/** The pages' header Content-Security-Policy: they have one style, and nothing else that a browser would load or run. */
export const pagesPolicy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** What a page is made of. */
interface Page {
  readonly title: string
  /** The way up to `/docs/`: `../` for a page in a folder. */
  readonly up: string
  /** Its address below that; undefined for a page that is in no list. */
  readonly address?: string
  readonly html: string
  readonly headings?: readonly Heading[]
}

/** A page that is complete in itself. */
export const pageHtml = ({ title, up, address, html, headings = [] }: Page): string =>
  frameHtml({
    title,
    up,
    pages: "#pages",
    style,
    body: `<main>
${insert(html, contents(headings))}
</main>
<nav id="pages" aria-label="All pages">
${pageSections.map(([heading, paths]) => `<b>${heading}</b>\n${list(paths, up, address)}`).join("\n")}
</nav>`,
  })

/** What a page is put together of; `pages` is where the list of all pages is. */
type Frame = Readonly<Record<"title" | "up" | "pages" | "style" | "body", string>>

/** What all pages have around what is theirs. */
export const frameHtml = ({ title, up, pages, style, body }: Frame): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · mas-sdk</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<a href="${up || "./"}">mas-sdk</a>
<a href="${pages}">All pages</a>
<a href="${up}api">Try it</a>
<a href="${up}../_mock/">Dashboard</a>
<a href="${up}../openapi.yaml">OpenAPI</a>
</header>
${body}
</body>
</html>
`

/** What is on a page goes below its title. */
const insert = (html: string, part: string) => html.replace(/(?<=<\/h1>\n)/, () => part)

function contents(headings: readonly Heading[]): string {
  if (headings.length < 4) return ""
  const rows = headings.map(({ depth, id, html }) => {
    const text = html.replaceAll(/<\/?a\b[^>]*>/g, "")
    return `<li${depth > 2 ? ' class="deep"' : ""}><a href="#${id}">${text}</a></li>`
  })
  return `<details><summary>On this page</summary><ul>\n${rows.join("\n")}\n</ul></details>\n`
}

function list(paths: readonly string[], up: string, address: string | undefined): string {
  const rows = paths.map((path) => {
    const own = addressOfPage(path)
    const here = own === address ? ' aria-current="page"' : ""
    return `<li><a href="${up}${own}"${here}>${escapeHtml(headOf(documentText(path)).title)}</a></li>`
  })
  return `<ul>\n${rows.join("\n")}\n</ul>`
}

/** Every page with its first sentence. */
export const listOfPages = (up: string): string =>
  pageSections
    .map(([heading, paths]) => {
      const rows = paths.map((path) => {
        const { title, about } = headOf(documentText(path))
        return `<li><a href="${up}${addressOfPage(path)}">${escapeHtml(title)}</a>${about && `: ${escapeHtml(about.replaceAll("`", ""))}`}</li>`
      })
      return `<h2>${heading}</h2>\n<ul>\n${rows.join("\n")}\n</ul>`
    })
    .join("\n")
