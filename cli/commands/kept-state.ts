import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import type { Io } from "../io.ts"
import { stateFolder } from "../profile/config-path.ts"

/** Keeps how far long work got, under everything that makes it this work: the file as it is, where it goes, and how it is read. */
export function keptState<State>(io: Io, kind: "imports" | "sends", about: readonly unknown[]) {
  const path = join(stateFolder(io), kind, `${shortHash(about)}.json`)
  return {
    read: () => readKept<State>(path),
    write: (state: State) => writeKept(path, state),
    forget: () => rmSync(path, { force: true }),
  }
}

export const shortHash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32)

/** A file that is not there, or is broken, holds nothing: what it held can be answered or done again. */
export function readKept<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

export async function writeKept(path: string, value: unknown): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await writeFileAtomically(path, [`${JSON.stringify(value)}\n`])
}
