import { UsageError } from "../terminal/errors/cli-error.ts"
import { fieldOf } from "../terminal/output/fields.ts"
import type { CommandSpec, Flag, Positional } from "./command/spec.ts"
import type { CommandLine } from "./read-command.ts"

/** The missing required values: arguments, and flags that neither the command line nor the body provides. */
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
  /** Further missing values, in typed form. */
  readonly others?: readonly string[]
  readonly isDataGiven?: boolean
  /** The available choices, by argument name. */
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
    isMixedUp ? "--data sets the field `data`; pass the whole body as --input." : choices.join(" ") || undefined,
  )
}
