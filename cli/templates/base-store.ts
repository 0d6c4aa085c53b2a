import { createHash } from "node:crypto"
import { mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { type Content, contentFields } from "./content.ts"
import type { Lock } from "./lock-file.ts"
import { readTextFile } from "./text-file.ts"

/**
 * The contents that this folder and a service last had in common: one file per content, named by its hash. The service
 * keeps no earlier versions, and a merge needs the common base. The files are committed, so that everyone who clones
 * the repository can merge. Services with the same content share a file, and branches that add files do not conflict.
 * JSON escapes the line ends of a body, so that no Git setting changes them.
 */
export const baseFolder = ".base"

const fileOf = (dir: string, name: string) => join(dir, baseFolder, `${name}.json`)

export const baseName = (content: Content): string =>
  createHash("sha256").update(textOf(content)).digest("hex").slice(0, 16)

const textOf = (content: Content) =>
  `${JSON.stringify(Object.fromEntries(contentFields.map((field) => [field, content[field]])), undefined, 2)}\n`

/** Returns the content with this name; undefined when it is missing or does not match its hash. */
export async function readBase(dir: string, name: string): Promise<Content | undefined> {
  if (!/^[0-9a-f]{16}$/.test(name)) return undefined
  try {
    const content: Content = JSON.parse((await readTextFile(fileOf(dir, name))) ?? "")
    return baseName(content) === name ? content : undefined
  } catch {
    return undefined
  }
}

/** Stores a content. Call it before the lock file refers to it. */
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
