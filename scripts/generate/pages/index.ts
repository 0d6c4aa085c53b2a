import type { DocumentPages } from "../../../mock-server/request/pages/docs.ts"
import { upMark } from "../../../mock-server/request/pages/docs.ts"
import { documentText, headOf } from "../documents.ts"
import { tagOf } from "../policy.ts"
import { addressOfPage, pageSections, upFrom } from "./addresses.ts"
import { renderMarkdown } from "./markdown.ts"
import { listOfPages, pageHtml, pagesPolicy } from "./page.ts"

/** `generated/pages.json`: the documents as the pages that the mock server has at `/docs/`. */
export function renderPages(): string {
  const documents = pageSections.flatMap(([, paths]) => paths).map((path) => [addressOfPage(path), page(path)] as const)
  const pages = Object.fromEntries([["", contentsPage()], ...documents])
  const missing = pageHtml({
    title: "No such page",
    up: upMark,
    html: `<h1>No such page</h1>\n<p>There is no such page. These there are:</p>\n${listOfPages(upMark)}`,
  })
  const all: DocumentPages = { policy: pagesPolicy, tag: tagOf(pages), pages, missing }
  return `${JSON.stringify(all)}\n`
}

function page(path: string): string {
  const text = documentText(path)
  const address = addressOfPage(path)
  const { html, headings } = renderMarkdown(text, path)
  return pageHtml({ title: headOf(text).title, up: upFrom(address), address, html, headings })
}

function contentsPage(): string {
  const { description } = JSON.parse(documentText("package.json"))
  return pageHtml({
    title: "Documents",
    up: "",
    html: `<h1>mas-sdk</h1>\n<p>${description}</p>\n${listOfPages("")}`,
  })
}
