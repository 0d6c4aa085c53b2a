import { builtin } from "../transport/builtin.ts"

/** How a file is written. */
interface WholeFileOptions {
  /** Permissions; those of the platform when left out. */
  readonly mode?: number
  /** Where it is written first, over whatever is there; a new name beside the file when left out. */
  readonly part?: string
}

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

const leftover = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

/** Removes what writes of this file have left that were killed; nobody else may be writing it. */
export async function removeLeftovers(path: string): Promise<void> {
  const { readdir, rm } = builtin("node:fs/promises")
  const { basename, dirname, join } = builtin("node:path")
  const [folder, name] = [dirname(path), basename(path)]
  const left = (await readdir(folder)).filter((file) => file.startsWith(name) && leftover.test(file.slice(name.length)))
  for (const file of left) await rm(join(folder, file), { force: true })
}

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Puts a file in the place of another. Windows refuses that while somebody has the other one open, a virus scanner say: then
 * it is tried again, for a second or so.
 */
export async function whenFree(
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

/** Writes a file whole or not at all: beside its place, and on the disk before it takes the place of what is there. */
export async function writeWholeFile(path: string, chunks: Chunks, options: WholeFileOptions = {}): Promise<void> {
  const { open, rename, rm } = builtin("node:fs/promises")
  const { part = `${path}.${crypto.randomUUID()}.part`, mode } = options
  // A leftover of a run that was cut short may belong to others.
  if (options.part !== undefined) await rm(part, { force: true })
  // What another has put there since is neither followed nor removed.
  const file = await open(part, "wx", mode)
  try {
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await whenFree(() => rename(part, path), builtin("node:process").platform)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}
