import { basename } from "node:path"
import { structuredPatch } from "diff"
import { fileOf, yamlName } from "./bodies.ts"
import type { Pair } from "./compare.ts"
import { bodyFields, type Content, type ContentField, contentFields } from "./content.ts"
import { mostEdits } from "./lines.ts"

interface Side {
  readonly name: string
  readonly content: Content | undefined
}

/**
 * The differences in a template, as lines of `diff -u`. For a change on one side: its effect on the other. For changes
 * on both sides: what each changed since the common base.
 */
export function diffOf({ folder, state, local, remote, base, entry }: Pair): string[] {
  const diff = (from: Side, to: Side) => differences(from, to, (field) => `${folder}/${placeOf(field, local)}`)
  const here: Side = { name: "here", content: local?.content }
  const there: Side = { name: `the service${remote ? `, version ${remote.version}` : ""}`, content: remote?.content }
  const begun: Side = { name: `version ${entry?.version ?? 0}, the common base`, content: base }
  switch (state) {
    case "changed_both":
      return base === undefined ? diff(there, here) : [...diff(begun, here), ...diff(begun, there)]
    case "changed_there":
    case "new_there":
    case "deleted_there":
      return diff(here, there)
    default:
      return diff(there, here)
  }
}

function differences(from: Side, to: Side, placeOf: (field: ContentField) => string): string[] {
  return contentFields.flatMap((field) => {
    const lines = unifiedDiff(sideText(from, field), sideText(to, field))
    const location = placeOf(field)
    return lines.length === 0 ? [] : [`--- ${location}, ${from.name}`, `+++ ${location}, ${to.name}`, ...lines]
  })
}

/** The file that has a field, and the line, or the part compiled from it. */
function placeOf(field: ContentField, local: Pair["local"]): string {
  if (field !== "html" && field !== "body") return `${yamlName} ${field}`
  const part = local?.parts[field]
  return part !== undefined && part.source === undefined ? `${basename(part.file)} ${field}` : fileOf[field]
}

/** A body unchanged; other fields get a line end, so that an empty value differs from none. */
function sideText({ content }: Side, field: ContentField): string {
  const text = content?.[field] ?? null
  const isBody = bodyFields.some((body) => body === field)
  return text === null ? "" : isBody ? text : `${text}\n`
}

/** The lines of `diff -u` for two texts, prefixed with ` `, `-` or `+`. Empty when they are equal. */
function unifiedDiff(from: string, to: string): string[] {
  const patch = structuredPatch("", "", from, to, undefined, undefined, { context: 3, maxEditLength: mostEdits })
  if (patch === undefined) return ["The two texts have almost nothing in common."]
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    // Make invisible differences visible.
    ...lines.map((line) => line.replace(/\r$/, " (CR)")),
  ])
}

/** An empty range names the line before it. */
const range = (start: number, lines: number) => `${lines === 0 ? start - 1 : start},${lines}`
