import { createReadStream } from "node:fs"
import { reasonOf, UsageError } from "../errors/cli-error.ts"

/** What a path gives, opened when it is read: a file, or what can be read once only, such as a FIFO. `name` is what was typed. */
export async function* fileStream(path: string, name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024, signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new UsageError(`${name} cannot be read: ${reasonOf(error)}`)
  }
}
