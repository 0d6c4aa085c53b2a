import { UsageError } from "../terminal/errors/cli-error.ts"
import type { Tables } from "./command/tables.ts"
import { globalFlags } from "./global-flags.ts"
import type { TypedLine } from "./typed-line.ts"
import { unknownCommand, unknownVerb } from "./unknown-command.ts"
import { unknownFlag } from "./unknown-flag.ts"

/** Finds the command of a command line, and the remaining words; reads only its group's table. */
export function route({ words, group: name, verb: second, commandAt, strayFlag }: TypedLine, tables: Tables) {
  if (strayFlag !== undefined) throw unknownFlag(strayFlag, globalFlags, ["version"])
  if (name === undefined) throw new UsageError("no command given", "Choose one, such as `mas contacts list`.")
  const group = tables.group(name)
  if (!group) throw unknownCommand(name, second, tables)
  const isAlone = group.commands.some((command) => command.words.length === 1)
  const typedVerb = isAlone ? "" : (second ?? "")
  const verb = typedVerb === "" ? (group.defaultVerb ?? "") : typedVerb
  const command = group.commands.find((one) => (one.words[1] ?? "") === verb)
  if (!command) throw unknownVerb(verb, group, tables)
  const namedAt = isAlone ? commandAt.slice(0, 1) : commandAt
  return { command, words: words.filter((_, index) => !namedAt.includes(index)) }
}
