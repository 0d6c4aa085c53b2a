import { readdirSync, readFileSync } from "node:fs"

const root = new URL("../../", import.meta.url)

export const documentText = (path: string): string => readFileSync(new URL(path, root), "utf8")

const markdownIn = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => folder + name)

/** A list, and what it lists. */
const withList = (folder: string) => [`${folder}README.md`, ...markdownIn(folder)]

/** The project's documents under the headings by which they are listed. */
export const documentSections: readonly (readonly [heading: string, paths: readonly string[]])[] = [
  ["Start", ["README.md", "docs/getting-started.md"]],
  ["Guides", withList("docs/guides/")],
  ["Parts", markdownIn("docs/").filter((path) => path !== "docs/getting-started.md")],
  ["Reference", withList("docs/reference/")],
  // What is for those who work on the project has a folder of its own, and is no page.
  ["Project", ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md"]],
]

/** A document's title, and its first sentence. Of those that a program makes, what they begin with may not be there yet. */
export function headOf(document: string): { title: string; about: string } {
  const [, title = "", rest = ""] = /^# ([^\n]*)\n+(.*)/ms.exec(document) ?? []
  const [paragraph = ""] = rest.split(/\n\n|\n(?=[-|#<])/)
  const [sentence = ""] = /^[^|#<-].*?[.:](?=\s|$)/s.exec(paragraph) ?? []
  const plain = sentence.replaceAll(/\s+/g, " ").replaceAll(/\[([^\]]*)\]\([^)]*\)|\*\*/g, "$1")
  return { title, about: plain.replace(/:$/, ".") }
}
