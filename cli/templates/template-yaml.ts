import { Document, isMap, isNode, LineCounter, parseDocument } from "yaml"
import { type Content, type LineField, lineFields } from "./content.ts"
import { ours } from "./merge-text.ts"
import { type Problem, placeAt } from "./place.ts"

/** Values to try a template with. */
export interface Sample {
  /** What `{{ data.x }}` is filled in with. */
  readonly data: Readonly<Record<string, unknown>>
  /** What `{{ contact.x }}` is filled in with. */
  readonly contact: Readonly<Record<string, unknown>>
}

/** What a template.yaml says. */
export interface TemplateYaml {
  readonly fields: Readonly<Partial<Record<LineField, string>>>
  /** By name, in the order of the file. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Where the value of a field begins: an offset in the text. */
  readonly begins: Readonly<Partial<Record<LineField, number>>>
  readonly problems: readonly Problem[]
}

const known = [...lineFields, "samples"]

/** Reads the text of a template.yaml. */
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
  const document: Document = before === undefined ? new Document({}, options) : parseDocument(before, options)
  const had = before === undefined ? {} : readYaml("", before).fields
  const changed = lineFields.filter((field) => (had[field] ?? null) !== content[field])
  for (const field of changed) {
    if (content[field] === null) document.delete(field)
    else document.set(field, content[field])
  }
  const text = before !== undefined && changed.length === 0 ? before : document.toString(style)
  const whole = conflicts.length === 0 ? text : `${conflicts.map(conflictLines).join("")}${text.replace(/^\uFEFF/, "")}`
  return before?.includes("\r\n") ? whole.replaceAll(/\r?\n/g, "\r\n") : whole
}

function conflictLines({ field, theirs }: LineConflict): string {
  const yaml = new Document({ [field]: theirs }, options).toString(style).trimEnd()
  const lines = [`<<<<<<< ${ours} and at the service ${field} was changed; there it is`, ...yaml.split("\n")]
  return [...lines, ">>>>>>> Write below what is right, and delete these lines"].map((line) => `# ${line}\n`).join("")
}
