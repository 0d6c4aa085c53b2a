import { posix } from "node:path"
import { addressOf, pathIn } from "../../lib/repository.mjs"
import { documentSections } from "../documents.ts"

/** What is for those who work on the project, and no page. */
const forMakers = new Set(["CONTRIBUTING.md", "bench/README.md"])

/** The documents that are pages, under the headings by which they are listed. */
export const pageSections = documentSections.map(([heading, paths]) => {
  const own = paths.filter((path) => !forMakers.has(path))
  return [heading, own] as const
})

const documents = new Set(pageSections.flatMap(([, paths]) => paths))

/** Where a document is below `/docs/`: `client`, `guides/errors`, `readme`; lists are `guides/` and `reference/`. */
export const addressOfPage = (path: string): string =>
  path.startsWith("docs/")
    ? path.slice("docs/".length).replace(/(?:README)?\.md$/, "")
    : path.replace(/\.md$/, "").toLowerCase()

/** The way up from a page to `/docs/`. */
export const upFrom = (address: string): string => "../".repeat(address.split("/").length - 1)

/** What the mock server answers beside its pages. */
const served: Readonly<Record<string, string>> = { "docs/openapi.yaml": "../openapi.yaml" }

/** Schemes that lead out of the pages. */
const outward = /^(?:https?|mailto):/

/**
 * Where a link of a document leads, from its page: to another page, to what the mock server answers, or to the repository.
 * Throws for a scheme that no document should have.
 */
export function hrefOf(link: string, document: string): string {
  const inside = pathIn(link)
  if (inside === undefined && outward.test(link)) return link
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(link) && inside === undefined) throw new Error(`${document} links to ${link}`)
  const [file = "", heading] = (inside ?? link).split("#")
  const hash = heading === undefined ? "" : `#${heading}`
  if (file === "") return hash
  const path = inside === undefined ? posix.join(posix.dirname(document), file) : file
  const up = upFrom(addressOfPage(document))
  if (documents.has(path)) return up + addressOfPage(path) + hash
  const beside = served[path]
  return beside === undefined ? addressOf(path.replace(/\/$/, "")) + hash : up + beside
}
