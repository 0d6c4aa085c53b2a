import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { CommandGroup } from "../command.ts"
import type { CommandSchemas } from "../schema/command-schemas.ts"
import { helpFiles, type ReadHelp } from "./early.ts"

/** A file made at build time, found from `cli` and from the bundles in `dist/cli` by the same path. */
export function readAsset(folder: string, name: string): string {
  return readFileSync(join(folder, "../generated", `${name}.json`), "utf8")
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

/** All but what is asked for most: in one file. */
const readOthers = (folder: string): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(Object.entries(JSON.parse(readAsset(folder, "help/_others"))))

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
    schemas: () => JSON.parse(readAsset(folder, "tables/_schemas")),
    group(name) {
      try {
        return /^[a-z]+(-[a-z]+)*$/.test(name) ? JSON.parse(readAsset(folder, `tables/${name}`)) : undefined
      } catch (error) {
        if (names().includes(name)) throw error
        return undefined
      }
    },
  }
}
