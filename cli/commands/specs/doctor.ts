import { oneWordCommand } from "./parts.ts"

/** What helps when something does not work. */
export const doctorGroup = oneWordCommand({
  name: "doctor",
  summary: "Check configuration, reachability, clock, credential, webhooks and versions",
  description: ["Each thing that is wrong comes with a way out. The exit code is that of the first one."],
  positionals: [],
  flags: [],
  examples: ["mas doctor --profile mock"],
})
