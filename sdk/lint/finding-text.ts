import type { LintFinding } from "./rules.ts"

/** A finding as a line for people: how bad it is, by which rule and where, what is there, and the way out. */
export function findingText({ severity, rule, place, message, excerpt, advice }: LintFinding): string {
  const there = excerpt === "" ? "" : `: ${JSON.stringify(excerpt)}`
  return `${severity} ${rule}, ${place}: ${message}${there}. ${advice}`
}
