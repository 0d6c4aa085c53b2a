import type { CommandSpec } from "../../command/spec.ts"

/** A command that speaks to the control interface of a running mock server. */
export const control = (
  verb: string,
  summary: string,
  more: Partial<Pick<CommandSpec, "positionals" | "flags" | "exactlyOneOf" | "description" | "examples">> = {},
): CommandSpec => ({
  name: `mock.${verb}`,
  words: ["mock", verb],
  summary,
  positionals: [],
  flags: [],
  ...more,
})
