import { UsageError } from "../terminal/errors/cli-error.ts"
import { listProblem } from "./check-value.ts"
import type { CommandSpec, Flag, Positional, Value } from "./command/spec.ts"
import { flagNamed } from "./flag-words.ts"
import { flagsOf } from "./global-flags.ts"
import { type ReadText, readLongText } from "./long-text.ts"
import type { Parsed } from "./parse.ts"
import { readValue } from "./read-value.ts"
import { RefusedValues } from "./refused-values.ts"

export type Values = Record<string, Value | undefined>

export interface CommandLine {
  readonly args: Values
  /** The command's own flags. */
  readonly flags: Values
  /** The global flags. */
  readonly globals: Values
  /** The typed form of each argument and flag: `-` for a secret. */
  readonly texts: Readonly<Record<"args" | "flags", Record<string, readonly string[]>>>
}

/** What the command line itself does not contain. */
export interface Reading {
  /** Reads a secret given as `-`. */
  secret(what: string): Promise<string>
  readonly text: ReadText
}

/**
 * Checks the typed values against the command's table, without asking for missing ones.
 * @throws UsageError for too many arguments, and for files that cannot be read.
 * @throws CliError with exit code 6 for all refused values at once.
 */
export async function readCommandLine(
  { positionals, flags: typedFlags, texts }: Parsed,
  command: CommandSpec,
  read: Reading,
): Promise<CommandLine> {
  const problems = new RefusedValues()
  const line: CommandLine = { args: {}, flags: {}, globals: {}, texts: { args: {}, flags: {} } }
  const settle = async (rules: Flag | Positional, label: string, value: Value) => {
    const settled = rules.secret && value === "-" ? await read.secret(label) : value
    const problem = listProblem(rules, settled)
    if (problem !== undefined) problems.add(rules, label, problem, settled)
    return settled
  }
  for (const [positional, values] of matchPositionals(positionals, command)) {
    const rules = positional.rest ? { ...positional, array: true as const } : positional
    line.args[positional.name] = await settle(rules, positional.name, readValue(rules, values))
    line.texts.args[positional.name] = positional.secret ? ["-"] : values
  }
  const flags = flagsOf(command)
  const flagValues = Object.entries(typedFlags).flatMap(([name, value]) => {
    const flag = flagNamed(name, flags)
    return flag ? [{ name, flag, value, own: texts[name] }] : []
  })
  // In typed order, secrets first: each takes one line of stdin, and text takes the rest.
  for (const { name, flag, value, own: values } of flagValues.toSorted((a, b) => rankOf(a.flag) - rankOf(b.flag))) {
    const long = flag.fromFile && values ? await readLongText(flag, values, read.text) : { value, texts: values }
    const target = command.flags.includes(flag) ? line.flags : line.globals
    target[name] = await settle(flag, `--${name}`, long.value)
    if (long.texts) line.texts.flags[name] = long.texts
  }
  problems.raise(command.endpoint !== undefined)
  return line
}

const rankOf = ({ secret }: Flag) => (secret ? 0 : 1)

function matchPositionals(
  texts: readonly string[],
  { positionals, words }: CommandSpec,
): [Positional, readonly string[]][] {
  const extra = positionals.at(-1)?.rest ? undefined : texts[positionals.length]
  if (extra !== undefined) {
    const takes = positionals.map(({ name }) => `<${name}>`).join(" ")
    throw new UsageError(
      `unexpected argument ${JSON.stringify(extra)}`,
      takes ? `mas ${words.join(" ")} takes ${takes}.` : `mas ${words.join(" ")} takes no arguments, only flags.`,
    )
  }
  return positionals
    .map((positional, index): [Positional, readonly string[]] => [
      positional,
      texts.slice(index, positional.rest ? undefined : index + 1),
    ])
    .filter(([, values]) => values.length > 0)
}

export function secretsOf(command: CommandSpec, { args, flags, globals }: CommandLine): string[] {
  const paths = [
    ...command.positionals.map((positional) => [positional, args[positional.name]] as const),
    ...flagsOf(command).map((flag) => [flag, flags[flag.name] ?? globals[flag.name]] as const),
  ]
  return paths.flatMap(([{ secret }, value]) => (secret && typeof value === "string" ? [value] : []))
}

/** The paths that a command line names, with the argument or flag of each. */
export function pathsOf({ positionals, flags }: CommandSpec, line: CommandLine): [what: string, path: string][] {
  const isPath = ({ name, format }: Pick<Flag, "name" | "format">) => format === "file" || name === "dir"
  const paths = [
    ...positionals.filter(isPath).map(({ name }) => [`<${name}>`, line.args[name]] as const),
    ...flags.filter(isPath).map(({ name }) => [`--${name}`, line.flags[name]] as const),
  ]
  return paths.flatMap(([what, value]) =>
    [value].flat().flatMap((path): [string, string][] => (typeof path === "string" ? [[what, path]] : [])),
  )
}
