import { exampleSetup } from "../specs/example-setup.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const logoutGroup = oneWordCommand("logout", {
  summary: "Remove the profile's credential, and end its session",
  description: "A session also ends at the service. An API key remains valid there: it is only removed here.",
  examples: [`${exampleSetup.login} && mas logout --profile local`],
})
