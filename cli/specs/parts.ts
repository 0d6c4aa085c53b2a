import { kebabCase } from "../../mock-server/base/kebab-case.ts"
import type { ControlName } from "../../mock-server/control/controls.ts"
import { boolean, integer, text } from "../line/command/flags.ts"
import type { CommandGroup, CommandSpec, ControlFacts, Flag, Positional } from "../line/command/spec.ts"

/** A command as written in these tables: arguments and flags default to none. */
interface Described
  extends Omit<CommandSpec, "name" | "words" | "description" | "positionals" | "flags">,
    Partial<Pick<CommandSpec, "positionals" | "flags">> {
  readonly description?: string | readonly string[]
}

const commandOf = (group: string, verb: string | undefined, { description, ...more }: Described): CommandSpec => ({
  name: verb === undefined ? group : `${group}.${verb}`,
  words: verb === undefined ? [group] : [group, kebabCase(verb)],
  positionals: [],
  flags: [],
  ...(description && { description: [description].flat() }),
  ...more,
})

export const groupOf = (name: string, about: string, commands: Readonly<Record<string, Described>>): CommandGroup => ({
  name,
  about,
  commands: Object.entries(commands).map(([verb, command]) => commandOf(name, verb, command)),
})

export const oneWordCommand = (name: string, command: Described): CommandGroup => ({
  name,
  about: `${command.summary}.`,
  commands: [commandOf(name, undefined, command)],
})

/** The rules for a name in a control call's path. */
export const pathParameter = {
  type: "string",
  minLength: 1,
  pattern: "^(?!\\.{1,2}$)",
  patternText: "cannot be . or ..: no path leads there",
} as const

/** What a command of `mas mock` takes over from a call of the control API. */
interface FromCall {
  /** The call whose parameters, query and body are arguments and flags: its schemas say their names, rules and descriptions. */
  readonly from?: ControlName | undefined
  /** Fields that are arguments. */
  readonly byPosition?: readonly string[] | undefined
  /** What differs from the schemas; a text is the description. */
  readonly fields?: Readonly<Record<string, string | Partial<Flag>>> | undefined
}

/** A command of `mas mock` as it is written: the generator adds the arguments and flags of its call. */
export interface MockCommand extends CommandSpec, FromCall {}

interface MockFacts extends Omit<Described, "summary">, FromCall {
  /** A call that no longer exists does not compile. */
  readonly control?: readonly (ControlFacts & { readonly call: ControlName })[]
}

export const control = (verb: string, summary: string, facts: MockFacts = {}): MockCommand => {
  const { from, byPosition, fields, ...more } = facts
  return { ...commandOf("mock", verb, { summary, ...more }), from, byPosition, fields }
}

/** Flags and arguments that are fields of a control call's body. */
export const inBody = <P extends Flag | Positional>(...parameters: readonly P[]): readonly P[] =>
  parameters.map((parameter) => ({ ...parameter, at: ["body", parameter.name.replaceAll("-", "_")] }))

export const follow: Flag = boolean("follow", "Print new ones as they arrive, until Ctrl-C.", { short: "f" })

export const clear: Flag = boolean("clear", "Remove all of them.")

/** How a table of people is read. */
export const tableFlags: readonly Flag[] = [
  text(
    "map",
    "Where a column goes: email, first_name, last_name, name, opt_in, opt_in:VALUES, opt_out, status, data, data.NAME or ignore. status=opt_in:1 means: only 1 agreed, all others left.",
    {
      array: "uncut",
      placeholder: "column=target",
    },
  ),
  text("encoding", "The file's encoding, by any label of TextDecoder, such as windows-1251 or shift_jis.", {
    placeholder: "label",
  }),
  integer("header-row", "Line of the column names, if lines before it are not recognised.", {
    minimum: 1,
    placeholder: "line",
  }),
]
