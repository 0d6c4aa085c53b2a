import type { CommandSpec, Flag, Positional, Value } from "../command.ts"
import { CliError, UsageError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { listProblem } from "./check-value.ts"
import { flagsOf } from "./global-flags.ts"
import type { Given, Parsed } from "./parse.ts"
import { readValue } from "./read-value.ts"

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
 * Reads what was typed by the command's table, without asking for what is missing.
 * @throws UsageError for too many arguments and for values of the command line's own flags.
 * @throws CliError with exit code 6 for values that the contract refuses, all of them at once.
 */
export async function readCommandLine(
  parsed: Parsed,
  command: CommandSpec,
  readSecret: ReadSecret,
): Promise<CommandLine> {
  const problems = new Problems()
  const args: Values = {}
  for (const [positional, texts] of matchPositionals(parsed.positionals, command)) {
    const [first = ""] = texts
    const given = positional.secret && first === "-" ? [await readSecret(`<${positional.name}>`)] : texts
    args[positional.name] = checked(
      { ...positional, ...(positional.rest ? { array: true } : {}) },
      given,
      positional.name,
      problems,
    )
  }
  const own = new Set(command.flags.map(({ name }) => name))
  const flags: Values = {}
  const globals: Values = {}
  const byName = new Map(flagsOf(command).map((flag) => [flag.name, flag]))
  for (const [name, given] of parsed.flags) {
    const flag = byName.get(name)
    if (!flag) continue
    const target = own.has(name) ? flags : globals
    target[name] = await readFlag(flag, given, readSecret, problems)
  }
  problems.raise()
  return { args, flags, globals }
}

async function readFlag(flag: Flag, given: Given, readSecret: ReadSecret, problems: Problems): Promise<Value> {
  if (typeof given === "boolean") return given
  const isFromStdin = flag.secret && given[0] === "-"
  return checked(flag, isFromStdin ? [await readSecret(`--${flag.name}`)] : given, `--${flag.name}`, problems)
}

function checked(rules: Flag | Positional, texts: readonly string[], shown: string, problems: Problems): Value {
  const flag = "at" in rules || "array" in rules ? rules : { ...rules }
  // The whole body is read later: by the command.
  if (rules.name === "data" && rules.type === "json" && /^(@|-$)/.test(texts[0] ?? "")) return texts[0] ?? ""
  const value = readValue(flag, texts)
  const problem = listProblem(flag, value)
  if (problem !== undefined) problems.add(rules, shown, problem, value)
  return value
}

/** Each argument with the texts that are for it. */
function matchPositionals(
  texts: readonly string[],
  { positionals, words }: CommandSpec,
): [Positional, readonly string[]][] {
  const matched: [Positional, readonly string[]][] = []
  for (const [index, positional] of positionals.entries()) {
    const own = positional.rest ? texts.slice(index) : texts.slice(index, index + 1)
    if (own.length > 0) matched.push([positional, own])
  }
  const extra = texts[positionals.length]
  if (extra !== undefined && !positionals.at(-1)?.rest) {
    const takes = positionals.map(({ name }) => `<${name}>`).join(" ")
    throw new UsageError(
      `unexpected argument ${JSON.stringify(extra)}`,
      takes ? `mas ${words.join(" ")} takes ${takes}.` : `mas ${words.join(" ")} takes no arguments, only flags.`,
    )
  }
  return matched
}

/** What is wrong, gathered so that all of it is said at once. */
class Problems {
  readonly #refused = new Map<string, string>()
  readonly #shown: string[] = []

  /** Values of the command line's own flags are a matter of usage; the contract's are refused as the service would. */
  add(rules: Flag | Positional, shown: string, problem: string, value: Value): void {
    const said = `${shown} ${problem}`
    if (!rules.contract) {
      const isShown = !rules.secret && (typeof value === "string" || typeof value === "number")
      throw new UsageError(isShown ? `${said}, not ${JSON.stringify(value)}` : said)
    }
    this.#refused.set(
      "at" in rules && rules.at ? rules.at.slice(1).join(".") : rules.name.replaceAll("-", "_"),
      problem,
    )
    this.#shown.push(said)
  }

  raise(): void {
    if (this.#shown.length === 0) return
    throw refused(this.#shown, Object.fromEntries([...this.#refused].map(([field, problem]) => [field, [problem]])))
  }
}

/** The error for values that the contract refuses. */
export function refused(
  shown: readonly string[],
  validationErrors: Readonly<Record<string, readonly string[]>>,
): CliError {
  return new CliError(shown.join("; "), exitCodes.validation, {
    code: "validation_error",
    hint: "Nothing was sent.",
    validationErrors,
  })
}

/** What was given that nobody else may see. */
export function secretsOf(command: CommandSpec, { args, flags, globals }: CommandLine): string[] {
  const given = [
    ...command.positionals.map((positional) => [positional, args[positional.name]] as const),
    ...flagsOf(command).map((flag) => [flag, flags[flag.name] ?? globals[flag.name]] as const),
  ]
  return given.flatMap(([{ secret }, value]) => (secret && typeof value === "string" ? [value] : []))
}

/** What is required and not there: arguments, and flags that neither the command line nor the body in `data` gives. */
export function missingOf(command: CommandSpec, line: CommandLine, data?: unknown): (Flag | Positional)[] {
  const args = command.positionals.filter(({ name, required }) => required && line.args[name] === undefined)
  const flags = command.flags.filter((flag) => {
    if (!flag.required || line.flags[flag.name] !== undefined) return false
    if (flag.within !== undefined)
      return (
        command.flags.some((one) => one.within === flag.within && line.flags[one.name] !== undefined) &&
        line.flags[flag.within] === undefined
      )
    return flag.at?.[0] !== "body" || valueAt(data, flag.at.slice(1)) === undefined
  })
  return [...args, ...flags]
}

/** The error that names everything that is missing, `others` included. */
export function missingError(
  missing: readonly (Flag | Positional)[],
  command: CommandSpec,
  others: readonly string[] = [],
): UsageError {
  const names = missing.map((one) =>
    command.positionals.some((positional) => positional === one) ? `<${one.name}>` : `--${one.name}`,
  )
  return new UsageError(`missing ${[...names, ...others].join(", ")}`)
}

/** A field by its path; undefined where there is none. */
export function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? valueAt(Reflect.get(value, key), rest)
    : undefined
}
