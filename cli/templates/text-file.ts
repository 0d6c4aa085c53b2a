import { readFile } from "node:fs/promises"
import { reasonOf } from "../errors/cli-error.ts"

/** Keeps a byte order mark, so that a file is written back byte for byte. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text of a file, byte for byte; undefined when it does not exist. */
export async function readTextFile(file: string): Promise<string | undefined> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Error(`cannot be read: ${reasonOf(error)}`)
  }
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Error("is not UTF-8 text")
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")
