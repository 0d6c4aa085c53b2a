import { oneWordCommand } from "../specs/parts.ts"

export const whoamiGroup = oneWordCommand("whoami", {
  summary: "Show which service, account and credential commands use",
  examples: ["mas whoami --profile mock"],
})
