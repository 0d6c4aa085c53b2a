import { basename, dirname, join, relative } from "node:path"
import { messageOf } from "../../sdk/client/transport/fields.ts"
import { refuseLinkedBase } from "./base-store.ts"
import { type BodySource, bodySources, kindOf, yamlName } from "./bodies.ts"
import { CompileError } from "./compile-body.ts"
import { type BodyField, bodyFields, type Content, lineFields } from "./content.ts"
import { filesBelow, LinkError, listFolder, readTextFile } from "./folder-files.ts"
import { folded } from "./folder-name.ts"
import { conflictMark } from "./merge-text.ts"
import { type Part, partOf } from "./part.ts"
import { type Partial as PartialFile, type Partials, putPartialsIn } from "./partials.ts"
import { type Problem, placeAt } from "./place.ts"
import { readYaml, type Sample, type TemplateYaml } from "./template-yaml.ts"
import { type Traces, tracesIn } from "./traces.ts"

/** A template as read from its folder. */
export interface FolderTemplate {
  /** The folder's name: the template's name in code. */
  readonly folder: string
  readonly path: string
  /** The content to send to the service: partials inlined, bodies compiled. */
  readonly content: Content
  /** The template's parts that can contain Liquid, with the source places of their text. */
  readonly parts: Readonly<Partial<Record<"subject" | "preheader" | BodyField, Part>>>
  /** Sample values, by name. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Path and text of template.yaml. */
  readonly yaml: { readonly file: string; readonly text: string }
}

export interface TemplateSet {
  readonly dir: string
  /** Valid templates, by folder name. */
  readonly templates: readonly FolderTemplate[]
  readonly partials: Partials
  /** Folders that contain a template, valid or not. */
  readonly folders: readonly string[]
  /** Other folders, whose names are taken. */
  readonly otherFolders: readonly string[]
  /** Problems of the folders missing from `templates`, by folder name. */
  readonly unreadable: ReadonlyMap<string, readonly Problem[]>
  /** What is known of the templates in those folders. */
  readonly traces: ReadonlyMap<string, Traces>
  /** Problems in any file, including files shared by templates. */
  readonly problems: readonly Problem[]
}

export const partialsFolder = "partials"

/**
 * Reads a folder of templates: one folder each, with template.yaml and bodies, and a shared `partials/`. Lists errors
 * with their places; a missing folder has no templates.
 */
export async function readTemplates(dir: string): Promise<TemplateSet> {
  const problems: Problem[] = []
  await refuseLinkedBase(dir).catch((error: unknown) => problems.push(linkProblem(error)))
  const partials = await readPartials(dir, problems)
  const templates: FolderTemplate[] = []
  const folders: string[] = []
  const otherFolders: string[] = []
  const unreadable = new Map<string, readonly Problem[]>()
  const traces = new Map<string, Traces>()
  for (const { name, refusal } of await foldersIn(dir)) {
    // File systems differ in Unicode normalization.
    const folder = name.normalize("NFC")
    const path = join(dir, name)
    if (refusal) {
      folders.push(folder)
      unreadable.set(folder, [linkProblem(refusal)])
      continue
    }
    if (!(await holdsTemplate(dir, path))) {
      otherFolders.push(folder)
      continue
    }
    const twin = folders.find((other) => folded(other) === folded(folder))
    folders.push(folder)
    if (twin !== undefined) {
      unreadable.set(folder, [inFile(path, `is the same folder as ${twin} on macOS and Windows: rename one of them`)])
      continue
    }
    const template = await readTemplate(path, folder, partials)
    if (template.template) templates.push(template.template)
    else {
      unreadable.set(folder, template.problems)
      traces.set(folder, await tracesIn(path, partials))
    }
  }
  problems.push(...[...unreadable.values()].flat())
  return { dir, templates, partials, folders, otherFolders, unreadable, traces, problems }
}

async function holdsTemplate(dir: string, path: string): Promise<boolean> {
  const files = new Set([yamlName, ...bodySources.map(({ file }) => file)])
  return (await listFolder(dir, path)).some(({ name }) => files.has(name))
}

async function foldersIn(dir: string) {
  const folders = (await listFolder(dir, dir)).filter(({ name, kind }) => kind === "folder" && !name.startsWith("."))
  return folders.filter(({ name }) => name !== partialsFolder).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function linkProblem(error: unknown): Problem {
  if (error instanceof LinkError) return inFile(error.path, error.message)
  throw error
}

async function readPartials(root: string, problems: Problem[]): Promise<Map<string, PartialFile>> {
  const dir = join(root, partialsFolder)
  const partials = new Map<string, PartialFile>()
  const paths: string[] = []
  try {
    for await (const path of filesBelow(root, dir, (refusal) => problems.push(linkProblem(refusal)))) paths.push(path)
  } catch (error) {
    problems.push(linkProblem(error))
  }
  for (const file of paths.filter((path) => path.endsWith(".liquid")).sort()) {
    const text = await readListed(root, file, problems)
    const name = relative(dir, file).replaceAll("\\", "/").normalize("NFC")
    if (text !== undefined) partials.set(name, { file, text })
  }
  return partials
}

async function readTemplate(
  path: string,
  folder: string,
  partials: Partials,
): Promise<{ template?: FolderTemplate; problems: readonly Problem[] }> {
  const problems: Problem[] = []
  const file = join(path, yamlName)
  const text = await readListed(dirname(path), file, problems)
  if (text === undefined) {
    if (problems.length === 0) problems.push(inFile(path, `has no ${yamlName}: add one with name, subject and sender`))
    return { problems }
  }
  if (hasConflict(text)) problems.push(unsolved(file, text))
  const yaml = readYaml(file, text)
  problems.push(...yaml.problems)
  const bodies = await readBodies(path, partials, problems)
  const { fields, samples } = yaml
  const { name } = fields
  if (problems.length > 0 || name === undefined) return { problems }
  const lines = lineFields.map((field) => [field, fields[field] ?? null])
  const texts = bodyFields.map((field) => [field, bodies[field]?.text ?? null])
  const content: Content = { ...Object.fromEntries([...lines, ...texts]), name }
  const parts = { ...lineParts(file, text, yaml), ...bodies }
  return { template: { folder, path, content, parts, samples, yaml: { file, text } }, problems }
}

function lineParts(file: string, source: string, { fields, begins }: TemplateYaml) {
  const parts: { subject?: Part; preheader?: Part } = {}
  for (const field of ["subject", "preheader"] as const) {
    const text = fields[field]
    if (text === undefined) continue
    const from = begins[field] ?? 0
    // In quotes, the text begins one character later.
    const quote = /["']/.test(source.charAt(from)) ? 1 : 0
    parts[field] = partOf(file, undefined, [{ text, file, source, from: from + quote }], [])
  }
  return parts
}

async function readBodies(
  path: string,
  partials: Partials,
  problems: Problem[],
): Promise<Partial<Record<BodyField, Part>>> {
  const parts: Partial<Record<BodyField, Part>> = {}
  const templates = []
  for (const source of bodySources) {
    const file = join(path, source.file)
    const text = await readListed(dirname(path), file, problems)
    if (text !== undefined) templates.push({ source, file, text })
  }
  const [html, ...others] = templates.filter(({ source }) => source.gives.includes("html"))
  // Checked before compiling: do not report missing packages for a file that is to be deleted.
  if (html !== undefined && others.length > 0) {
    const fileName = basename(html.file)
    problems.push(
      ...others.map(({ file }) => inFile(file, `is a second source of the HTML part, besides ${fileName}: keep one`)),
    )
    return parts
  }
  for (const { source, file, text } of templates) {
    for (const [field, generated] of await textsOf(source, file, text, problems)) {
      if (parts[field] !== undefined) continue
      if (hasConflict(text)) problems.push(unsolved(file, text))
      const assembled = putPartialsIn(file, generated, kindOf[field], partials)
      problems.push(...assembled.problems)
      const part = partOf(file, source.compile ? undefined : text, assembled.pieces, assembled.names)
      parts[field] = source.compile ? compiledPart(part, file, text) : part
    }
  }
  return parts
}

async function textsOf(
  { gives, compile }: BodySource,
  file: string,
  text: string,
  problems: Problem[],
): Promise<[BodyField, string][]> {
  if (compile === undefined) return gives.map((field) => [field, text])
  try {
    const compiled = await compile(file, text)
    return gives.flatMap((field) => (compiled[field] === undefined ? [] : [[field, compiled[field]]]))
  } catch (error) {
    const { line = 1, column = 1 } = error instanceof CompileError ? error : {}
    problems.push({ file, line, column, message: messageOf(error) })
    return []
  }
}

/** Reads a file; undefined when it is missing, or unreadable, which is added to `problems`. */
async function readListed(root: string, file: string, problems: Problem[]): Promise<string | undefined> {
  try {
    return await readTextFile(root, file)
  } catch (error) {
    problems.push(inFile(file, messageOf(error)))
    return undefined
  }
}

const inFile = (file: string, message: string): Problem => ({ file, line: 1, column: 1, message })

const hasConflict = (text: string): boolean => conflictMark.test(text)

const unsolvedText = "unresolved conflict: keep the correct lines and delete the markers"

function unsolved(file: string, text: string): Problem {
  const line = text.slice(0, text.search(conflictMark)).split("\n").length
  return { file, line, column: 1, message: unsolvedText }
}

/** True where conflict markers are all that is wrong with a template. */
export const hasOnlyMarks = (problems: readonly Problem[]): boolean =>
  problems.every(({ message }) => message === unsolvedText)

/**
 * A part that is compiled from a file: reports a problem at its Liquid tag in that file. A tag that code assembles has
 * no line there.
 */
function compiledPart(part: Part, file: string, text: string): Part {
  return {
    ...part,
    placeOf(at) {
      const location = part.placeOf(at)
      if (location.file !== file) return location
      const begin = Math.max(part.text.lastIndexOf("{{", at), part.text.lastIndexOf("{%", at))
      const end = begin < 0 ? -1 : part.text.indexOf("}", begin)
      const index = end < 0 ? -1 : text.indexOf(part.text.slice(begin, end + 1))
      return index < 0 ? { file, line: 0, column: 0 } : placeAt(file, text, index)
    },
  }
}
