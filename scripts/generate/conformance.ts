import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { checks } from "../../test/conformance/checks/index.ts"
import { rules } from "./rules/index.ts"
import type { RuleSection } from "./rules/rule.ts"
import { readTestTitles, type TestTitle } from "./test-titles.ts"

/** A rule with the tests that prove it. */
interface ProvenRule {
  readonly rule: string
  readonly tests: readonly TestTitle[]
}

interface ProvenSection {
  readonly title: string
  readonly rules: ProvenRule[]
}

const sectionOfEndpoint = new Map(listEndpoints(contract).map(({ name, spec }) => [name, spec.section]))
const sectionsByHand = new Set(rules.map(({ title }) => title))
const sections: readonly RuleSection[] = [
  ...rules,
  ...[...new Set(sectionOfEndpoint.values())]
    .filter((title) => !sectionsByHand.has(title))
    .map((title) => ({ title, rules: [] })),
]

/**
 * Every rule with its tests; throws where a rule has none. A test that is tagged with a section or an endpoint, and named
 * by no rule, is a rule by itself: its title says it.
 */
function readConformance(titles: readonly TestTitle[]): ProvenSection[] {
  const proven = sections.map((section) => ({ title: section.title, rules: proveSection(section, titles) }))
  const named = new Set(proven.flatMap(({ rules }) => rules.flatMap(({ tests }) => tests)))
  for (const test of titles) {
    const [first] = test.tags.map((tag) => sectionOf(tag, test))
    if (first === undefined || named.has(test)) continue
    proven.find(({ title }) => title === first)?.rules.push({ rule: sentence(test), tests: [test] })
  }
  return proven
}

/** The section that a tag stands for: its own name, or an endpoint's section. */
function sectionOf(tag: string, { file, title }: TestTitle): string {
  const section = sectionOfEndpoint.get(tag) ?? tag
  if (!sections.some(({ title }) => title === section)) {
    throw new Error(
      `test/${file}.test.ts: "${title}": [${tag}] is neither a section of the specification nor an endpoint`,
    )
  }
  return section
}

/** A test's titles as a rule. */
function sentence({ group, title }: TestTitle): string {
  const text = `${group.replaceAll(" › ", " ")} ${title}`.trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function proveSection({ rules }: RuleSection, titles: readonly TestTitle[]): ProvenRule[] {
  return rules.map(([rule, ...proofs]) => {
    const tests = proofs.flatMap((proof) => {
      const found = testsOf(proof, titles)
      if (found.length === 0) throw new Error(`No test is there for "${rule}": ${proof}`)
      return found
    })
    return { rule, tests: [...new Set(tests)] }
  })
}

/** `invites: expire after` names tests of `test/mock-server/invites.test.ts`; `../webhooks/verify: …` those of another folder. */
function testsOf(proof: string, titles: readonly TestTitle[]): TestTitle[] {
  const colon = proof.indexOf(": ")
  const name = proof.slice(0, colon)
  const file = name.startsWith("../") ? name.slice("../".length) : `mock-server/${name}`
  return titles.filter((test) => withoutKind(test.file) === file && test.title.includes(proof.slice(colon + 2)))
}

/** `mock-server/answer-check.process` → `mock-server/answer-check`: how a test runs does not matter for what it proves. */
const withoutKind = (file: string) => file.replace(/\.(smoke|process|long)$/, "")

/** A rule as the page numbers it. */
export interface NumberedRule {
  /** `36.1` */
  readonly number: string
  readonly section: string
  readonly rule: string
}

let numbered: readonly NumberedRule[] | undefined

/** Every rule, in the order of the page. */
export function numberedRules(): readonly NumberedRule[] {
  numbered ??= readConformance(readTestTitles()).flatMap(({ title, rules }, at) =>
    rules.map(({ rule }, n) => ({ number: `${at + 1}.${n + 1}`, section: title, rule })),
  )
  return numbered
}

/** The one rule whose section and text begin so; throws where there is none, or more than one. */
export function ruleNamed(beginning: string): NumberedRule {
  const found = numberedRules().filter(({ section, rule }) => `${section}: ${rule}`.startsWith(beginning))
  const [first] = found
  if (first === undefined || found.length > 1) throw new Error(`${found.length} rules begin with "${beginning}"`)
  return first
}

/** `docs/internal/conformance.md`: the rules of the specification and of our decisions, each with the tests that prove it. */
export function renderConformance(titles = readTestTitles()): string {
  const proven = readConformance(titles)
  const count = proven.reduce((sum, { rules }) => sum + rules.length, 0)
  return `${[
    "<!-- Written by `npm run generate` from scripts/generate/rules and the titles of the tests. Do not edit. -->",
    "# Conformance",
    `What the specification and [our decisions](decisions.md) ask of the service, in our own words: ${count} rules, each with the
tests that prove it on the mock server. Sections are named as in the specification. A rule without a test does not get
past \`npm test\`; a test that is tagged with a section or an endpoint, and named by no rule, is a rule by itself.

\`npm run conformance -- --base-url URL\` looks at any service by the rules that have a word in the column "from outside"
([judges](judges.md)): \`reads\` changes nothing, \`writes\` needs \`--writes\`. Of such a rule it sees what shows from there, not all.`,
    ...proven.map(renderSection),
  ].join("\n\n")}\n`
}

function renderSection({ title, rules }: ProvenSection, at: number): string {
  const rows = rules.map(
    ({ rule, tests }, n) =>
      `| ${at + 1}.${n + 1} | ${cell(rule)} | ${fromOutside(`${title}: ${rule}`)} | ${tests.map(link).join("<br>")} |`,
  )
  const head = ["| | rule | from outside | proven by |", "|---|---|---|---|"]
  return [`## ${at + 1} ${title}`, [...head, ...rows].join("\n")].join("\n\n")
}

/** How a rule is looked at by `npm run conformance`. */
function fromOutside(rule: string): string {
  const looks = checks.filter((check) => rule.startsWith(check.rule))
  return [...new Set(looks.map(({ writes }) => (writes === true ? "writes" : "reads")))].join(", ")
}

const link = ({ file, group, title }: TestTitle) =>
  `[${withoutKind(file).slice(file.lastIndexOf("/") + 1)}](../../test/${file}.test.ts): ${cell(group === "" ? title : `${group} ${title}`)}`

const cell = (text: string) => text.replace(/\|/g, "\\|").replace(/</g, "&lt;")
