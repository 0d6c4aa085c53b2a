import type { CommandGroup, CommandSpec, Flag } from "../../command/spec.ts"

/** A command of one word: a group of its own. */
export const oneWordCommand = (command: Omit<CommandSpec, "words">): CommandGroup => ({
  name: command.name,
  about: `${command.summary}.`,
  commands: [{ ...command, words: [command.name] }],
})

/** The rules for a name in the path of a control call. */
export const pathParameter = {
  type: "string",
  minLength: 1,
  pattern: "^(?!\\.{1,2}$)",
  patternText: "cannot be . or ..: no path leads there",
} as const

/** A command that calls the control API of a running mock server. */
export const control = (
  verb: string,
  summary: string,
  more: Partial<Pick<CommandSpec, "positionals" | "flags" | "exactlyOneOf" | "description" | "examples">> = {},
): CommandSpec => ({
  name: `mock.${verb}`,
  words: ["mock", verb],
  summary,
  positionals: [],
  flags: [],
  ...more,
})

/** Keeps printing new rows. */
export const follow: Flag = {
  name: "follow",
  short: "f",
  type: "boolean",
  description: "Go on with what comes, until Ctrl-C.",
}

/** Removes everything that a command lists. */
export const clear: Flag = { name: "clear", type: "boolean", description: "Forget them all." }

export const limit: Flag = { name: "limit", type: "integer", minimum: 1, description: "Only the newest N." }
