import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { reasonOf } from "../errors/file-error.ts"
import type { Io } from "../io.ts"

/** What is read from: files from a folder on, and stdin. */
export type Sources = Pick<Context, "io" | "stdin">

/** The bytes that a flag such as `--body` names: `@file`, `-` for stdin, or the text itself. */
export async function readBytes({ io, stdin }: Sources, given: string, what = "`-`"): Promise<Uint8Array> {
  if (given === "-") return collect(stdin(what))
  if (given.startsWith("@")) return readFileBytes(io, given.slice(1))
  return Buffer.from(given)
}

async function collect(chunks: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(typeof part === "string" ? Buffer.from(part) : part)
  return Buffer.concat(parts)
}

/** A file, from the folder that relative paths start from. Reading it at once is quicker than loading more. */
export function readFileBytes({ cwd }: Io, path: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, path))
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

/** The JSON that `@file`, `-` or the text itself holds; `what` names it in errors. */
export async function readJson(sources: Sources, given: string, what: string): Promise<unknown> {
  const bytes = await readBytes(sources, given, what)
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${reasonOf(error)}`)
  }
}

/** The same where it has to be an object. */
export async function readJsonObject(sources: Sources, given: string, what: string): Promise<object> {
  const value = await readJson(sources, given, what)
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value
  throw new UsageError(`${what} must be a JSON object`)
}
