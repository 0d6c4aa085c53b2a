import { constants } from "node:fs"
import { lstat, open, realpath, stat } from "node:fs/promises"
import { resolve } from "node:path"
import { hasCode } from "../../../sdk/files/process-lock.ts"

const bytesInARead = 1024 * 1024
const newline = 0x0a

/** Maximum bytes of a state file and of one line. */
export interface SizeLimits {
  readonly file: number
  readonly line: number
}

const sizes: SizeLimits = { file: 4 * 1024 ** 3, line: 256 * 1024 ** 2 }

/** Resolves links to the real path. Throws if it is not a regular file, before reading anything. */
export async function regularPlace(path: string): Promise<string> {
  const isThere = await lstat(path).then(() => true, absent)
  if (!isThere) return resolve(path)
  const target = await realpath(path).catch((error: unknown) => {
    throw hasCode(error, "ENOENT") ? new Error("it is a link to a missing file") : error
  })
  if (!(await stat(target)).isFile()) throw notRegular()
  return target
}

const notRegular = () => new Error("it is not a regular file")

function absent(error: unknown): false {
  if (hasCode(error, "ENOENT")) return false
  throw error
}

/**
 * Reads a file line by line; it may be larger than the maximum string length. Throws if the file or a line exceeds the
 * limits.
 */
export async function* linesIn(path: string, limits: SizeLimits = sizes): AsyncGenerator<string> {
  // If a pipe has replaced the file, opening it must not wait for a writer. Windows has no such flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const { size, isRegular } = await file.stat().then((stats) => ({ size: stats.size, isRegular: stats.isFile() }))
    if (!isRegular) throw notRegular()
    if (size > limits.file) throw tooLarge("it", limits.file)
    yield* linesOf(file.createReadStream({ highWaterMark: bytesInARead, autoClose: false }), limits)
  } finally {
    await file.close()
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>, limits: SizeLimits): AsyncGenerator<string> {
  let rest: Buffer[] = []
  let [total, length] = [0, 0]
  for await (const bytes of chunks) {
    total += bytes.length
    // The file may grow while it is read.
    if (total > limits.file) throw tooLarge("it", limits.file)
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      yield Buffer.concat([...rest, bytes.subarray(start, end)]).toString()
      rest = []
      length = 0
      start = end + 1
    }
    if (start === bytes.length) continue
    rest.push(bytes.subarray(start))
    length += bytes.length - start
    if (length > limits.line) throw tooLarge("a line of it", limits.line)
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString()
}

/** Lines as bytes. Throws above the limits: a written file must be readable. */
export function* boundedLines(lines: Iterable<string>, limits: SizeLimits = sizes): Generator<Buffer> {
  let total = 0
  for (const line of lines) {
    const bytes = Buffer.from(line)
    if (bytes.length > limits.line) throw tooLarge("a line of it", limits.line)
    total += bytes.length
    if (total > limits.file) throw tooLarge("it", limits.file)
    yield bytes
  }
}

const tooLarge = (what: string, limit: number) => new Error(`${what} is larger than ${limit} bytes`)
