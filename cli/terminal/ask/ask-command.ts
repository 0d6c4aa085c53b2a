import type { CommandSpec } from "../../line/command/spec.ts"
import type { Tables } from "../../line/command/tables.ts"
import { commandWords } from "../../line/router.ts"
import type { Io } from "../io.ts"
import { screenFor } from "../output/screen.ts"
import { problemWith, questionOf } from "./ask-values.ts"
import { loadAsk } from "./load-ask.ts"

const isTerminal = ({ stdin, stdout, stderr }: Io) => Boolean(stdin.isTTY && stdout.isTTY && stderr.isTTY)
const askOn = (io: Io) => loadAsk(io, screenFor(io.stderr, io))

/** The typed words. If they name only a group and the user can be asked, adds the chosen verb. */
export async function withVerb(argv: readonly string[], io: Io, tables: Tables): Promise<readonly string[]> {
  const [name, verb] = commandWords(argv)
  const group = name === undefined || verb !== undefined || !isTerminal(io) ? undefined : tables.group(name)
  if (!group || group.defaultVerb !== undefined || group.commands.some(({ words }) => words.length === 1)) return argv
  const choices = group.commands.map(({ words, summary }) => ({ value: words[1] ?? "", description: summary }))
  const chosen = await (await askOn(io)).choice(`mas ${name}, and then:`, choices)
  return [...argv.slice(0, argv.indexOf(name ?? "") + 1), chosen, ...argv.slice(argv.indexOf(name ?? "") + 1)]
}

/** The words after a command. If there are none and the command requires exactly one of several, asks for it. */
export async function withOneOf(words: readonly string[], command: CommandSpec, io: Io): Promise<readonly string[]> {
  const { exactlyOneOf = [], positionals, flags } = command
  if (words.length > 0 || exactlyOneOf.length === 0 || !isTerminal(io)) return words
  const offered = [...positionals, ...flags].filter(({ name }) => exactlyOneOf.includes(name))
  const ask = await askOn(io)
  const chosen = await ask.choice(
    "Which of these:",
    offered.map(({ name, description }) => ({ value: name, description })),
  )
  const one = offered.find(({ name }) => name === chosen)
  if (!one || one.type === "boolean") return [`--${chosen}`]
  const value = await ask.text(questionOf(one), { check: (typed) => problemWith(one, typed) })
  return positionals.some((positional) => positional === one) ? [value] : [`--${chosen}`, value]
}
