import { documentSections, documentText, headOf } from "./documents.ts"

/** `llms.txt`: the documents of the project, one line each, for programs that read them. */
export function renderLlms(): string {
  const { name, description } = JSON.parse(documentText("package.json"))
  const lists = documentSections.map(([heading, paths]) => `## ${heading}\n\n${paths.map(line).join("\n")}`)
  const machines = "- [OpenAPI 3.1](docs/openapi.yaml): every endpoint, model, status and example"
  return `${[`# ${name}`, `> ${description}`, ...lists, `## For programs\n\n${machines}`].join("\n\n")}\n`
}

function line(path: string): string {
  const { title, about } = headOf(documentText(path))
  return `- [${title}](${path})${about && `: ${about}`}`
}
