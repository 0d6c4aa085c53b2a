import type { CommandSpec, Flag, Positional, Value } from "../command.ts"
import { UsageError } from "../errors/cli-error.ts"
import { listProblem } from "./check-value.ts"
import { flagNamed } from "./flag-words.ts"
import { flagsOf } from "./global-flags.ts"
import type { Parsed } from "./parse.ts"
import { readValue } from "./read-value.ts"
import { RefusedValues } from "./refused-values.ts"

export type Values = Record<string, Value | undefined>

/** A command line read and checked. */
export interface CommandLine {
  readonly args: Values
  /** The command's own flags. */
  readonly flags: Values
  /** The flags that every command has. */
  readonly globals: Values
}

/** Reads secrets that are given as `-`. */
export type ReadSecret = (what: string) => Promise<string>

/**
 * Checks what was typed by the command's table, without asking for what is missing.
 * @throws UsageError for too many arguments and for values of the command line's own flags.
 * @throws CliError with exit code 6 for values that the contract refuses, all of them at once.
 */
export async function readCommandLine(
  { positionals, flags: given }: Parsed,
  command: CommandSpec,
  readSecret: ReadSecret,
): Promise<CommandLine> {
  const refused = new RefusedValues()
  const line: CommandLine = { args: {}, flags: {}, globals: {} }
  const settle = async (rules: Flag | Positional, label: string, value: Value) => {
    const settled = rules.secret && value === "-" ? await readSecret(label) : value
    const problem = isWholeBody(rules, settled) ? undefined : listProblem(rules, settled)
    if (problem !== undefined) refused.add(rules, label, problem, settled)
    return settled
  }
  for (const [positional, texts] of matchPositionals(positionals, command)) {
    const rules = positional.rest ? { ...positional, array: true as const } : positional
    line.args[positional.name] = await settle(rules, positional.name, readValue(rules, texts))
  }
  // In the order in which they were typed: stdin holds a line for each secret.
  for (const [name, value] of Object.entries(given)) {
    const flag = flagNamed(name, flagsOf(command))
    if (!flag || value === undefined) continue
    const target = command.flags.includes(flag) ? line.flags : line.globals
    target[name] = await settle(flag, `--${name}`, value)
  }
  refused.raise()
  return line
}

/** A body that is read later, by the command: `@file` or stdin. */
const isWholeBody = ({ name, type }: Flag | Positional, value: Value): boolean =>
  name === "data" && type === "json" && /^(@|-$)/.test(String(value))

/** Each argument with the texts that are for it. */
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
    .filter(([, own]) => own.length > 0)
}

/** What was given that nobody else may see. */
export function secretsOf(command: CommandSpec, { args, flags, globals }: CommandLine): string[] {
  const given = [
    ...command.positionals.map((positional) => [positional, args[positional.name]] as const),
    ...flagsOf(command).map((flag) => [flag, flags[flag.name] ?? globals[flag.name]] as const),
  ]
  return given.flatMap(([{ secret }, value]) => (secret && typeof value === "string" ? [value] : []))
}
