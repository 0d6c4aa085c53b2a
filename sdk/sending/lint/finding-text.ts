import type { LintFinding } from "./rules.ts"

/** A finding as one readable line: severity, rule, place, message, excerpt and advice. */
export function findingText({ severity, rule, place: location, message, excerpt, advice }: LintFinding): string {
  const there = excerpt === "" ? "" : `: ${JSON.stringify(excerpt)}`
  return `${severity} ${rule}, ${location}: ${message}${there}. ${advice}`
}
