import { posix } from "node:path"

/** A document's address below `/docs/`: `client`, `guides/errors`; lists are `guides/` and `reference/`, README.md is the root. */
export const addressOfPage = (path: string): string =>
  path.startsWith("docs/")
    ? path.slice("docs/".length).replace(/(?:README)?\.md$/, "")
    : path.replace(/(?:README)?\.md$/, "").toLowerCase()

/** The relative address from a page to `/docs/`. */
export const upFrom = (address: string): string => "../".repeat(address.split("/").length - 1)

/** The possible targets of a page's links. */
export interface LinkTargets {
  readonly documents: ReadonlySet<string>
  /** The repository's address from package.json. */
  readonly repository: string
  /** The end of a page's address: empty at the mock server, `.html` in a folder of files. */
  readonly ending: string
  /** Files beside the pages, by their path in the package: their addresses from `/docs/`. */
  readonly files: Readonly<Record<string, string>>
}

/** The relative address of a page; `up` leads to `/docs/`. */
export const hrefOfPage = (address: string, up: string, { ending }: Pick<LinkTargets, "ending">): string =>
  up + address + (address === "" || address.endsWith("/") ? "" : ending) || "./"

/** The relative address of a picture that is beside the pages; undefined for any other. */
export function sourceOfPicture(link: string, document: string, targets: LinkTargets): string | undefined {
  const href = hrefOf(link, document, targets)
  const beside = Object.values(targets.files).map((file) => upFrom(addressOfPage(document)) + file)
  return href !== undefined && beside.includes(href) ? href : undefined
}

/**
 * The address for a link of a document: another page, a file beside the pages, or the repository. Undefined for a
 * forbidden scheme.
 */
export function hrefOf(link: string, document: string, targets: LinkTargets): string | undefined {
  const { documents, repository, files } = targets
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
  if (documents.has(path)) return hrefOfPage(addressOfPage(path), up, targets) + hash
  const beside = files[path]
  if (beside !== undefined) return up + beside
  // A folder has no dot in its name.
  const kind = posix.basename(path).includes(".") ? "blob" : "tree"
  return `${repository}/${kind}/main/${path.replace(/\/$/, "")}${hash}`
}
