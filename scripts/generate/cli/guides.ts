import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"

const folder = new URL("../../../cli/terminal/guides/", import.meta.url)

/** The guides of `mas help`, by topic. */
export function guides(): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".md"))
  return Object.fromEntries(
    files.sort().map((file) => [basename(file, ".md"), guideText(readFileSync(new URL(file, folder), "utf8"))]),
  )
}

/** Converts Markdown to unwrapped lines: headings, paragraphs, `- \`name\`: text` as rows, and fenced command lines. */
function guideText(markdown: string): string {
  let isCommand = false
  const lines: string[] = []
  for (const line of markdown.trim().split("\n")) {
    const [, name, text] = /^- `([^`]+)`: (.*)$/.exec(line) ?? []
    const [, heading] = /^## (.*)$/.exec(line) ?? []
    if (line.startsWith("```")) isCommand = !isCommand
    else if (isCommand) lines.push(`  \t${line}`)
    else if (name !== undefined) lines.push(`  ${name}\t${text}`)
    else if (heading !== undefined) lines.push(`${heading}:`)
    else if (line !== "" || !lines.at(-1)?.endsWith(":")) lines.push(line.replace(/^# /, ""))
  }
  return `${lines.join("\n")}\n`
}
