import type { FileHandle } from "node:fs/promises"
import { builtin } from "../client/transport/builtin.ts"

interface AtomicWriteOptions {
  /** File mode. Default: the mode of the existing file, or the platform's default. */
  readonly mode?: number
  /** Moves the complete file over the target. Default: renames it. */
  readonly move?: (part: string, target: string) => void
}

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

const leftover = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

/** A point, a UUID and `.part`. */
const leftoverLength = 1 + 36 + 5

/** Shortens a name so that a suffix fits: names may have 255 bytes, on some disks 143. */
const beginning = (name: string) => Buffer.from(name).subarray(0, 96).toString()

/** Removes temporary files of killed writes. Call it only while no other process writes the file. */
export async function removeLeftovers(path: string): Promise<void> {
  const { basename, dirname } = builtin("node:path")
  const name = beginning(basename(path))
  await removeLeftoversIn(dirname(path), (file) => file.startsWith(name) && leftover.test(file.slice(name.length)))
}

/** The same for all files of a folder. */
export async function removeLeftoversIn(
  folder: string,
  isLeftover = (file: string): boolean => leftover.test(file.slice(-leftoverLength)),
): Promise<void> {
  const { readdir, rm } = builtin("node:fs/promises")
  const { join } = builtin("node:path")
  for (const file of await readdir(folder)) if (isLeftover(file)) await rm(join(folder, file), { force: true })
}

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Moves a file over another. Windows refuses while another process, such as a virus scanner, has it open: then this retries for
 * about a second.
 */
export async function retryWhileLocked(
  rename: () => Promise<void>,
  platform: NodeJS.Platform,
  pause: (ms: number) => Promise<void> = pauseFor,
): Promise<void> {
  for (let ms = 10; ; ms *= 2) {
    try {
      return await rename()
    } catch (error) {
      const isOpen = platform === "win32" && /^(EPERM|EACCES|EBUSY)$/.test(String(Reflect.get(Object(error), "code")))
      if (!isOpen || ms > 640) throw error
      await pause(ms)
    }
  }
}

async function writeTo(file: FileHandle, chunks: Chunks, path: string): Promise<void> {
  // Unlike other errors of files, those of an open one name no path.
  const withPath = (error: Error) => Promise.reject(Object.assign(error, { path }))
  try {
    for await (const chunk of chunks) await file.writeFile(chunk).catch(withPath)
    // A pipe cannot be synced to disk.
    if ((await file.stat()).isFile()) await file.sync().catch(withPath)
  } finally {
    await file.close().catch(withPath)
  }
}

/** The path that is written: through links, also where their file is missing. */
async function targetOf(path: string): Promise<string> {
  const { readlink, realpath } = builtin("node:fs/promises")
  const { dirname, resolve } = builtin("node:path")
  let target = path
  for (;;) {
    try {
      return await realpath(target)
    } catch (error) {
      if (Reflect.get(Object(error), "code") !== "ENOENT") throw error
      const link = await readlink(target).catch(() => undefined)
      if (link === undefined) return target
      target = resolve(await realpath(dirname(target)), link)
    }
  }
}

/**
 * Writes a file completely or not at all: to a temporary file, then to disk, then over the target. A symbolic link stays a link.
 * A target that is not a file, such as a pipe or a device, gets the chunks directly.
 */
export async function writeFileAtomically(
  path: string,
  chunks: Chunks,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const { open, rename, rm, stat } = builtin("node:fs/promises")
  const there = await stat(path).catch(() => {})
  if (there && !there.isFile()) return await writeTo(await open(path, "w"), chunks, path)
  const target = await targetOf(path)
  const { basename, dirname, join } = builtin("node:path")
  const part = join(dirname(target), `${beginning(basename(target))}.${crypto.randomUUID()}.part`)
  const file = await open(part, "wx", options.mode)
  try {
    // Only root may give a file to another owner.
    if (there) await file.chown(there.uid, there.gid).catch(() => {})
    if (there && options.mode === undefined) await file.chmod(there.mode & 0o7777)
    await writeTo(file, chunks, path)
    const move = options.move ?? rename
    await retryWhileLocked(async () => move(part, target), builtin("node:process").platform)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

/** Names tried by number; then by a random text, so that a folder of one name costs no more and more. */
const mostNumbers = 100

/**
 * Writes a new file completely or not at all, at the first of the paths where nothing is, not even a link; returns that path.
 * The file takes its name when it is complete: two writes at once get two names.
 */
export async function writeNewFile(pathOf: (number: number | string) => string, chunks: Chunks): Promise<string> {
  const { open, rename, rm } = builtin("node:fs/promises")
  const { dirname, join } = builtin("node:path")
  const part = join(dirname(pathOf(1)), `${crypto.randomUUID()}.part`)
  let claimed: string | undefined
  try {
    await writeTo(await open(part, "wx"), chunks, pathOf(1))
    const target = await claim(pathOf)
    claimed = target
    await retryWhileLocked(() => rename(part, target), builtin("node:process").platform)
    return target
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    if (claimed !== undefined) await rm(claimed, { force: true }).catch(() => {})
    throw error
  }
}

/** Makes an empty file at the first free path. */
async function claim(pathOf: (number: number | string) => string): Promise<string> {
  const { open } = builtin("node:fs/promises")
  for (let number = 1; ; number++) {
    const path = pathOf(number <= mostNumbers ? number : crypto.randomUUID().slice(0, 8))
    try {
      await (await open(path, "wx")).close()
      return path
    } catch (error) {
      if (Reflect.get(Object(error), "code") !== "EEXIST") throw error
    }
  }
}
