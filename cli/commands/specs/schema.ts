import { oneWordCommand } from "./parts.ts"

/** The command line as data. */
export const schemaGroup = oneWordCommand({
  name: "schema",
  summary: "Print what commands take and give, as JSON Schema",
  description: [
    "Of every command, or of a group or a command that is named: arguments, flags, input and output, safety (read, write, sends, paid, irreversible), exit codes and examples. `schema_version` grows when the form changes.",
    "With --agent in brief: input, safety, an example and the names of what comes out.",
  ],
  positionals: [
    {
      name: "command",
      type: "string",
      rest: true,
      description: "A group, a group and a verb, or a name of the contract such as contacts.list.",
    },
  ],
  flags: [],
  examples: ["mas schema contacts create", "mas schema"],
})
