import { structuredPatch } from "diff"
import { mostEdits } from "./lines.ts"

/** What differs between two texts, as `diff -u` shows it: lines with ` `, `-` and `+` before them. Empty where nothing does. */
export function unifiedDiff(from: string, to: string): string[] {
  const patch = structuredPatch("", "", from, to, undefined, undefined, { context: 3, maxEditLength: mostEdits })
  if (patch === undefined) return ["The two have next to nothing in common."]
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    // What nobody sees otherwise is said.
    ...lines.map((line) => line.replace(/\r$/, " (CR)")),
  ])
}

/** Of no lines, the one before them. */
const range = (start: number, lines: number) => `${lines === 0 ? start - 1 : start},${lines}`
