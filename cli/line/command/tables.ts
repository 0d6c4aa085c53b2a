import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import type { ExitCode } from "../../terminal/errors/exit-codes.ts"
import type { CommandGroup } from "./spec.ts"

/** Reads a file made at build time; its path is the same from `cli` and from the bundles in `dist/cli`. */
export function readAsset(folder: string, name: string): string {
  return readFileSync(join(folder, "../generated", `${name}.json`), "utf8")
}

/** A command's input and output, in addition to its table; generated at build time. */
export interface CommandSchema {
  /** One object with the fields of path, query and body, by their contract names; only for endpoints. */
  readonly input?: JsonSchema
  /** An input that works on a fresh mock server. */
  readonly example?: Readonly<Record<string, unknown>>
  /** The output of `--output json`. */
  readonly output: JsonSchema
  readonly exit_codes: readonly ExitCode[]
}

/** `generated/tables/_schemas.json`: the schemas of all commands by name, and their models. */
export interface CommandSchemas {
  readonly commands: Readonly<Record<string, CommandSchema>>
  readonly $defs: Readonly<Record<string, JsonSchema>>
}

/** The tables of commands, one file per group: a command line reads only its own group's. */
export interface Tables {
  group(name: string): CommandGroup | undefined
  names(): readonly string[]
  schemas(): CommandSchemas
  /** Hints for commands of other tools, by their words. */
  synonyms(): Readonly<Record<string, string>>
}

/** Reads tables; `folder` is that of this program, `cli` or `dist/cli`. */
export function tableReader(folder: string): Tables {
  const names = (): readonly string[] => JSON.parse(readAsset(folder, "tables/_groups"))
  const groups = new Map<string, CommandGroup>()
  return {
    names,
    schemas: () => JSON.parse(readAsset(folder, "tables/_schemas")),
    synonyms: () => JSON.parse(readAsset(folder, "tables/_synonyms")),
    group(name) {
      if (!groups.has(name) && names().includes(name)) groups.set(name, JSON.parse(readAsset(folder, `tables/${name}`)))
      return groups.get(name)
    },
  }
}
