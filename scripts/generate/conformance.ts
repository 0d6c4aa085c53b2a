import { rules as sections } from "./rules/index.ts"
import type { RuleSection } from "./rules/rule.ts"
import { readTestTitles, type TestTitle } from "./test-titles.ts"

/** A rule with the tests that prove it. */
export interface ProvenRule {
  /** `4.2`: the section's and its own number. */
  readonly number: string
  readonly rule: string
  readonly tests: readonly TestTitle[]
}

export interface ProvenSection {
  readonly number: number
  readonly title: string
  readonly rules: readonly ProvenRule[]
}

/** Every rule with its tests; throws where a rule has none, or where a test is tagged as a proof and no rule names it. */
export function readConformance(): ProvenSection[] {
  const titles = readTestTitles()
  const proven = sections.map((section, at) => proveSection(section, at + 1, titles))
  const named = new Set(proven.flatMap(({ rules }) => rules.flatMap(({ tests }) => tests)))
  const idle = titles.filter((test) => isTagged(test) && !named.has(test))
  if (idle.length > 0) throw new Error(`No rule names these tests:\n${idle.map(show).join("\n")}`)
  return proven
}

const isTagged = ({ section }: TestTitle) => section !== undefined && sections.some(({ title }) => title === section)
const show = ({ file, title, section }: TestTitle) => `  ${file}: ${title} [${section}]`

function proveSection({ title, rules }: RuleSection, number: number, titles: readonly TestTitle[]): ProvenSection {
  return {
    number,
    title,
    rules: rules.map(([rule, ...proofs], at) => {
      const tests = proofs.flatMap((proof) => {
        const found = testsOf(proof, titles)
        if (found.length === 0) throw new Error(`No test is there for "${rule}": ${proof}`)
        return found
      })
      return { number: `${number}.${at + 1}`, rule, tests: [...new Set(tests)] }
    }),
  }
}

/** `invites: expire after` names tests of `test/mock-server/invites.test.ts`; `../webhooks/verify: …` those of another folder. */
function testsOf(proof: string, titles: readonly TestTitle[]): TestTitle[] {
  const colon = proof.indexOf(": ")
  const name = proof.slice(0, colon)
  const file = name.startsWith("../") ? name.slice("../".length) : `mock-server/${name}`
  return titles.filter((test) => test.file === file && test.title.includes(proof.slice(colon + 2)))
}

/** `docs/conformance.md`: the rules of the specification and of our decisions, each with the tests that prove it. */
export function renderConformance(): string {
  const proven = readConformance()
  const count = proven.reduce((sum, { rules }) => sum + rules.length, 0)
  return `${[
    "<!-- Written by `npm run generate` from scripts/generate/rules and the titles of the tests. Do not edit. -->",
    "# Conformance",
    `What the specification and [our decisions](decisions.md) ask of the service, in our own words: ${count} rules, each with the
tests that prove it on the mock server. Sections are named as in the specification. Neither a rule without a test nor a
test that is tagged with a section but named by no rule gets past \`npm test\`.`,
    ...proven.map(section),
  ].join("\n\n")}\n`
}

function section({ number, title, rules }: ProvenSection): string {
  const rows = rules.map(({ number, rule, tests }) => `| ${number} | ${cell(rule)} | ${tests.map(link).join("<br>")} |`)
  return [`## ${number} ${title}`, ["| | rule | proven by |", "|---|---|---|", ...rows].join("\n")].join("\n\n")
}

const link = ({ file, group, title }: TestTitle) =>
  `[${file.slice(file.lastIndexOf("/") + 1)}](../test/${file}.test.ts): ${cell(group === "" ? title : `${group} ${title}`)}`

const cell = (text: string) => text.replace(/\|/g, "\\|").replace(/</g, "&lt;")
