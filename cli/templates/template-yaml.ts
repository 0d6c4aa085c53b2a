import { Document, isMap, isNode, LineCounter, parseDocument } from "yaml"
import { messageOf } from "../../sdk/client/transport/fields.ts"
import { type Content, type LineField, lineFields } from "./content.ts"
import { linesOf } from "./lines.ts"
import { ours } from "./merge-text.ts"
import { type Problem, placeAt } from "./place.ts"

/** Sample values for a template. */
export interface Sample {
  /** The value of `data`. */
  readonly data: Readonly<Record<string, unknown>>
  /** The value of `contact`. */
  readonly contact: Readonly<Record<string, unknown>>
}

export interface TemplateYaml {
  readonly fields: Readonly<Partial<Record<LineField, string>>>
  /** Samples by name, in file order. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Offsets in the text where the fields' values begin. */
  readonly begins: Readonly<Partial<Record<LineField, number>>>
  readonly problems: readonly Problem[]
}

const fieldNames = [...lineFields, "samples"]

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
  else if (!isMap(contents)) refuse(`must be a map with these fields: ${fieldNames.join(", ")}`)
  else {
    for (const { key, value } of contents.items) {
      const name = String(key)
      const at = beginOf(value) ?? beginOf(key)
      const { found: content, problem } = readNode(value, document)
      if (problem !== undefined) {
        refuse(problem, at)
        continue
      }
      const field = lineFields.find((one) => one === name)
      if (name === "samples") samples = readSamples(content, (message) => refuse(message, at))
      else if (field === undefined) refuse(`${name} is not a known field: use ${fieldNames.join(", ")}`, beginOf(key))
      else if (typeof content === "string") [fields[field], begins[field]] = [content, at ?? 0]
      else if (content !== null) refuse(`${name} must be text: put it in quotes`, at)
    }
    if (!fields.name && problems.length === 0) refuse("has no name")
  }
  return { fields, samples, begins, problems }
}

/** Converts a node; an alias may be undefined, or expand beyond the limit. */
function readNode(node: unknown, document: Document): { readonly found?: unknown; readonly problem?: string } {
  try {
    return { found: isNode(node) ? node.toJS(document) : null }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

const beginOf = (node: unknown): number | undefined => (isNode(node) ? (node.range?.[0] ?? undefined) : undefined)

function readSamples(value: unknown, refuse: (message: string) => void): TemplateYaml["samples"] {
  if (value === null) return {}
  if (!isObject(value)) {
    refuse("samples must be a map of names, each with data and contact")
    return {}
  }
  const samples = Object.entries(value).flatMap(([name, sample]): [string, Sample][] => {
    const { data = {}, contact = {}, ...others } = isObject(sample) ? sample : { sample }
    if (Object.keys(others).length > 0) refuse(`the sample ${name} can only have data and contact`)
    else if (!isObject(data) || !isObject(contact)) refuse(`data and contact of the sample ${name} must be maps`)
    else return [[name, { data, contact }]]
    return []
  })
  return Object.fromEntries(samples)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Other programs may parse YAML 1.1: quote texts that have a meaning there. */
const options = { compat: "yaml-1.1" } as const
const style = { lineWidth: 0 } as const

/** The service's value of a field of template.yaml that both sides changed. */
export interface LineConflict {
  readonly field: LineField
  readonly theirs: string | null
}

/**
 * Returns a template.yaml with a template's fields. Keeps comments, samples and line ends; returns the same text if
 * nothing changes. Conflicts become comments at the start.
 */
export function writeYaml(
  content: Pick<Content, LineField>,
  before?: string,
  conflicts: readonly LineConflict[] = [],
): string {
  const text = before === undefined ? rewritten("", content, lineFields) : changedText(content, before)
  const merged =
    conflicts.length === 0 ? text : `${conflicts.map(conflictLines).join("")}${text.replace(/^\uFEFF/, "")}`
  return before?.includes("\r\n") ? merged.replaceAll(/\r?\n/g, "\r\n") : merged
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

/**
 * Replaces the lines of the changed fields and keeps all else as typed. The result may be wrong if a field is not a
 * single line.
 */
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

/** The text as the YAML library writes it: comments stay, but the style of lists and maps may change. */
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
  const lines = [`<<<<<<< ${ours} and the service both changed ${field}; at the service:`, ...yaml.split("\n")]
  return [...lines, ">>>>>>> Put the correct value below, and delete these lines"].map((line) => `# ${line}\n`).join("")
}
