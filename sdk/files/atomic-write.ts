import type { FileHandle } from "node:fs/promises"
import { builtin } from "../transport/builtin.ts"

interface AtomicWriteOptions {
  /** File mode. Default: the mode of the existing file, or the platform's default. */
  readonly mode?: number
}

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

const leftover = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

/** Shortens a name so that a suffix fits: names may have 255 bytes, on some disks 143. */
const beginning = (name: string) => Buffer.from(name).subarray(0, 96).toString()

/** Removes temporary files of killed writes. Call it only while no other process writes the file. */
export async function removeLeftovers(path: string): Promise<void> {
  const { readdir, rm } = builtin("node:fs/promises")
  const { basename, dirname, join } = builtin("node:path")
  const [folder, name] = [dirname(path), beginning(basename(path))]
  const left = (await readdir(folder)).filter((file) => file.startsWith(name) && leftover.test(file.slice(name.length)))
  for (const file of left) await rm(join(folder, file), { force: true })
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

async function writeTo(file: FileHandle, chunks: Chunks): Promise<void> {
  try {
    for await (const chunk of chunks) await file.writeFile(chunk)
    // A pipe cannot be synced to disk.
    if ((await file.stat()).isFile()) await file.sync()
  } finally {
    await file.close()
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
  const { open, realpath, rename, rm, stat } = builtin("node:fs/promises")
  const there = await stat(path).catch(() => {})
  if (there && !there.isFile()) return await writeTo(await open(path, "w"), chunks)
  const target = there ? await realpath(path) : path
  const { basename, dirname, join } = builtin("node:path")
  const part = join(dirname(target), `${beginning(basename(target))}.${crypto.randomUUID()}.part`)
  const file = await open(part, "wx", options.mode)
  try {
    if (there && options.mode === undefined) await file.chmod(there.mode & 0o7777)
    await writeTo(file, chunks)
    await retryWhileLocked(() => rename(part, target), builtin("node:process").platform)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}
