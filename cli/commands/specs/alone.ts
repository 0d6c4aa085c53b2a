import type { CommandGroup, CommandSpec } from "../../command/spec.ts"

/** A command of one word: a group of its own. */
export const alone = (command: Omit<CommandSpec, "words">): CommandGroup => ({
  name: command.name,
  about: `${command.summary}.`,
  commands: [{ ...command, words: [command.name] }],
})
