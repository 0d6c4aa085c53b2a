import type { CommandGroup } from "../../command/spec.ts"

/** What the group `lists` has beside its endpoints. */
export const listsGroup: CommandGroup = {
  name: "lists",
  about: "Named sets of contacts.",
  commands: [
    {
      name: "lists.contacts",
      words: ["lists", "contacts"],
      summary: "List the contacts of a list",
      positionals: [{ name: "list", type: "string", required: true, description: "The list's name, or its id." }],
      flags: [],
      like: "contacts.list",
      examples: ["mas lists contacts Newsletter --all", "mas lists contacts 1 --limit 10 --columns email,first_name"],
    },
  ],
}
