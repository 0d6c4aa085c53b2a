import { createHash } from "node:crypto"
import { join } from "node:path"
import { type Content, contentFields } from "./content.ts"
import { listFolder, readTextFile, refuseLink, removeFile, writeTextFile } from "./folder-files.ts"
import { isLocal, type Lock, localFolder } from "./lock-file.ts"

/**
 * The contents that this folder and a service last had in common: one file per content, named by its hash. The service
 * keeps no earlier versions, and a merge needs the common base. The files are committed, so that everyone who clones
 * the repository can merge. Services with the same content share a file, and branches that add files do not conflict.
 * JSON escapes the line ends of a body, so that no Git setting changes them.
 */
export const baseFolder = ".base"

const fileOf = (dir: string, name: string, isForLocal: boolean) =>
  join(dir, isForLocal ? localFolder : baseFolder, `${name}.json`)

/** Throws when `.base` is a link: files in it are removed. */
export async function refuseLinkedBase(dir: string): Promise<void> {
  for (const folder of [baseFolder, localFolder]) await refuseLink(join(dir, folder))
}

export const baseName = (content: Content): string =>
  createHash("sha256").update(textOf(content)).digest("hex").slice(0, 16)

const textOf = (content: Content) =>
  `${JSON.stringify(Object.fromEntries(contentFields.map((field) => [field, content[field]])), undefined, 2)}\n`

/** Returns the content with this name; undefined when it is missing or does not match its hash. */
export async function readBase(dir: string, name: string): Promise<Content | undefined> {
  return (await readFrom(dir, name, false)) ?? (await readFrom(dir, name, true))
}

async function readFrom(dir: string, name: string, isForLocal: boolean): Promise<Content | undefined> {
  if (!/^[0-9a-f]{16}$/.test(name)) return undefined
  try {
    const content: Content = JSON.parse((await readTextFile(dir, fileOf(dir, name, isForLocal))) ?? "")
    return baseName(content) === name ? content : undefined
  } catch {
    return undefined
  }
}

/** Stores a content, for the service at an address. Call it before the lock file refers to it. */
export async function writeBase(dir: string, content: Content, address: string): Promise<string> {
  const name = baseName(content)
  await refuseLinkedBase(dir)
  const file = fileOf(dir, name, isLocal(address))
  await refuseLink(file)
  await writeTextFile(dir, file, textOf(content))
  return name
}

/** Removes the contents that no entry of the lock file refers to. Any other file stays, whatever its name. */
export async function removeUnused(dir: string, lock: Lock): Promise<void> {
  await refuseLinkedBase(dir)
  for (const isForLocal of [false, true]) {
    const services = Object.entries(lock).filter(([address]) => isLocal(address) === isForLocal)
    const entries = services.flatMap(([, brands]) => Object.values(brands).flatMap((brand) => Object.values(brand)))
    const used = new Set(entries.map(({ base }) => base))
    for (const { name: file } of await listFolder(dir, join(dir, isForLocal ? localFolder : baseFolder))) {
      const name = file.replace(/\.json$/, "")
      // Only what was written here has a name that is the hash of its text.
      if (name !== file && !used.has(name) && (await readFrom(dir, name, isForLocal)))
        await removeFile(dir, fileOf(dir, name, isForLocal))
    }
  }
}
