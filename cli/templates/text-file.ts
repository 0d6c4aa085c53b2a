import { readFile } from "node:fs/promises"
import { reasonOf } from "../errors/cli-error.ts"

/** Keeps the mark at the beginning of a file, if it has one: what is read is written again byte for byte. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text of a file, byte for byte; undefined where there is none. */
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
