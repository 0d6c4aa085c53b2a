import { join } from "node:path"
import type { Io } from "../../io.ts"
import { shortHash } from "../../output/short-hash.ts"
import { configFolder } from "../../profile/config-path.ts"
import { readKept, writeKept } from "../kept-state.ts"

/** The saved answers for a file header, so that the next export with this header needs no questions. */
export function savedColumnMaps(io: Io) {
  const path = join(configFolder(io), "contact-columns.json")
  const key = (header: readonly string[]) => shortHash(header)
  return {
    of: (header: readonly string[]) => readKept<Record<string, Record<string, string>>>(path)?.[key(header)],
    async keep(header: readonly string[], map: Readonly<Record<string, string>>) {
      const kept = readKept<Record<string, unknown>>(path) ?? {}
      await writeKept(path, { ...kept, [key(header)]: map })
    },
  }
}

export interface ImportState {
  parts: number
  imported: number
  readonly imports: number[]
  readonly refusedRows: (readonly [cells: readonly string[], problem: string])[]
}
