import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import type { Io } from "../../io.ts"
import { configFolder, stateFolder } from "../../profile/config-path.ts"

/** What was answered for a file's header, so that the next export of that service is not asked about again. */
export interface SavedColumnMaps {
  of(header: readonly string[]): Readonly<Record<string, string>> | undefined
  keep(header: readonly string[], map: Readonly<Record<string, string>>): Promise<void>
}

export function savedColumnMaps(io: Io): SavedColumnMaps {
  const path = join(configFolder(io), "contact-columns.json")
  const key = (header: readonly string[]) => shortHash(header)
  return {
    of: (header) => readJson<Record<string, Record<string, string>>>(path)?.[key(header)],
    async keep(header, map) {
      const kept = readJson<Record<string, unknown>>(path) ?? {}
      await writeJson(path, { ...kept, [key(header)]: map })
    },
  }
}

/** How far an import of a file got. */
export interface ImportState {
  /** Parts that are done. */
  readonly parts: number
  readonly imported: number
  readonly imports: readonly number[]
  /** Rows that the service refused, with the reason. */
  readonly refusedRows: readonly (readonly [cells: readonly string[], problem: string])[]
}

/** Keeps how far an import got, under everything that makes it this import: the file as it is, where it goes, and how it is read. */
export function importState(io: Io, about: readonly unknown[]) {
  const path = join(stateFolder(io), "imports", `${shortHash(about)}.json`)
  return {
    read: () => readJson<ImportState>(path),
    write: (state: ImportState) => writeJson(path, state),
    forget: () => rmSync(path, { force: true }),
  }
}

const shortHash = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32)

/** A file that is not there, or is broken, holds nothing: what it held can be answered or done again. */
function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

async function writeJson(path: string, value: unknown): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await writeFileAtomically(path, [`${JSON.stringify(value)}\n`])
}
