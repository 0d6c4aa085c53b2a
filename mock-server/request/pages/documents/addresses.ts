import { posix } from "node:path"

/** A document's address below `/docs/`: `client`, `guides/errors`, `readme`; lists are `guides/` and `reference/`. */
export const addressOfPage = (path: string): string =>
  path.startsWith("docs/")
    ? path.slice("docs/".length).replace(/(?:README)?\.md$/, "")
    : path.replace(/\.md$/, "").toLowerCase()

/** The relative address from a page to `/docs/`. */
export const upFrom = (address: string): string => "../".repeat(address.split("/").length - 1)

/** Files that the mock server serves besides its pages. */
const served: Readonly<Record<string, string>> = { "docs/openapi.yaml": "../openapi.yaml" }

/** The possible targets of a page's links. */
export interface LinkTargets {
  readonly documents: ReadonlySet<string>
  /** The repository's address from package.json. */
  readonly repository: string
}

/**
 * The address for a link of a document: another page, a file that the mock server serves, or the repository. Undefined
 * for a forbidden scheme.
 */
export function hrefOf(link: string, document: string, { documents, repository }: LinkTargets): string | undefined {
  const inside = link.startsWith(`${repository}/`)
    ? /^(?:blob|tree|raw)\/main\/(.*)$/.exec(link.slice(repository.length + 1))?.[1]
    : undefined
  if (inside === undefined && /^(?:https?|mailto):/.test(link)) return link
  if (inside === undefined && /^[a-z][a-z+.-]*:|^\/\//i.test(link)) return undefined
  const [file = "", heading] = (inside ?? link).split("#")
  const hash = heading === undefined ? "" : `#${heading}`
  if (file === "") return hash
  const path = inside === undefined ? posix.join(posix.dirname(document), file) : file
  const up = upFrom(addressOfPage(document))
  if (documents.has(path)) return up + addressOfPage(path) + hash
  const beside = served[path]
  if (beside !== undefined) return up + beside
  // A folder has no dot in its name.
  const kind = posix.basename(path).includes(".") ? "blob" : "tree"
  return `${repository}/${kind}/main/${path.replace(/\/$/, "")}${hash}`
}
