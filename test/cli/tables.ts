import { join } from "node:path"
import type { CommandGroup, CommandSpec } from "../../cli/line/command/spec.ts"
import { tableReader } from "../../cli/line/command/tables.ts"
import { root } from "../support/files.ts"

/** The command tables, as the command line reads them. */
export const tables = tableReader(join(root, "cli"))

export function tableOf(group: string): CommandGroup {
  const table = tables.group(group)
  if (!table) throw new Error(`no group ${group}`)
  return table
}

export function commandOf(group: string, verb: string): CommandSpec {
  const command = tableOf(group).commands.find(({ words }) => words[1] === verb)
  if (!command) throw new Error(`no ${group} ${verb}`)
  return command
}
