import { InvalidArgumentError } from "../errors.ts"
import { builtin } from "../transport/builtin.ts"
import { isFilled } from "../transport/fields.ts"
import { writeFileAtomically } from "./atomic-write.ts"
import { safeFileName } from "./safe-file-name.ts"

/** Content before its name is settled. */
export interface Content {
  readonly name?: string | undefined
  readonly type?: string | undefined
  readonly size: number | undefined
  readonly canOpen: boolean
  open(): AsyncIterable<unknown> | Iterable<unknown>
}

/** A file of this machine, to be sent. */
export async function openPath(path: string | URL): Promise<Content> {
  const stats = await builtin("node:fs/promises")
    .stat(path)
    .catch((error: Error) => {
      throw new InvalidArgumentError("file", `cannot be read: ${error.message}`)
    })
  if (!stats.isFile()) throw new InvalidArgumentError("file", "is not a file")
  const name = typeof path === "string" ? path : decodeURIComponent(path.pathname)
  return { name, size: stats.size, canOpen: true, open: () => bytesOf(path, stats.size) }
}

/** As many bytes of a file as were promised: what is added to it meanwhile is not sent. */
async function* bytesOf(path: string | URL, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  // Not by a stream of Node, which goes on by `process.nextTick`: a test's fake timers may have stopped that.
  const file = await builtin("node:fs/promises").open(path)
  try {
    for (let left = size; left > 0; ) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(left, portion)))
      if (bytesRead === 0) {
        throw new InvalidArgumentError("file", `became shorter than its ${size} bytes while it was sent`)
      }
      yield buffer.subarray(0, bytesRead)
      left -= bytesRead
    }
  } finally {
    await file.close()
  }
}

/** Bytes that are read at a time. */
const portion = 64 * 1024

/** Writes a file, or under its own name into a folder that is there; answers its path. */
export async function save(source: AsyncIterable<Uint8Array>, target: string, filename: string): Promise<string> {
  if (!isFilled(target)) throw new InvalidArgumentError("path", "must be text that is not empty")
  const { stat } = builtin("node:fs/promises")
  const { join } = builtin("node:path")
  const isFolder = await stat(target).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const path = isFolder ? join(target, safeFileName(builtin("node:process").platform, filename)) : target
  await writeFileAtomically(path, source).catch((error: unknown) => {
    throw refusal(error, path)
  })
  return path
}

/** What the system says of a path, by the name that was given: it is written under another. Else the error, as it is. */
function refusal(error: unknown, path: string): unknown {
  // The network's own errors say what they are.
  if (!(error instanceof Error && "syscall" in error && "path" in error)) return error
  const reason = error.message.replace(/ '.*/s, ` '${path}'`)
  return new InvalidArgumentError("path", `cannot be written: ${reason}`, { cause: error })
}
