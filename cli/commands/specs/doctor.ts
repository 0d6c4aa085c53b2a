import { alone } from "./alone.ts"

/** What helps when something does not work. */
export const doctorGroup = alone({
  name: "doctor",
  summary: "Check configuration, reachability, clock, credential and versions",
  description: ["Each thing that is wrong comes with a way out. The exit code is that of the first one."],
  positionals: [],
  flags: [],
  examples: ["mas doctor --profile mock"],
})
