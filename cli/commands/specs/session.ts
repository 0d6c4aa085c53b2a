import { boolean, text } from "../../command/flags.ts"
import type { CommandGroup, Positional } from "../../command/spec.ts"
import { groupOf, oneWordCommand } from "./parts.ts"

const login = "printf '%s' maskey_live_mock | mas login --profile local --base-url http://127.0.0.1:4010 --api-key -"

const profileName: Positional = text("name", "The profile's name.", { required: true })

export const authGroup: CommandGroup = groupOf("auth", "Sign-up, sign-in and sign-out.", {
  token: {
    summary: "Print the session's token, and nothing else",
    description: "It is a bearer token that lives 15 days.",
    examples: ["mas auth token --profile mock-owner"],
  },
})

export const sessionGroups: readonly CommandGroup[] = [
  oneWordCommand("login", {
    summary: "Check a credential and keep it in a profile",
    description:
      "An API key is asked for without showing it, or read from stdin with `--api-key -`. With --email it is a password, and the session that it opens is kept instead. The profile named by --profile is made, and is the one in use from then on.",
    flags: [
      text("email", "Sign in as a person, with a password.", { format: "email" }),
      text("password", "`-` reads it from stdin; asked for when left out.", {
        secret: true,
        placeholder: "-",
        implies: ["email"],
      }),
      boolean("check", "Try the key before it is kept; --no-check leaves that out."),
    ],
    examples: [
      login,
      "printf '%s' mock-password | mas login --profile ada --base-url http://127.0.0.1:4010 --email owner@acme.test --password -",
    ],
  }),
  oneWordCommand("logout", {
    summary: "Forget the profile's credential, and end its session",
    description: "A session ends at the service too. An API key lives on there: it is only forgotten here.",
    examples: [`${login} && mas logout --profile local`],
  }),
  oneWordCommand("whoami", {
    summary: "Show which service, account and credential commands use",
    examples: ["mas whoami --profile mock"],
  }),
  groupOf("profiles", "Saved addresses and credentials.", {
    list: {
      summary: "List the profiles",
      examples: ["mas profiles list"],
    },
    use: {
      summary: "Choose the profile that is used when none is named",
      positionals: [profileName],
      examples: ["mas profiles use mock"],
    },
    remove: {
      summary: "Remove a profile with its credential",
      positionals: [profileName],
      confirm: "destructive",
      examples: [`${login} && mas profiles remove local --yes`],
    },
  }),
]
