import { dirname, join } from "node:path"
import { fileOf, kindOf, yamlName } from "./bodies.ts"
import { bodyFields, type Content } from "./content.ts"
import { readTextFile } from "./folder-files.ts"
import { folderName } from "./folder-name.ts"
import { type Partials, putPartialsIn } from "./partials.ts"
import { readYaml } from "./template-yaml.ts"

/** What can be read of a template whose folder cannot be read as a whole. */
export interface Traces {
  readonly name?: string | undefined
  readonly hasYaml: boolean
  readonly bodies: readonly string[]
}

export async function tracesIn(path: string, partials: Partials): Promise<Traces> {
  const read = (file: string) => readTextFile(dirname(path), join(path, file)).catch(() => undefined)
  const yaml = await read(yamlName)
  const bodies: string[] = []
  for (const field of bodyFields) {
    const text = await read(fileOf[field])
    if (text === undefined) continue
    const { pieces } = putPartialsIn("", text, kindOf[field], partials)
    bodies.push(pieces.map((piece) => piece.text).join(""))
  }
  return { name: yaml && readYaml("", yaml).fields.name, hasYaml: yaml !== undefined, bodies }
}

/**
 * Whether a folder that cannot be read may hold a template, of which these contents are known. One whose folder is missing
 * may have been renamed to any name.
 */
export function mayHold(
  folder: string,
  { name, hasYaml, bodies }: Traces = { hasYaml: true, bodies: [] },
  contents: readonly Content[],
  isMissing: boolean,
): boolean {
  if (isMissing && hasYaml && name === undefined) return true
  const fits = (content: Content) =>
    name === undefined
      ? [folder, folder.replace(/-\d+$/, "")].includes(folderName(content.name, []))
      : content.name === name
  const hasBody = (content: Content) => bodyFields.some((field) => content[field] && bodies.includes(content[field]))
  return contents.some((content) => fits(content) || hasBody(content))
}
