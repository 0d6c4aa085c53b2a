import { oneWordCommand } from "../specs/parts.ts"

export const doctorGroup = oneWordCommand("doctor", {
  summary: "Check configuration, reachability, clock, credential, webhooks and versions",
  description: "Each problem comes with a fix. The exit code is that of the first problem.",
  examples: ["mas doctor --profile mock"],
})
