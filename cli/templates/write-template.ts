import { mkdir, rm, rmdir } from "node:fs/promises"
import { join } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { bodySources, fileOf } from "./bodies.ts"
import { bodyFields } from "./content.ts"
import { type FolderTemplate, yamlName } from "./read-templates.ts"
import type { Resolved } from "./resolve.ts"
import { writeYaml } from "./template-yaml.ts"
import { readTextFile } from "./text-file.ts"

/**
 * Writes the files of a template; what does not change is not touched. Answers with the file that somebody has saved since
 * `local` was read: then nothing is written.
 */
export async function writeTemplate(
  path: string,
  { lines, bodies, marks }: Resolved,
  local?: FolderTemplate,
): Promise<string | undefined> {
  const texts = bodyFields.flatMap((field) => {
    const text = bodies[field]
    const before = local?.parts[field]?.source
    return text === undefined ? [] : [{ file: join(path, fileOf[field]), text, before }]
  })
  // Last: without it the folder is no template yet.
  const before = local?.yaml.text
  const all = [...texts, { file: join(path, yamlName), text: writeYaml(lines, before, marks), before }]
  for (const { file, before } of all) if ((await readTextFile(file)) !== before) return file
  await mkdir(path, { recursive: true })
  for (const { file, text, before } of all) {
    if (text === null) await rm(file, { force: true })
    else if (text !== before) await writeFileAtomically(file, [text])
  }
  return undefined
}

/** Deletes the files of a template, and its folder where nothing else is in it. */
export async function deleteTemplate(path: string): Promise<void> {
  for (const file of [...bodySources.map((source) => source.file), yamlName])
    await rm(join(path, file), { force: true })
  await rmdir(path).catch(() => {})
}
