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
  check: {
    summary: "Ask each profile's service whose its credential is, and whether it is accepted",
    description: [
      "Each saved profile's own address is asked, once. `state` is `lives`, `refused`, `incomplete` (no address or credential is saved), `unreachable` (which says nothing about the credential) or `unclear`.",
      "The exit code is 0 only if all live, 3 if one is refused or incomplete, 8 if one is unreachable, 1 if one is unclear, 10 if none is saved.",
    ],
    examples: [`${exampleSetup.login} && mas profiles check`],
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
