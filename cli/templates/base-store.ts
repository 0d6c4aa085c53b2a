import { createHash } from "node:crypto"
import { mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { type Content, contentFields } from "./content.ts"
import type { Lock } from "./lock-file.ts"
import { readTextFile } from "./text-file.ts"

/**
 * What was last the same here and at a service, a file for each content, named by its hash. The service keeps no earlier
 * versions, and a merge needs what both sides began with. They are committed, so that everybody who clones the repository
 * can merge; two services that have the same share a file, and branches that add files do not conflict. In JSON the line
 * ends of a body are escaped, so that no setting of Git changes them.
 */
export const baseFolder = ".base"

const fileOf = (dir: string, name: string) => join(dir, baseFolder, `${name}.json`)

export const baseName = (content: Content): string =>
  createHash("sha256").update(textOf(content)).digest("hex").slice(0, 16)

const textOf = (content: Content) =>
  `${JSON.stringify(Object.fromEntries(contentFields.map((field) => [field, content[field]])), undefined, 2)}\n`

/** The content of a name; undefined where it is not kept, or not as it was. */
export async function readBase(dir: string, name: string): Promise<Content | undefined> {
  if (!/^[0-9a-f]{16}$/.test(name)) return undefined
  try {
    const content: Content = JSON.parse((await readTextFile(fileOf(dir, name))) ?? "")
    return baseName(content) === name ? content : undefined
  } catch {
    return undefined
  }
}

/** Keeps a content, before the lock file names it. */
export async function writeBase(dir: string, content: Content): Promise<string> {
  const name = baseName(content)
  await mkdir(join(dir, baseFolder), { recursive: true })
  await writeFileAtomically(fileOf(dir, name), [textOf(content)])
  return name
}

export async function removeUnused(dir: string, lock: Lock): Promise<void> {
  const brands = Object.values(lock).flatMap((service) => Object.values(service))
  const used = new Set(brands.flatMap((entries) => Object.values(entries)).map(({ base }) => `${base}.json`))
  const kept = await readdir(join(dir, baseFolder)).catch(() => [])
  for (const file of kept)
    if (file.endsWith(".json") && !used.has(file)) await rm(join(dir, baseFolder, file), { force: true })
}
