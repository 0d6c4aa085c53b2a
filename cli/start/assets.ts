import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { CommandGroup } from "../command.ts"
import type { CommandSchemas } from "../schema/command-schemas.ts"
import { helpFiles, type ReadHelp } from "./early.ts"

/** A file made at build time, found from `cli` and from the bundles in `dist/cli` by the same path. */
export function readAsset(folder: string, name: string): string {
  return readFileSync(join(folder, "../generated", `${name}.json`), "utf8")
}

/** The same for a file that the package may hold compressed: where few commands need it, and it is large. */
export function readPackedAsset(folder: string, name: string): string {
  const path = join(folder, "../generated", `${name}.json`)
  if (existsSync(path)) return readFileSync(path, "utf8")
  return process
    .getBuiltinModule("node:zlib")
    .brotliDecompressSync(readFileSync(`${path}.br`))
    .toString()
}

/** Reads help; `folder` is that of this program, `cli` or `dist/cli`. */
export function helpReader(folder: string): ReadHelp {
  let others: ReturnType<typeof readOthers> | undefined
  return (name) => {
    try {
      if (name === helpFiles.top) return JSON.parse(readAsset(folder, `help/${name}`))
      others ??= readOthers(folder)
      return others.get(name)
    } catch {
      return undefined
    }
  }
}

/** All but what is asked for most: in one file, which compresses to half of what one for each group would. */
const readOthers = (folder: string): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(Object.entries(JSON.parse(readPackedAsset(folder, "help/_others"))))

/** The tables of commands, a file for each group: a command line reads its own group's and no other. */
export interface Tables {
  /** Undefined when there is no such group. */
  group(name: string): CommandGroup | undefined
  /** The names of all groups. */
  names(): readonly string[]
  /** What every command takes and prints. */
  schemas(): CommandSchemas
}

/** Reads tables; `folder` is that of this program, `cli` or `dist/cli`. */
export function tableReader(folder: string): Tables {
  const names = () => JSON.parse(readAsset(folder, "tables/_groups"))
  return {
    names,
    schemas: () => JSON.parse(readPackedAsset(folder, "tables/_schemas")),
    group(name) {
      try {
        return /^[a-z]+(-[a-z]+)*$/.test(name) ? JSON.parse(readPackedAsset(folder, `tables/${name}`)) : undefined
      } catch (error) {
        if (names().includes(name)) throw error
        return undefined
      }
    },
  }
}
