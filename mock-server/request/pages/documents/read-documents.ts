import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { packageFile, packageFolder } from "../package-file.ts"

export interface DocumentFile {
  /** Where it is in the package: `docs/client.md`. */
  readonly path: string
  readonly title: string
  /** Its first sentence. */
  readonly about: string
  readonly text: string
}

/** The documents under the headings by which they are listed. */
export type DocumentSections = readonly (readonly [heading: string, documents: readonly DocumentFile[]])[]

/** Reads all documents, as they lie in the package. */
export async function readDocuments(): Promise<DocumentSections> {
  const start = ["README.md", "docs/getting-started.md"]
  const parts = (await markdownIn("docs/")).filter((path) => !start.includes(path))
  const sections: [string, string[]][] = [
    ["Start", start],
    ["Guides", await markdownIn("docs/guides/")],
    ["Parts", parts],
    ["Reference", await markdownIn("docs/reference/")],
    ["Project", ["CHANGELOG.md"]],
  ]
  return Promise.all(
    sections.map(async ([heading, paths]) => [heading, await Promise.all(paths.map(readDocument))] as const),
  )
}

/** Sorted by name, with the index first. */
async function markdownIn(folder: string): Promise<string[]> {
  const names = await readdir(fileURLToPath(new URL(folder, packageFolder())))
  const [lists, others] = [["README.md"], names.filter((name) => name.endsWith(".md") && name !== "README.md").sort()]
  return [...lists.filter((name) => names.includes(name)), ...others].map((name) => folder + name)
}

async function readDocument(path: string): Promise<DocumentFile> {
  const text = (await packageFile(path)).toString()
  const [, title = "", rest = ""] = /(?:^|\n)# ([^\n]*)\n+(.*)/s.exec(text) ?? []
  const [paragraph = ""] = rest.split(/\n\n|\n(?=[-|#<])/)
  const [sentence = ""] = /^[^|#<-].*?[.:](?=\s|$)/s.exec(paragraph) ?? []
  const plain = sentence.replaceAll(/\s+/g, " ").replaceAll(/\[([^[\]]*)\]\([^)[]*\)|\*\*|`/g, "$1")
  return { path, title, about: plain.replace(/:$/, "."), text }
}
