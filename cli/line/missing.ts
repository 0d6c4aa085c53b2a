import type { CommandSpec, Flag, Positional } from "../command/spec.ts"
import { UsageError } from "../errors/cli-error.ts"
import { fieldOf } from "../output/fields.ts"
import type { CommandLine } from "./read-command.ts"

/** What is required and not there: arguments, and flags that neither the command line nor the whole body gives. */
export function missingOf(
  command: CommandSpec,
  line: Pick<CommandLine, "args" | "flags">,
  input?: unknown,
): (Flag | Positional)[] {
  const args = command.positionals.filter(({ name, required }) => required && line.args[name] === undefined)
  const isGiven = ({ name }: Flag) => line.flags[name] !== undefined
  const flags = command.flags.filter((flag) => {
    if (!flag.required || isGiven(flag)) return false
    const { at: [part, ...path] = [], within } = flag
    if (within === undefined) return part !== "body" || fieldOf(input, path.join(".")) === undefined
    return line.flags[within] === undefined && command.flags.some((one) => one.within === within && isGiven(one))
  })
  return [...args, ...flags]
}

interface MissingMore {
  /** What is missing beside them, as it is typed. */
  readonly others?: readonly string[]
  readonly isDataGiven?: boolean
  /** What there is to choose from, by the name of the argument. */
  readonly offers?: Readonly<Record<string, readonly { readonly value: string }[]>> | undefined
}

export function missingError(
  missing: readonly (Flag | Positional)[],
  command: CommandSpec,
  { others = [], isDataGiven = false, offers = {} }: MissingMore = {},
): UsageError {
  const names = missing.map((one) =>
    command.positionals.some((positional) => positional === one) ? `<${one.name}>` : `--${one.name}`,
  )
  const isMixedUp = isDataGiven && command.flags.some(({ name }) => name === "input")
  const choices = missing.flatMap(({ name }) => {
    const { [name]: offered = [] } = offers
    return offered.length > 0 ? [`<${name}> can be ${offered.map(({ value }) => value).join(", ")}.`] : []
  })
  return new UsageError(
    `missing ${[...names, ...others].join(", ")}`,
    isMixedUp ? "--data is the field of that name; the whole body is --input." : choices.join(" ") || undefined,
  )
}
