import type { CommandSpec } from "../../line/command/spec.ts"
import type { Tables } from "../../line/command/tables.ts"
import type { TypedLine } from "../../line/typed-line.ts"
import type { Io } from "../io.ts"
import { screenFor } from "../output/screen.ts"
import { problemWith, questionOf } from "./ask-values.ts"
import { loadAsk } from "./load-ask.ts"

const isTerminal = ({ stdin, stdout, stderr }: Io) => Boolean(stdin.isTTY && stdout.isTTY && stderr.isTTY)
const askOn = (io: Io) => loadAsk(io, screenFor(io.stderr, io))

/** The typed line. If it names only a group and the user can be asked, adds the chosen verb. */
export async function withVerb(line: TypedLine, io: Io, tables: Tables): Promise<TypedLine> {
  const { group: name, verb, isHelp } = line
  const isAsked = name !== undefined && verb === undefined && !isHelp && isTerminal(io)
  const group = isAsked ? tables.group(name) : undefined
  if (!group || group.defaultVerb !== undefined || group.commands.some(({ words }) => words.length === 1)) return line
  const choices = group.commands.map(({ words, summary }) => ({ value: words[1] ?? "", description: summary }))
  const chosen = await (await askOn(io)).choice(`mas ${name}, and then:`, choices)
  const [at = 0] = line.commandAt
  return { ...line, verb: chosen, words: line.words.toSpliced(at + 1, 0, chosen), commandAt: [at, at + 1] }
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
