import { readFileSync } from "node:fs"
import { alternatives } from "../../sdk/contract/core/alternative-rows.ts"
import { filled } from "./reference/limits.ts"
import { table } from "./reference/markdown.ts"

/** `docs/looking-for.md`: the alternatives as a table, inserted into looking-for.md. */
export function renderLookingFor(): string {
  return filled(readFileSync(new URL("looking-for.md", import.meta.url), "utf8"), { table: alternativesTable })
}

function alternativesTable(): string {
  const rows = alternatives.map(({ task, isOffered, code, terminal = "", page }) => [
    `[${task}](${page})`,
    `${isOffered ? "" : "**Not offered.** "}${code}`,
    terminal,
  ])
  return table(["You look for", "In code", "In a terminal"], rows)
}
