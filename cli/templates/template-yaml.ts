import { Document, isMap, isNode, LineCounter, parseDocument } from "yaml"
import { type Content, type LineField, lineFields } from "./content.ts"
import { linesOf } from "./lines.ts"
import { ours } from "./merge-text.ts"
import { type Problem, placeAt } from "./place.ts"

/** Values to try a template with. */
export interface Sample {
  /** What `{{ data.x }}` is filled in with. */
  readonly data: Readonly<Record<string, unknown>>
  /** What `{{ contact.x }}` is filled in with. */
  readonly contact: Readonly<Record<string, unknown>>
}

export interface TemplateYaml {
  readonly fields: Readonly<Partial<Record<LineField, string>>>
  /** By name, in the order of the file. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Where the value of a field begins: an offset in the text. */
  readonly begins: Readonly<Partial<Record<LineField, number>>>
  readonly problems: readonly Problem[]
}

const known = [...lineFields, "samples"]

export function readYaml(file: string, text: string): TemplateYaml {
  const problems: Problem[] = []
  const refuse = (message: string, at = 0) => void problems.push({ ...placeAt(file, text, at), message })
  const fields: Partial<Record<LineField, string>> = {}
  const begins: Partial<Record<LineField, number>> = {}
  let samples: TemplateYaml["samples"] = {}
  const document = parseDocument(text, { prettyErrors: false, lineCounter: new LineCounter() })
  const [error] = document.errors
  const { contents } = document
  if (error?.code === "MULTIPLE_DOCS") refuse("a second document begins here: only one is allowed", error.pos[0])
  else if (error) refuse(error.message, error.pos[0])
  else if (!isMap(contents)) refuse(`must have a field for each line: ${known.join(", ")}`)
  else {
    for (const { key, value } of contents.items) {
      const name = String(key)
      const at = beginOf(value) ?? beginOf(key)
      const { found, problem } = readNode(value, document)
      if (problem !== undefined) {
        refuse(problem, at)
        continue
      }
      const field = lineFields.find((one) => one === name)
      if (name === "samples") samples = readSamples(found, (message) => refuse(message, at))
      else if (field === undefined) refuse(`${name} is none of ${known.join(", ")}`, beginOf(key))
      else if (typeof found === "string") [fields[field], begins[field]] = [found, at ?? 0]
      else if (found !== null) refuse(`${name} must be text: put it in quotes`, at)
    }
    if (!fields.name && problems.length === 0) refuse("has no name")
  }
  return { fields, samples, begins, problems }
}

/** What a node stands for; an alias may stand for nothing, or for more than there is room for. */
function readNode(node: unknown, document: Document): { readonly found?: unknown; readonly problem?: string } {
  try {
    return { found: isNode(node) ? node.toJS(document) : null }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const beginOf = (node: unknown): number | undefined => (isNode(node) ? (node.range?.[0] ?? undefined) : undefined)

function readSamples(found: unknown, refuse: (message: string) => void): TemplateYaml["samples"] {
  if (found === null) return {}
  if (!isObject(found)) {
    refuse("samples must be a map: the name of each, and below it data and contact")
    return {}
  }
  const samples = Object.entries(found).flatMap(([name, sample]): [string, Sample][] => {
    const { data = {}, contact = {}, ...others } = isObject(sample) ? sample : { sample }
    if (Object.keys(others).length > 0) refuse(`the sample ${name} can have data and contact, and nothing else`)
    else if (!isObject(data) || !isObject(contact)) refuse(`data and contact of the sample ${name} must be maps`)
    else return [[name, { data, contact }]]
    return []
  })
  return Object.fromEntries(samples)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** YAML 1.1 is what other programs may read it as: what means something there is put in quotes. */
const options = { compat: "yaml-1.1" } as const
const style = { lineWidth: 0 } as const

/** What a line of a template.yaml is at the service, where both sides changed it. */
export interface LineConflict {
  readonly field: LineField
  readonly theirs: string | null
}

/**
 * The text of a template.yaml with the fields of a template. Comments, samples, and the line ends of the text that was there
 * stay; where nothing changes, it is that text itself. Conflicts are comments at its beginning.
 */
export function writeYaml(
  content: Pick<Content, LineField>,
  before?: string,
  conflicts: readonly LineConflict[] = [],
): string {
  const text = before === undefined ? rewritten("", content, lineFields) : changedText(content, before)
  const whole = conflicts.length === 0 ? text : `${conflicts.map(conflictLines).join("")}${text.replace(/^\uFEFF/, "")}`
  return before?.includes("\r\n") ? whole.replaceAll(/\r?\n/g, "\r\n") : whole
}

function changedText(content: Pick<Content, LineField>, before: string): string {
  const had = readYaml("", before)
  const changed = lineFields.filter((field) => (had.fields[field] ?? null) !== content[field])
  const text = withLines(before, content, changed)
  const now = readYaml("", text)
  const isRight =
    lineFields.every((field) => (now.fields[field] ?? null) === content[field]) &&
    JSON.stringify([now.samples, now.problems.length]) === JSON.stringify([had.samples, had.problems.length])
  return isRight ? text : rewritten(before, content, changed)
}

/** The text with the lines of some fields changed, and all else as somebody has typed it. It may be wrong where a field is no line. */
function withLines(before: string, content: Pick<Content, LineField>, changed: readonly LineField[]): string {
  const { contents } = parseDocument(before, options)
  let text = before
  for (const field of changed) {
    const pair = isMap(contents) ? contents.items.find(({ key }) => String(key) === field) : undefined
    const typed = pair && before.slice(beginOf(pair.key), isNode(pair.value) ? pair.value.range?.[1] : undefined)
    const line = content[field] === null ? "" : lineText(field, content[field])
    if (typed === undefined) text += `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}`
    else if (line === "")
      text = linesOf(text)
        .filter((one) => !one.startsWith(`${field}:`))
        .join("")
    else text = text.replace(typed, () => line.trimEnd())
  }
  return text
}

const lineText = (field: LineField, value: string | null): string =>
  new Document({ [field]: value }, options).toString(style)

/** The text as the library writes it: comments stay, and the way in which lists and maps are typed may change. */
function rewritten(before: string, content: Pick<Content, LineField>, changed: readonly LineField[]): string {
  const document: Document = before === "" ? new Document({}, options) : parseDocument(before, options)
  for (const field of changed) {
    if (content[field] === null) document.delete(field)
    else document.set(field, content[field])
  }
  return document.toString(style)
}

function conflictLines({ field, theirs }: LineConflict): string {
  const yaml = lineText(field, theirs).trimEnd()
  const lines = [`<<<<<<< ${ours} and at the service ${field} was changed; there it is`, ...yaml.split("\n")]
  return [...lines, ">>>>>>> Write below what is right, and delete these lines"].map((line) => `# ${line}\n`).join("")
}
