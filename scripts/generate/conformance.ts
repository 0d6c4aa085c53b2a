import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { checks } from "../../test/conformance/checks/index.ts"
import { renderEndpointChecks } from "./field-checks.ts"
import { type RuleSection, rules, sections } from "./rules.ts"
import { readTestTitles, type TestTitle } from "./test-titles.ts"

/** Section titles, and names of endpoints with the section that each belongs to. */
const sectionOfTag = new Map([
  ...sections.map(({ title }) => [title, title] as const),
  ...listEndpoints(contract).map(({ name, spec }) => [name, spec.section] as const),
])
const numbers = new Set(rules.map(({ number }) => number))

/** Tests by their tags: the number of a rule, or else the title of a section. */
function testsByPlace(titles: readonly TestTitle[]): Map<string, TestTitle[]> {
  const found = new Map<string, TestTitle[]>()
  for (const test of titles) {
    for (const place of placesOf(test)) found.set(place, [...(found.get(place) ?? []), test])
  }
  return found
}

/** The rules in a test's tags, or the section of its first tag if there are none. */
function placesOf({ file, title, tags }: TestTitle): readonly string[] {
  for (const tag of tags) {
    if (numbers.has(tag) || sectionOfTag.has(tag)) continue
    throw new Error(`test/${file}.test.ts: "${title}": [${tag}] is no rule of rules.json, no section and no endpoint`)
  }
  const named = tags.filter((tag) => numbers.has(tag))
  return named.length > 0 ? named : tags.slice(0, 1).map((tag) => sectionOfTag.get(tag) ?? tag)
}

/** `docs/internal/conformance.md`: every rule with the tests that prove it. Throws if a rule has none. */
export function renderConformance(titles = readTestTitles()): string {
  const tests = testsByPlace(titles)
  const untested = rules.filter(({ number }) => !tests.has(number))
  if (untested.length > 0)
    throw new Error(untested.map(({ number, rule }) => `No test is tagged [${number}]: ${rule}`).join("\n"))
  return `${[
    "<!-- Written by `npm run generate` from scripts/generate/rules.json, the tags of the tests and test/contract/fields/places.json. Do not edit. -->",
    "# Conformance",
    `What the specification and [our decisions](decisions.md) ask of the service, in our own words: ${rules.length} rules, each with the
tests that prove it on the mock server. Sections are named as in the specification. A test names the rules that it proves by
their numbers, in brackets at the end of its title: \`[36.1]\`. A rule that no test names fails \`npm run generate\`. A test that
is tagged with a section or an endpoint stands in that section without a number.

\`npm run conformance -- --base-url URL\` looks at any service by the rules that have a word in the column "from outside"
([external checks](external-checks.md)): \`reads\` changes nothing, \`writes\` needs \`--writes\`. Of such a rule it sees what shows from there, not all.`,
    ...sections.map((section) => renderSection(section, tests)),
    renderEndpointChecks(titles),
  ].join("\n\n")}\n`
}

function renderSection({ heading, title, rules }: RuleSection, tests: ReadonlyMap<string, readonly TestTitle[]>) {
  const numbered = rules.map(
    ({ number, rule }) =>
      `| ${number} | ${cell(rule)} | ${fromOutside(number)} | ${(tests.get(number) ?? []).map(link).join("<br>")} |`,
  )
  const others = (tests.get(title) ?? []).map((test) => `| | ${cell(sentence(test))} | | ${link(test)} |`)
  const head = ["| | rule | from outside | proven by |", "|---|---|---|---|"]
  return [`## ${heading}`, [...head, ...numbered, ...others].join("\n")].join("\n\n")
}

/** How `npm run conformance` checks a rule. */
function fromOutside(number: string): string {
  const looks = checks.filter(({ rule }) => rule === number)
  return [...new Set(looks.map(({ writes }) => (writes === true ? "writes" : "reads")))].join(", ")
}

const nameOf = ({ group, title }: TestTitle) => `${group} ${title}`.trim()

/** A test's titles as a sentence. */
function sentence(test: TestTitle): string {
  const text = nameOf(test).replaceAll(" › ", " ")
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const link = (test: TestTitle) =>
  `[${test.file.replace(/^.*\/|\.(smoke|process|long|release)$/g, "")}](../../test/${test.file}.test.ts): ${cell(nameOf(test))}`

const cell = (text: string) => text.replace(/\|/g, "\\|").replace(/</g, "&lt;")
