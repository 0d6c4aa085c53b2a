import { basename, dirname, join } from "node:path"
import { removeLeftoversIn } from "../../sdk/files/atomic-write.ts"
import { baseFolder } from "./base-store.ts"
import { bodySources, fileOf, yamlName } from "./bodies.ts"
import { bodyFields } from "./content.ts"
import {
  listFolder,
  moveFolder,
  readTextFile,
  realPathIn,
  removeEmptyFolder,
  removeFile,
  removeFolder,
  writeTextFile,
} from "./folder-files.ts"
import { localFolder } from "./lock-file.ts"
import type { FolderTemplate } from "./read-templates.ts"
import type { Resolved } from "./resolve.ts"
import { writeYaml } from "./template-yaml.ts"

/** New folders until all their files are there. */
const unfinishedFolder = join(localFolder, "unfinished")

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
  // A new folder is there with all its files, or not at all: half of a template would be another one.
  const isNew = local === undefined && (await isMissing(root, path))
  const folder = isNew ? join(root, unfinishedFolder, basename(path)) : path
  try {
    for (const { file, text, before } of all) {
      if (text === null) await removeFile(root, file)
      else if (text !== before) await writeTextFile(root, join(folder, basename(file)), text)
    }
    if (isNew) await moveFolder(root, folder, path)
  } finally {
    if (isNew) await removeFolder(root, join(root, unfinishedFolder))
  }
  return undefined
}

async function isMissing(root: string, path: string): Promise<boolean> {
  await removeEmptyFolder(root, path)
  return (await listFolder(root, root)).every(({ name }) => name !== basename(path))
}

/** Removes what killed commands left. Call it only while no other command writes in the folder. */
export async function removeUnfinished(dir: string): Promise<void> {
  await removeFolder(dir, join(dir, unfinishedFolder))
  const folders = (await listFolder(dir, dir)).filter(({ kind, refusal }) => kind === "folder" && !refusal)
  const paths = [dir, join(dir, baseFolder), join(dir, localFolder), ...folders.map(({ path }) => path)]
  for (const path of new Set(paths)) await removeLeftoversIn(await realPathIn(dir, path))
}

/** Deletes a template's files, and its folder if nothing else is in it. */
export async function deleteTemplate(path: string): Promise<void> {
  const root = dirname(path)
  for (const file of [...bodySources.map((source) => source.file), yamlName]) await removeFile(root, join(path, file))
  await removeEmptyFolder(root, path)
}
