import { builtin } from "../transport/builtin.ts"

/** How a file is written. */
interface WholeFileOptions {
  /** Permissions; those of the platform when left out. */
  readonly mode?: number
  /** Where it is written first, over whatever is there; a new name beside the file when left out. */
  readonly part?: string
}

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** Writes a file whole or not at all: beside its place, and on the disk before it takes the place of what is there. */
export async function writeWholeFile(path: string, chunks: Chunks, options: WholeFileOptions = {}): Promise<void> {
  const { open, rename, rm } = builtin("node:fs/promises")
  const { part = `${path}.${crypto.randomUUID().slice(0, 8)}.part`, mode } = options
  try {
    // A leftover of a run that was cut short may belong to others.
    await rm(part, { force: true })
    const file = await open(part, "wx", mode)
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}
