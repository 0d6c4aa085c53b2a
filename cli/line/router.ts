import { UsageError } from "../terminal/errors/cli-error.ts"
import type { Tables } from "./command/tables.ts"
import { flagBefore, flagOf, unknownFlag } from "./flag-words.ts"
import { globalFlags } from "./global-flags.ts"
import { expandShortFlags } from "./normalize-flags.ts"
import { unknownCommand, unknownVerb } from "./unknown-command.ts"

/** Finds the command of a command line, and the remaining words; reads only its group's table. */
export function route(argv: readonly string[], tables: Tables) {
  const { wordIndexes: indexes, stray } = walk(argv)
  const [groupAt, verbAt] = indexes
  if (stray !== undefined) throw unknownFlag(stray, globalFlags, ["version"])
  if (groupAt === undefined) throw new UsageError("no command given", "Choose one, such as `mas contacts list`.")
  const name = argv[groupAt] ?? ""
  const group = tables.group(name)
  if (!group) throw unknownCommand(name, verbAt === undefined ? undefined : argv[verbAt], tables)
  const isAlone = group.commands.some(({ words }) => words.length === 1)
  const typedVerb = isAlone || verbAt === undefined ? "" : (argv[verbAt] ?? "")
  const verb = typedVerb === "" ? (group.defaultVerb ?? "") : typedVerb
  const command = group.commands.find(({ words }) => (words[1] ?? "") === verb)
  if (!command) throw unknownVerb(verb, group, tables)
  const wordIndexes = new Set(isAlone ? [groupAt] : [groupAt, verbAt])
  return { command, words: argv.filter((_, index) => !wordIndexes.has(index)) }
}

/** The words that may name a command. Only global flags may precede them. */
export function commandWords(argv: readonly string[]): string[] {
  return walk(argv).wordIndexes.map((index) => argv[index] ?? "")
}

/** The position of the words that may name a command, and the first flag before them that is not global. */
function walk(argv: readonly string[]): { readonly wordIndexes: readonly number[]; readonly stray?: string } {
  const indexes: number[] = []
  for (let index = 0; index < argv.length && indexes.length < 2; index += 1) {
    const word = argv[index] ?? ""
    if (word === "--") break
    if (!word.startsWith("-") || word === "-") {
      indexes.push(index)
      continue
    }
    const spelled = expandShortFlags(word, globalFlags)
    const isKnown = spelled.every((one) => flagOf(one, globalFlags))
    // After the first word come the command's flags, whose arity is unknown here.
    if (!isKnown) return indexes.length === 0 ? { wordIndexes: indexes, stray: word } : { wordIndexes: indexes }
    if (flagBefore(spelled.at(-1) ?? "", globalFlags)) index += 1
  }
  return { wordIndexes: indexes }
}
