import type { FileHandle } from "node:fs/promises"
import { builtin } from "../transport/builtin.ts"

/** How a file is written. */
interface AtomicWriteOptions {
  /** Permissions; those of the file that is there when left out, or of the platform. */
  readonly mode?: number
  /** How the name ends under which it is written first, over whatever is there; a new one each time when left out. */
  readonly part?: string
}

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

const leftover = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

/** The beginning of a name, which leaves room for an ending: names may be 255 bytes long, on some disks 143. */
const beginning = (name: string) => Buffer.from(name).subarray(0, 96).toString()

/** Removes what writes of this file have left that were killed; nobody else may be writing it. */
export async function removeLeftovers(path: string): Promise<void> {
  const { readdir, rm } = builtin("node:fs/promises")
  const { basename, dirname, join } = builtin("node:path")
  const [folder, name] = [dirname(path), beginning(basename(path))]
  const left = (await readdir(folder)).filter((file) => file.startsWith(name) && leftover.test(file.slice(name.length)))
  for (const file of left) await rm(join(folder, file), { force: true })
}

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Puts a file in the place of another. Windows refuses that while somebody has the other one open, a virus scanner say: then
 * it is tried again, for a second or so.
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
    // A pipe has no disk to be on.
    if ((await file.stat()).isFile()) await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Writes a file whole or not at all: beside its place, and on the disk before it takes the place of what is there. A link
 * stays one. What is no file, such as a pipe or a device, gets the chunks as they come.
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
  const part = options.part
    ? `${target}.${options.part}`
    : join(dirname(target), `${beginning(basename(target))}.${crypto.randomUUID()}.part`)
  // A leftover of a run that was cut short may belong to others.
  if (options.part) await rm(part, { force: true })
  // What another has put there since is neither followed nor removed.
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
