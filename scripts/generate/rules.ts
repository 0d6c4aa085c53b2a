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
