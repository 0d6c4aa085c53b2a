import { boolean, text } from "../line/command/flags.ts"
import { exampleSetup } from "../specs/example-setup.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const loginGroup = oneWordCommand("login", {
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
    exampleSetup.login,
    "printf '%s' mock-password | mas login --profile ada --base-url http://127.0.0.1:4010 --email owner@acme.test --password -",
  ],
})
