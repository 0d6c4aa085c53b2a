import { readdirSync, readFileSync } from "node:fs"

const root = new URL("../../", import.meta.url)
const text = (path: string) => readFileSync(new URL(path, root), "utf8")
const markdownIn = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => folder + name)

/** Documents that a program makes are read for their heading alone: what they begin with may not be there yet. */
const sections: readonly (readonly [heading: string, paths: readonly string[]])[] = [
  ["Start", ["README.md"]],
  ["Guides", markdownIn("docs/guides/")],
  ["Reference", markdownIn("docs/")],
  ["Project", ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md"]],
]

/** `llms.txt`: the documents of the project, one line each, for programs that read them. */
export function renderLlms(): string {
  const { name, description } = JSON.parse(text("package.json"))
  const lists = sections.map(([heading, paths]) => `## ${heading}\n\n${paths.map(line).join("\n")}`)
  const machines = "- [OpenAPI 3.1](docs/openapi.yaml): every endpoint, model, status and example"
  return `${[`# ${name}`, `> ${description}`, ...lists, `## For programs\n\n${machines}`].join("\n\n")}\n`
}

function line(path: string): string {
  const { title, about } = headOf(text(path))
  return `- [${title}](${path})${about && `: ${about}`}`
}

/** A document's title, and its first sentence. */
function headOf(document: string): { title: string; about: string } {
  const [, title = "", rest = ""] = /^# ([^\n]*)\n+(.*)/ms.exec(document) ?? []
  const [paragraph = ""] = rest.split(/\n\n|\n(?=[-|#<])/)
  const [sentence = ""] = /^[^|#<-].*?[.:](?=\s|$)/s.exec(paragraph) ?? []
  const plain = sentence.replaceAll(/\s+/g, " ").replaceAll(/\[([^\]]*)\]\([^)]*\)|\*\*/g, "$1")
  return { title, about: plain.replace(/:$/, ".") }
}
