import { accessSync, constants, createReadStream, existsSync, readFileSync, type Stats, statSync } from "node:fs"
import { resolve } from "node:path"
import { isObject } from "../../../sdk/client/transport/fields.ts"
import { reasonOf, refusedValue, UsageError } from "../../terminal/errors/cli-error.ts"
import type { Io } from "../../terminal/io.ts"
import { changedNumber } from "./exact-numbers.ts"

/** Input sources: files relative to a folder, and stdin. */
export interface Sources {
  readonly io: Pick<Io, "cwd" | "signal">
  /** Streams the rest of stdin; `what` names the flag, for errors. */
  stdin(what: string): AsyncIterable<Uint8Array | string>
}

/** True for `@file` and `-`, which refer to a file or stdin. */
export const isReference = (value: string): boolean => value === "-" || /^@(?!@)/.test(value)

/** Unescapes typed text: a leading `@@` is a single `@`, not a file. */
export const ownText = (value: string): string => value.replace(/^@@/, "@")

/** The bytes given by a flag such as `--body`: `@file`, `-` for stdin, or the text itself. `what` names the flag, for errors. */
export async function readBytes({ io, stdin }: Sources, source: string, what: string): Promise<Uint8Array> {
  if (source === "-") return (await import("node:stream/consumers")).buffer(stdin(what))
  return isReference(source) ? readFileBytes(io, source.slice(1), what) : Buffer.from(ownText(source))
}

/** Reads a file, relative to the working folder. A synchronous read is faster than loading a module. */
export function readFileBytes({ cwd }: Pick<Io, "cwd">, path: string, what: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, path))
  } catch (error) {
    throw new UsageError(`${what}: ${path} cannot be read: ${reasonOf(error)}`)
  }
}

/** The same as text. Invalid UTF-8 is an error: it would arrive as other text. */
export async function readText(sources: Sources, source: string, what: string): Promise<string> {
  const bytes = await readBytes(sources, source, what)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    const name = source === "-" ? "stdin" : source.slice(1)
    throw new UsageError(`${what}: ${name} is not UTF-8 text`)
  }
}

export const readJson = async (sources: Sources, source: string, what: string): Promise<unknown> =>
  parseJson(await readText(sources, source, what), what)

function parseJson(text: string, what: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refusedValue(what, `is not JSON: ${reasonOf(error)}`)
  }
  const problem = changedNumber(text)
  if (problem !== undefined) throw refusedValue(what, problem)
  return value
}

export const readJsonObject = async (sources: Sources, source: string, what: string): Promise<object> =>
  parseJsonObject(await readText(sources, source, what), what)

/** An object of JSON text. `what` names the text, for errors. */
export function parseJsonObject(text: string, what: string): object {
  const value = parseJson(text, what)
  if (isObject(value)) return value
  throw refusedValue(what, "must be a JSON object")
}

/** Streams a file, or a FIFO, which can be read only once; opens it on first read. `name` is the path as typed. */
export async function* fileStream(path: string, name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024, signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new UsageError(`${name} cannot be read: ${reasonOf(error)}`)
  }
}

/** Throws early when a file cannot be read. */
export function checkReadable({ cwd }: Pick<Io, "cwd">, file: string): void {
  try {
    if (file !== "-") accessSync(resolve(cwd, file), constants.R_OK)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`)
  }
}

/** Streams a file, or stdin for `-`; `what` names stdin's use, for errors. */
export function openFile({ io, stdin }: Sources, file: string, what: string): AsyncIterable<Uint8Array | string> {
  return file === "-" ? stdin(what) : fileStream(resolve(io.cwd, file), file, io.signal)
}

/**
 * Refuses a path that was not UTF-8: Node.js reads each such byte as U+FFFD, and would write to another name. A file that
 * has this character in its name is there under it.
 */
export function refuseMangledPath({ cwd }: Pick<Io, "cwd">, path: string, what: string): void {
  if (!path.includes("\u{FFFD}") || existsSync(resolve(cwd, path))) return
  throw new UsageError(`${what}: the name ${path} is not UTF-8`, "Rename it, or work in its folder with another name.")
}

/** The hash of a file's bytes. A changed file may have the size and the time of the one before. */
export async function hashFile({ io }: Pick<Sources, "io">, file: string): Promise<string> {
  const { createHash } = await import("node:crypto")
  const hash = createHash("sha256")
  for await (const chunk of fileStream(resolve(io.cwd, file), file, io.signal)) hash.update(chunk)
  return hash.digest("hex")
}

/** What is known of a file; undefined when it cannot be read twice. */
export function fileStats({ cwd }: Pick<Io, "cwd">, file: string): Stats | undefined {
  const stats = file === "-" ? undefined : statSync(resolve(cwd, file), { throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}
