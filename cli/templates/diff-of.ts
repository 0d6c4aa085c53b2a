import { basename } from "node:path"
import { structuredPatch } from "diff"
import { fileOf } from "./bodies.ts"
import type { Pair } from "./compare.ts"
import { bodyFields, type Content, type ContentField, contentFields } from "./content.ts"
import { mostEdits } from "./lines.ts"
import { yamlName } from "./read-templates.ts"

interface Side {
  readonly name: string
  readonly content: Content | undefined
}

/**
 * What differs in a template, as lines of `diff -u`. Of a change on one side, what it changes at the other; of changes on both
 * sides, what each made of what both began with.
 */
export function diffOf({ folder, state, local, remote, base, entry }: Pair): string[] {
  const diff = (from: Side, to: Side) => differences(from, to, (field) => `${folder}/${placeOf(field, local)}`)
  const here: Side = { name: "here", content: local?.content }
  const there: Side = { name: `the service${remote ? `, version ${remote.version}` : ""}`, content: remote?.content }
  const begun: Side = { name: `version ${entry?.version ?? 0}, with which both began`, content: base }
  switch (state) {
    case "same":
    case "forgotten":
      return []
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
    const lines = unifiedDiff(shown(from, field), shown(to, field))
    const place = placeOf(field)
    return lines.length === 0 ? [] : [`--- ${place}, ${from.name}`, `+++ ${place}, ${to.name}`, ...lines]
  })
}

/** The file that has a field, and which of its lines, or which part is made of it. */
function placeOf(field: ContentField, local: Pair["local"]): string {
  if (field !== "html" && field !== "body") return `${yamlName} ${field}`
  const part = local?.parts[field]
  return part !== undefined && part.source === undefined ? `${basename(part.file)} ${field}` : fileOf[field]
}

/** A body as it is. A line of its own for the others, so that an empty one is told from none. */
function shown({ content }: Side, field: ContentField): string {
  const text = content?.[field] ?? null
  const isBody = bodyFields.some((body) => body === field)
  return text === null ? "" : isBody ? text : `${text}\n`
}

/** What differs between two texts, as `diff -u` shows it: lines with ` `, `-` and `+` before them. Empty where nothing does. */
function unifiedDiff(from: string, to: string): string[] {
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
