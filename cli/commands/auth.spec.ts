import type { CommandGroup } from "../line/command/spec.ts"
import { groupOf } from "../specs/parts.ts"

export const authGroup: CommandGroup = groupOf("auth", "Sign-up, sign-in and sign-out.", {
  token: {
    summary: "Print only the session's token",
    description: "It is a bearer token, valid for 15 days.",
    examples: ["mas auth token --profile mock-owner"],
  },
})
