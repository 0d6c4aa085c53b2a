import { text } from "../line/command/flags.ts"
import type { CommandGroup, Positional } from "../line/command/spec.ts"
import { exampleSetup } from "../specs/example-setup.ts"
import { groupOf } from "../specs/parts.ts"

const profileName: Positional = text("name", "The profile's name.", { required: true })

export const profilesGroup: CommandGroup = groupOf("profiles", "Saved addresses and credentials.", {
  list: {
    summary: "List the profiles",
    examples: ["mas profiles list"],
  },
  use: {
    summary: "Choose the default profile",
    positionals: [profileName],
    examples: ["mas profiles use mock"],
  },
  remove: {
    summary: "Remove a profile with its credential",
    positionals: [profileName],
    confirm: "destructive",
    examples: [`${exampleSetup.login} && mas profiles remove local --yes`],
  },
})
