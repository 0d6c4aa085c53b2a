import { resolve } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { reasonOf, UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"

/** Writes a file atomically. */
export async function writeTextFile({ cwd }: Io, path: string, text: string): Promise<void> {
  try {
    await writeFileAtomically(resolve(cwd, path), [text])
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`)
  }
}
