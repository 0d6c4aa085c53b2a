import { existsSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { pathIn, repository } from "../../scripts/lib/repository.mjs"
import { readProjectFile, root } from "./files.ts"

/** Files that links can lead to. */
export interface Tree {
  has(path: string): boolean
  read(path: string): string
}

/** The files of this project. */
export const projectTree: Tree = { has: (path) => existsSync(join(root, path)), read: readProjectFile }

/** A document without its programs. */
const proseOf = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, "")

/** The names by which a document's headings are linked to. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
    const plain = heading
      .replaceAll("`", "")
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
    const anchor = plain.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

/** Addresses of a repository of this name that is not the one in package.json: left from before it moved. */
const elsewhere = (link: string) =>
  /^https:\/\/(?!www\.npmjs\.com\/)[^/]+\/[^/]+\/mas-sdk\b/.test(link) && !link.startsWith(repository)
    ? link
    : undefined

/**
 * The links of a document that lead nowhere: a relative one to what `tree` has not, one with the repository's address to
 * what this project has not, or to a heading that the document there lacks.
 */
export function deadLinks(document: string, tree: Tree): string[] {
  const links = [...proseOf(tree.read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
  return links.filter((link) => {
    const inside = pathIn(link)
    if (inside !== undefined) return isDead(inside, projectTree) || !isOfItsKind(link, inside)
    if (/^[a-z]+:/.test(link)) return elsewhere(link) !== undefined
    const [file = "", heading] = link.split("#")
    const target = file === "" ? document : posix.join(posix.dirname(document), file)
    return isDead(heading === undefined ? target : `${target}#${heading}`, tree)
  })
}

function isDead(target: string, tree: Tree): boolean {
  const [path = "", heading] = target.split("#")
  if (!tree.has(path)) return true
  return heading !== undefined && !anchorsOf(tree.read(path)).includes(heading)
}

/** A folder is at `tree`, a file at `blob`, and `raw` where it is to be shown. */
function isOfItsKind(link: string, inside: string): boolean {
  const [path = ""] = inside.split("#")
  const kind = link.slice(repository.length + 1).split("/")[0]
  return (kind === "tree") === statSync(join(root, path)).isDirectory()
}

/** What declarations name of this project beside code: documents, by path or by address. */
export const namedFiles = (text: string): string[] =>
  [...text.matchAll(/(?<![\w./-])(?:docs|examples|bench|test)\/[\w./-]*\w/g)].map(([path]) => path)
