import { createHash } from "node:crypto"
import { join } from "node:path"
import { type Content, contentFields } from "./content.ts"
import { listFolder, readTextFile, refuseLink, removeFile, writeTextFile } from "./folder-files.ts"
import type { Lock } from "./lock-file.ts"

/**
 * The contents that this folder and a service last had in common: one file per content, named by its hash. The service
 * keeps no earlier versions, and a merge needs the common base. The files are committed, so that everyone who clones
 * the repository can merge. Services with the same content share a file, and branches that add files do not conflict.
 * JSON escapes the line ends of a body, so that no Git setting changes them.
 */
export const baseFolder = ".base"

const fileOf = (dir: string, name: string) => join(dir, baseFolder, `${name}.json`)

/** Throws when `.base` is a link: files in it are removed. */
export const refuseLinkedBase = (dir: string): Promise<void> => refuseLink(join(dir, baseFolder))

export const baseName = (content: Content): string =>
  createHash("sha256").update(textOf(content)).digest("hex").slice(0, 16)

const textOf = (content: Content) =>
  `${JSON.stringify(Object.fromEntries(contentFields.map((field) => [field, content[field]])), undefined, 2)}\n`

/** Returns the content with this name; undefined when it is missing or does not match its hash. */
export async function readBase(dir: string, name: string): Promise<Content | undefined> {
  if (!/^[0-9a-f]{16}$/.test(name)) return undefined
  try {
    const content: Content = JSON.parse((await readTextFile(dir, fileOf(dir, name))) ?? "")
    return baseName(content) === name ? content : undefined
  } catch {
    return undefined
  }
}

/** Stores a content. Call it before the lock file refers to it. */
export async function writeBase(dir: string, content: Content): Promise<string> {
  const name = baseName(content)
  await refuseLinkedBase(dir)
  await refuseLink(fileOf(dir, name))
  await writeTextFile(dir, fileOf(dir, name), textOf(content))
  return name
}

/** Removes the contents that no entry of the lock file refers to. Any other file stays, whatever its name. */
export async function removeUnused(dir: string, lock: Lock): Promise<void> {
  await refuseLinkedBase(dir)
  const brands = Object.values(lock).flatMap((service) => Object.values(service))
  const used = new Set(brands.flatMap((entries) => Object.values(entries)).map(({ base }) => base))
  for (const { name: file } of await listFolder(dir, join(dir, baseFolder))) {
    const name = file.replace(/\.json$/, "")
    // Only what was written here has a name that is the hash of its text.
    if (name !== file && !used.has(name) && (await readBase(dir, name))) await removeFile(dir, fileOf(dir, name))
  }
}
