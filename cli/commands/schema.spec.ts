import { text } from "../line/command/flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const schemaGroup = oneWordCommand("schema", {
  summary: "Print the input and output of commands as JSON Schema",
  description: [
    "For every command, or for a group or a command: arguments, flags, input and output, safety (read, write, sends, rights, paid, irreversible), exit codes and examples. `schema_version` grows when the format changes.",
    "With --agent, a short form: input, safety, an example and the output's field names.",
  ],
  positionals: [
    text("command", "A group, a group and a verb, or a name of the contract such as contacts.list.", { rest: true }),
  ],
  examples: ["mas schema contacts create", "mas schema"],
})
