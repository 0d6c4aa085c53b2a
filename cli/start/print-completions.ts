import { readFileSync } from "node:fs"
import { builtInProfiles } from "../connection/profile/built-in-profiles.ts"
import { configPath } from "../connection/profile/config-path.ts"
import { readAsset } from "../line/command/tables.ts"
import { completionsFor } from "./complete.ts"

/** The output of `mas __complete`: from a file made at build time, except for profile names. */
export function printCompletions(typed: readonly string[], folder: string, host: NodeJS.Process): string {
  const words = JSON.parse(readAsset(folder, "help/_completion"))
  const lines = completionsFor(inOrder(typed), words, () => profileNames(host))
  return lines.map((line) => `${line}\n`).join("")
}

const builtIn = Object.keys(builtInProfiles)

/** Shells that drop an empty argument pass the last word first, as `--last=word`. */
function inOrder([first = "", ...others]: readonly string[]): readonly string[] {
  return first.startsWith("--last=") ? [...others, first.slice("--last=".length)] : [first, ...others]
}

/** Only the names: nothing else in the file is shown. */
function profileNames({ env, platform, getBuiltinModule }: NodeJS.Process): string[] {
  try {
    const path = configPath({ env, platform, home: getBuiltinModule("node:os").homedir() })
    return [...new Set([...Object.keys(JSON.parse(readFileSync(path, "utf8")).profiles), ...builtIn])]
  } catch {
    return builtIn
  }
}
