import { addressOf } from "../lib/repository.mjs"
import { documentSections, documentText, headOf } from "./documents.ts"

/** `llms.txt`: the documents of the project, one line each, for programs that read them, wherever they found it. */
export function renderLlms(): string {
  const { name, description } = JSON.parse(documentText("package.json"))
  const lists = documentSections.map(([heading, paths]) => `## ${heading}\n\n${paths.map(line).join("\n")}`)
  const machines = `- [OpenAPI 3.1](${addressOf("docs/openapi.yaml")}): every endpoint, model, status and example`
  return `${[`# ${name}`, `> ${description}`, ...lists, `## For programs\n\n${machines}`].join("\n\n")}\n`
}

function line(path: string): string {
  const { title, about } = headOf(documentText(path))
  return `- [${title}](${addressOf(path)})${about && `: ${about}`}`
}
