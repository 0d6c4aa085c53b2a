import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { writeWholeFile } from "../../sdk/files/whole-file.ts"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { reasonOf } from "../errors/file-error.ts"
import type { Io } from "../io.ts"

/** The bytes that a flag such as `--body` names: `@file`, `-` for stdin, or the text itself. */
export async function readBytes({ io, stdin }: Context, given: string): Promise<Uint8Array> {
  if (given === "-") return collect(stdin("`-`"))
  if (given.startsWith("@")) return readFileBytes(io, given.slice(1))
  return Buffer.from(given)
}

async function collect(chunks: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(typeof part === "string" ? Buffer.from(part) : part)
  return Buffer.concat(parts)
}

/** A file, from the folder that relative paths start from. */
export async function readFileBytes({ cwd }: Io, path: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, path))
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

/** The JSON object that `@file`, `-` or the text itself holds. */
export async function readJson(context: Context, given: string, what: string): Promise<object> {
  return parseObject(await readBytes(context, given), what)
}

/** The JSON object in a file, or on stdin for `-`. */
export async function readJsonFile(context: Context, path: string): Promise<object> {
  return parseObject(await readBytes(context, path === "-" ? path : `@${path}`), path === "-" ? "stdin" : path)
}

function parseObject(bytes: Uint8Array, what: string): object {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${reasonOf(error)}`)
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`${what} must be a JSON object`)
  }
  return value
}

/** Writes a file whole or not at all. */
export async function writeTextFile({ cwd }: Io, path: string, text: string): Promise<void> {
  try {
    await writeWholeFile(resolve(cwd, path), [text])
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`)
  }
}
