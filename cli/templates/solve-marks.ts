import { dirname, join } from "node:path"
import { fileOf, yamlName } from "./bodies.ts"
import { bodyFields, type LineField, lineFields } from "./content.ts"
import { readTextFile, writeTextFile } from "./folder-files.ts"
import { linesOf } from "./lines.ts"
import { conflictMark } from "./merge-text.ts"
import { readYaml, writeYaml } from "./template-yaml.ts"

type Side = "ours" | "theirs"

/**
 * Resolves the conflicts that an earlier pull marked in a template's files, by keeping one side's lines; returns whether there
 * were any, and none remains. A dry run only tells that.
 */
export async function solveMarks(path: string, side: Side, isDry = false): Promise<boolean> {
  const root = dirname(path)
  const files = [
    ...bodyFields.map((field) => ({ name: fileOf[field], change: solvedBody })),
    { name: yamlName, change: solvedYaml },
  ]
  let [isChanged, isSolved] = [false, true]
  for (const { name, change } of files) {
    const file = join(path, name)
    const before = await readTextFile(root, file)
    if (before === undefined) continue
    const after = change(before, side)
    if (conflictMark.test(after)) isSolved = false
    if (after === before) continue
    isChanged = true
    if (!isDry) await writeTextFile(root, file, after)
  }
  return isChanged && isSolved
}

/** A body without the markers of `mergeText`; unchanged if they are incomplete, or a line of the text looks like one. */
function solvedBody(text: string, side: Side): string {
  let within: Side | "base" | undefined
  let solved = ""
  for (const line of linesOf(text)) {
    const isMiddle = /^={7}\r?\n$/.test(line)
    if (within === undefined && /^<{7} here\r?\n$/.test(line)) within = "ours"
    else if (within === "ours" && line.startsWith("||||||| version ")) within = "base"
    else if (isMiddle && within === "theirs") return text
    else if (isMiddle && within !== undefined) within = "theirs"
    else if (within === "theirs" && line.startsWith(">>>>>>> the service, version ")) within = undefined
    else if (within === undefined || within === side) solved += line
  }
  return within === undefined ? solved : text
}

/** A template.yaml without the leading comments of `writeYaml`, each of which has the service's value of a field. */
function solvedYaml(text: string, side: Side): string {
  let theirs = ""
  let clean = ""
  let isWithin = false
  for (const line of linesOf(text)) {
    if (line.startsWith("# <<<<<<< here ")) isWithin = true
    else if (isWithin && line.startsWith("# >>>>>>> ")) isWithin = false
    else if (isWithin) theirs += line.replace(/^# /, "")
    else clean += line
  }
  if (isWithin || theirs === "") return text
  if (side === "ours") return clean
  const { fields } = readYaml("", clean)
  const changed = readYaml("", theirs)
  // A field missing at the service is null.
  const isNone = (field: LineField) => linesOf(theirs).some((line) => line.trimEnd() === `${field}: null`)
  const resolvedFields = lineFields.map((field) => [
    field,
    isNone(field) ? null : (changed.fields[field] ?? fields[field] ?? null),
  ])
  const name = changed.fields.name ?? fields.name
  return name === undefined ? text : writeYaml({ ...Object.fromEntries(resolvedFields), name }, clean)
}
