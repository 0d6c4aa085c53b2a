import { dirname, join } from "node:path"
import { bodySources, fileOf } from "./bodies.ts"
import { bodyFields } from "./content.ts"
import { readTextFile, removeEmptyFolder, removeFile, writeTextFile } from "./folder-files.ts"
import { type FolderTemplate, yamlName } from "./read-templates.ts"
import type { Resolved } from "./resolve.ts"
import { writeYaml } from "./template-yaml.ts"

/** Writes a template's changed files. If a file was saved since `local` was read, writes nothing and returns that file. */
export async function writeTemplate(
  path: string,
  { lines, bodies, marks }: Resolved,
  local?: FolderTemplate,
): Promise<string | undefined> {
  const root = dirname(path)
  const texts = bodyFields.flatMap((field) => {
    const text = bodies[field]
    const before = local?.parts[field]?.source
    return text === undefined ? [] : [{ file: join(path, fileOf[field]), text, before }]
  })
  // Written last: without template.yaml the folder is not a template.
  const before = local?.yaml.text
  const all = [...texts, { file: join(path, yamlName), text: writeYaml(lines, before, marks), before }]
  for (const { file, before } of all) if ((await readTextFile(root, file)) !== before) return file
  for (const { file, text, before } of all) {
    if (text === null) await removeFile(root, file)
    else if (text !== before) await writeTextFile(root, file, text)
  }
  return undefined
}

/** Deletes a template's files, and its folder if nothing else is in it. */
export async function deleteTemplate(path: string): Promise<void> {
  const root = dirname(path)
  for (const file of [...bodySources.map((source) => source.file), yamlName]) await removeFile(root, join(path, file))
  await removeEmptyFolder(root, path)
}
