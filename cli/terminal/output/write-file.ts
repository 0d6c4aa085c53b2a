import { resolve } from "node:path"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { cannotWrite } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"

/** Writes a file atomically. */
export async function writeTextFile({ cwd }: Io, path: string, text: string): Promise<void> {
  try {
    await writeFileAtomically(resolve(cwd, path), [text])
  } catch (error) {
    throw cannotWrite(path, error)
  }
}
