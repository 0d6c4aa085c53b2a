import { boolean, text } from "../../line/command/flags.ts"
import type { CommandGroup, Positional } from "../../line/command/spec.ts"
import { groupOf, oneWordCommand } from "./parts.ts"

const login = "printf '%s' maskey_live_mock | mas login --profile local --base-url http://127.0.0.1:4010 --api-key -"

const profileName: Positional = text("name", "The profile's name.", { required: true })

export const authGroup: CommandGroup = groupOf("auth", "Sign-up, sign-in and sign-out.", {
  token: {
    summary: "Print only the session's token",
    description: "It is a bearer token, valid for 15 days.",
    examples: ["mas auth token --profile mock-owner"],
  },
})

export const sessionGroups: readonly CommandGroup[] = [
  oneWordCommand("login", {
    summary: "Check a credential and save it in a profile",
    description:
      "The API key is asked for with hidden input, or read from stdin with `--api-key -`. With --email it asks for a password, and saves the session instead. The profile given by --profile is created, and becomes the current one.",
    flags: [
      text("email", "Sign in as a person, with a password.", { format: "email" }),
      text("password", "`-` reads it from stdin; asked for when left out.", {
        secret: true,
        placeholder: "-",
        implies: ["email"],
      }),
      boolean("check", "Test the key before saving it; --no-check skips the test."),
    ],
    examples: [
      login,
      "printf '%s' mock-password | mas login --profile ada --base-url http://127.0.0.1:4010 --email owner@acme.test --password -",
    ],
  }),
  oneWordCommand("logout", {
    summary: "Remove the profile's credential, and end its session",
    description: "A session also ends at the service. An API key remains valid there: it is only removed here.",
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
      summary: "Choose the default profile",
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
