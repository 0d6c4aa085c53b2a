import type { CommandGroup, Positional } from "../../command/spec.ts"
import { oneWordCommand } from "./parts.ts"

const login = "printf '%s' maskey_live_mock | mas login --profile local --base-url http://127.0.0.1:4010 --api-key -"

const profileName: Positional = { name: "name", type: "string", required: true, description: "The profile's name." }

/** What the group `auth` has beside its endpoints. */
export const authGroup: CommandGroup = {
  name: "auth",
  about: "Sign-up, sign-in and sign-out.",
  commands: [
    {
      name: "auth.token",
      words: ["auth", "token"],
      summary: "Print the session's token, and nothing else",
      description: ["It is a bearer token that lives 15 days."],
      positionals: [],
      flags: [],
      examples: ["mas auth token --profile mock-owner"],
    },
  ],
}

/** Signing in and out, and the saved profiles. */
export const sessionGroups: readonly CommandGroup[] = [
  oneWordCommand({
    name: "login",
    summary: "Check a credential and keep it in a profile",
    description: [
      "An API key is asked for without showing it, or read from stdin with `--api-key -`. With --email it is a password, and the session that it opens is kept instead. The profile named by --profile is made, and is the one in use from then on.",
    ],
    positionals: [],
    flags: [
      { name: "email", type: "string", format: "email", description: "Sign in as a person, with a password." },
      {
        name: "password",
        type: "string",
        secret: true,
        placeholder: "-",
        implies: ["email"],
        description: "`-` reads it from stdin; asked for when left out.",
      },
      { name: "check", type: "boolean", description: "Try the key before it is kept; --no-check leaves that out." },
    ],
    examples: [
      login,
      "printf '%s' mock-password | mas login --profile ada --base-url http://127.0.0.1:4010 --email owner@acme.test --password -",
    ],
  }),
  oneWordCommand({
    name: "logout",
    summary: "Forget the profile's credential, and end its session",
    description: ["A session ends at the service too. An API key lives on there: it is only forgotten here."],
    positionals: [],
    flags: [],
    examples: [`${login} && mas logout --profile local`],
  }),
  oneWordCommand({
    name: "whoami",
    summary: "Show which service, account and credential commands use",
    positionals: [],
    flags: [],
    examples: ["mas whoami --profile mock"],
  }),
  {
    name: "profiles",
    about: "Saved addresses and credentials.",
    commands: [
      {
        name: "profiles.list",
        words: ["profiles", "list"],
        summary: "List the profiles",
        positionals: [],
        flags: [],
        examples: ["mas profiles list"],
      },
      {
        name: "profiles.use",
        words: ["profiles", "use"],
        summary: "Choose the profile that is used when none is named",
        positionals: [profileName],
        flags: [],
        examples: ["mas profiles use mock"],
      },
      {
        name: "profiles.remove",
        words: ["profiles", "remove"],
        summary: "Remove a profile with its credential",
        positionals: [profileName],
        flags: [],
        confirm: "destructive",
        examples: [`${login} && mas profiles remove local --yes`],
      },
    ],
  },
]
