import { mkdir, readdir, readFile, readlink, realpath, rename, rm, rmdir, stat } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import { retryWhileLocked, writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { reasonOf } from "../terminal/errors/cli-error.ts"

/**
 * The only way to the files in a folder of templates. Whoever can propose a change to the repository can put links into
 * it: one that leads out of the folder is refused, to read and to write. `root` is the folder, which may itself be a link.
 */

/** A link that is refused, with its path. */
export class LinkError extends Error {
  constructor(
    readonly path: string,
    target: string,
    why = "which is outside of the folder of templates: replace it by the file or folder itself",
  ) {
    super(`is a link to ${JSON.stringify(target)}, ${why}`)
  }
}

/** Maximum bytes of a file: several times what the service takes, so that a mistake does not fill the memory. */
const maxBytes = 16 * 1024 * 1024

/** Keeps a byte order mark, so that a file is written back byte for byte. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")

/** Where a path in the folder really is, whether or not something is there. */
export async function realPathIn(root: string, path: string): Promise<string> {
  const top = await realpath(root).catch(() => resolve(root))
  let at = top
  let folder = root
  for (const name of relative(root, path).split(sep).filter(Boolean)) {
    folder = join(folder, name)
    const target = await linkAt(join(at, name))
    at = target === undefined ? join(at, name) : await followed(resolve(at, target))
    if (!isWithin(top, at)) throw new LinkError(folder, target ?? at)
  }
  return at
}

const linkAt = (path: string): Promise<string | undefined> => readlink(path).catch(() => undefined)

/** A target that is not there yet is where its folder is. */
const followed = (path: string): Promise<string> =>
  realpath(path).catch(async () => join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)))

function isWithin(top: string, path: string): boolean {
  const relativePath = relative(top, path)
  return relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

/** The text of a file, byte for byte; undefined when it does not exist. */
export async function readTextFile(root: string, file: string): Promise<string | undefined> {
  const path = await realPathIn(root, file)
  let bytes: Uint8Array
  try {
    const stats = await stat(path)
    // Reading a pipe or a device may never end.
    if (!stats.isFile()) throw new Error("it is not a file")
    if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes / 1024 / 1024} MiB`)
    bytes = await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Error(`cannot be read: ${reasonOf(error)}`)
  }
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Error("is not UTF-8 text")
  }
}

/** Writes a file, and its folders; a link in the folder stays a link. */
export async function writeTextFile(root: string, file: string, text: string): Promise<void> {
  const path = await realPathIn(root, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFileAtomically(path, [text])
}

/** Removes a file, or the link in its place, if it is there. */
export async function removeFile(root: string, file: string): Promise<void> {
  await rm(join(await realPathIn(root, dirname(file)), basename(file)), { force: true })
}

/** Removes a folder if it is empty; of a link, only the link. */
export async function removeEmptyFolder(root: string, folder: string): Promise<void> {
  if ((await linkAt(folder)) !== undefined) await removeFile(root, folder)
  else await rmdir(folder).catch(() => {})
}

/** Removes a folder of the commands themselves, with all that is in it. */
export async function removeFolder(root: string, folder: string): Promise<void> {
  await refuseLink(folder)
  await rm(await realPathIn(root, folder), { recursive: true, force: true })
}

/** Gives a folder another name, at which nothing is. */
export async function moveFolder(root: string, from: string, to: string): Promise<void> {
  const [source, target] = [await realPathIn(root, from), await realPathIn(root, to)]
  await retryWhileLocked(() => rename(source, target), process.platform)
}

export interface FolderEntry {
  readonly name: string
  readonly path: string
  readonly kind: "file" | "folder" | "other"
  /** Set for a link that leads out of the folder. */
  readonly refusal?: LinkError
}

/** What is in a folder, through links; nothing when the folder is missing. */
export async function listFolder(root: string, folder: string): Promise<FolderEntry[]> {
  const real = await realPathIn(root, folder)
  const names = await readdir(real).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return Promise.all(
    names.map(async (name): Promise<FolderEntry> => {
      const path = join(folder, name)
      const stats = await stat(join(real, name)).catch(() => undefined)
      const kind = stats?.isDirectory() ? "folder" : stats?.isFile() ? "file" : "other"
      try {
        await realPathIn(root, path)
        return { name, path, kind }
      } catch (error) {
        if (!(error instanceof LinkError)) throw error
        return { name, path, kind, refusal: error }
      }
    }),
  )
}

/** All files below a folder, through links; each folder once. `refused` gets the links that lead out. */
export async function* filesBelow(
  root: string,
  folder: string,
  onLinkError: (error: LinkError) => void,
  visited = new Set<string>(),
): AsyncGenerator<string> {
  const real = await realPathIn(root, folder)
  if (visited.has(real)) return
  visited.add(real)
  for (const { path, kind, refusal } of await listFolder(root, folder)) {
    if (refusal) onLinkError(refusal)
    else if (kind === "folder") yield* filesBelow(root, path, onLinkError, visited)
    else if (kind === "file") yield path
  }
}

/** Throws when a file or folder of the commands themselves is a link: they remove and replace what is in it. */
export async function refuseLink(path: string): Promise<void> {
  const target = await linkAt(path)
  if (target !== undefined) throw new LinkError(path, target, "in place of a file or folder of the commands: delete it")
}
