import { existsSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { pathIn, repository } from "../../scripts/lib/repository.mjs"
import { readProjectFile, root } from "./files.ts"

/** Files that links can point to. */
export interface Tree {
  has(path: string): boolean
  read(path: string): string
}

/** The files of this project. */
export const projectTree: Tree = { has: (path) => existsSync(join(root, path)), read: readProjectFile }

/** A document without its code blocks. */
const proseOf = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, "")

/** The anchors of a document's headings. */
export function anchorsOf(text: string): string[] {
  const counts = new Map<string, number>()
  return [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
    const plain = heading
      .replaceAll("`", "")
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
    const anchor = plain.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")
    const before = counts.get(anchor) ?? 0
    counts.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

/** True for addresses of a repository with this name other than the one in package.json, left over from a move. */
const elsewhere = (link: string) =>
  /^https:\/\/(?!www\.npmjs\.com\/)[^/]+\/[^/]+\/mas-sdk\b/.test(link) && !link.startsWith(repository)
    ? link
    : undefined

/**
 * The dead links of a document: relative ones to files missing in `tree`, ones with the repository's address to files
 * missing in this project, or ones to missing headings.
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

/** A folder's address has `tree`, a file's `blob`, and a picture's `raw`. */
function isOfItsKind(link: string, inside: string): boolean {
  const [path = ""] = inside.split("#")
  const kind = link.slice(repository.length + 1).split("/")[0]
  return (kind === "tree") === statSync(join(root, path)).isDirectory()
}

/** The documents that declarations refer to, by path or by address. */
export const namedFiles = (text: string): string[] =>
  [...text.matchAll(/(?<![\w./-])(?:docs|examples|bench|test)\/[\w./-]*\w/g)].map(([path]) => path)
