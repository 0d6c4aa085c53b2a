import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ReadHelp } from "./early.ts"

/** A file made at build time, found from `cli` and from the bundles in `dist/cli` by the same path. */
export function readAsset(folder: string, name: string): string {
  return readFileSync(join(folder, "../generated/help", `${name}.json`), "utf8")
}

/** Reads help files; `folder` is that of this program, `cli` or `dist/cli`. */
export function helpReader(folder: string): ReadHelp {
  return (group) => {
    try {
      return JSON.parse(readAsset(folder, group))
    } catch {
      return undefined
    }
  }
}
