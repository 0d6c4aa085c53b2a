import text from "./rules.json" with { type: "json" }

/** What the specification, or a decision of ours, asks of the service. */
export interface Rule {
  /** The number of its section, and its own: `36.1`. It never changes, since tests and checks name it. */
  readonly number: string
  readonly rule: string
}

export interface RuleSection {
  /** `36 Limits`: our number, and the specification's name. */
  readonly heading: string
  /** As the contract names it: `Limits`. */
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

/** `mock-server/base/rules.gen.ts`: what the mock server says of the rule behind an error, or behind what became of a message. */
export function renderRules(): string {
  const entries = sections.flatMap(({ title, rules }) =>
    rules.map(({ number, rule }) => `  ${JSON.stringify(number)}: ${JSON.stringify([title, rule])},`),
  )
  return `// Written by \`npm run generate\` from scripts/generate/rules.json. Do not edit.

/** The number of a rule. */
export type RuleNumber =
${rules.map(({ number }) => `  | "${number}"`).join("\n")}

/** Each rule: the specification's section that it is from, and what it says. */
export const rules: Readonly<Record<RuleNumber, readonly [section: string, rule: string]>> = {
${entries.join("\n")}
}
`
}
