import { InvalidArgumentError } from "../client/errors.ts"
import { builtin } from "../client/transport/builtin.ts"
import { isFilled } from "../client/transport/fields.ts"
import type { CleanText } from "../contract/core/clean-text.ts"
import { writeFileAtomically, writeNewFile } from "./atomic-write.ts"
import { safeFileName } from "./safe-file-name.ts"

/** The content of a file before its name is known. */
export interface Content {
  readonly name?: string | undefined
  readonly type?: string | undefined
  readonly size: number | undefined
  readonly canOpen: boolean
  open(): AsyncIterable<unknown> | Iterable<unknown>
}

/** A local file to be sent. */
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

/** Reads exactly the announced number of bytes: bytes appended later are not sent. */
async function* bytesOf(path: string | URL, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  // Not by a Node stream: it continues in `process.nextTick`, which a test's fake timers may have stopped.
  const file = await builtin("node:fs/promises").open(path)
  try {
    for (let remaining = size; remaining > 0; ) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(remaining, portion)))
      if (bytesRead === 0) {
        throw new InvalidArgumentError("file", `became shorter than its ${size} bytes while it was sent`)
      }
      yield buffer.subarray(0, bytesRead)
      remaining -= bytesRead
    }
  } finally {
    await file.close()
  }
}

const portion = 64 * 1024

/** Writes a file, or into a folder under its own name, made safe, where it replaces nothing; returns its path. */
export async function save(source: AsyncIterable<Uint8Array>, target: string, filename: string): Promise<string> {
  if (!isFilled(target)) throw new InvalidArgumentError("path", "must be text that is not empty")
  const { stat } = builtin("node:fs/promises")
  const isFolder = await stat(target).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const write = isFolder
    ? writeNewFile((number) => pathIn(target, safeFileName(filename, number)), source)
    : writeFileAtomically(target, source).then(() => target)
  return write.catch((error: unknown) => {
    throw refusal(error, isFolder ? pathIn(target, safeFileName(filename)) : target)
  })
}

/** A stranger's name in a folder. */
const pathIn = (folder: string, name: CleanText<"file name">): string => builtin("node:path").join(folder, name)

/** A file system error with the path that the caller gave instead of the temporary one. Other errors stay unchanged. */
function refusal(error: unknown, path: string): unknown {
  // Network errors already name their cause.
  if (!(error instanceof Error && "syscall" in error && "path" in error)) return error
  const reason = `${error.message.replace(/ '.*/s, "")} '${path}'`
  return new InvalidArgumentError("path", `cannot be written: ${reason}`, { cause: error })
}
