import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ReadHelp } from "./early.ts"

/** Reads help files from the folder `help` beside this module, or beside the bundle that holds it. */
export function helpReader(folder: string): ReadHelp {
  return (group) => {
    try {
      return JSON.parse(readFileSync(join(folder, "help", `${group}.json`), "utf8"))
    } catch {
      return undefined
    }
  }
}
