import { text } from "../line/command/flags.ts"
import type { CommandGroup } from "../line/command/spec.ts"
import { groupOf } from "../specs/parts.ts"

export const listsGroup: CommandGroup = groupOf("lists", "Named sets of contacts.", {
  contacts: {
    summary: "List the contacts of a list",
    positionals: [text("list", "The list's name, or its id: a number is always an id.", { required: true })],
    like: "contacts.list",
    examples: ["mas lists contacts Newsletter --all", "mas lists contacts 1 --limit 10 --columns email,first_name"],
  },
})
