import text from "./rules.json" with { type: "json" }

/** A requirement for the service, from the specification or from one of our decisions. */
export interface Rule {
  /** The section's number and its own: `36.1`. It never changes, because tests and checks refer to it. */
  readonly number: string
  readonly rule: string
}

export interface RuleSection {
  /** `36 Limits`: our number, and the specification's name. */
  readonly heading: string
  /** The title in the contract: `Limits`. */
  readonly title: string
  readonly rules: readonly Rule[]
}

/** The rules of the whole service, in the specification's order. */
export const sections: readonly RuleSection[] = Object.entries(text).map(([heading, rules]) => ({
  heading,
  title: heading.replace(/^\d+ /, ""),
  rules: Object.entries(rules).map(([number, rule]) => ({ number, rule })),
}))

export const rules: readonly Rule[] = sections.flatMap((section) => section.rules)

/** `mock-server/base/rules.gen.ts`: the rules that the mock server quotes for an error or a message's outcome. */
export function renderRules(): string {
  const entries = sections.flatMap(({ title, rules }) =>
    rules.map(({ number, rule }) => `  ${JSON.stringify(number)}: ${JSON.stringify([title, rule])},`),
  )
  return `// Written by \`npm run generate\` from scripts/generate/rules.json. Do not edit.

/** The number of a rule. */
export type RuleNumber =
${rules.map(({ number }) => `  | "${number}"`).join("\n")}

/** Each rule: its section of the specification, and its text. */
export const rules: Readonly<Record<RuleNumber, readonly [section: string, rule: string]>> = {
${entries.join("\n")}
}
`
}
