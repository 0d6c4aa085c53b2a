import { describe, expect, it } from "vitest"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { filesUnder, readProjectFile, sourceFiles } from "../support/files.ts"

/** The possible references: `Errors`, `Errors, Errors by code` (a subheading), `Authentication 5` (its fifth rule). */
function targetsOf(document: string): Set<string> {
  const targets = new Set<string>()
  const above: string[] = []
  for (const line of document.split("\n")) {
    const [, marks, title = ""] = /^(#+) (.*)$/.exec(line) ?? []
    const [, rule] = /^(\d+)\. /.exec(line) ?? []
    if (rule !== undefined) targets.add(`${above.at(-1)} ${rule}`)
    if (marks === undefined) continue
    above.splice(marks.length - 1, above.length, title)
    targets.add(title)
    for (const parent of above.slice(0, -1)) targets.add(`${parent}, ${title}`)
  }
  return targets
}

/** `Audience reach` of `AudienceReach`. */
const asWords = (name: string) =>
  `${name[0]}${name.slice(1).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`

/** The possible references to a resource's page: its section, that section's rules, and models. */
function targetsOfNoun(page: string): string[] {
  const [, section = ""] = /^# .*\n\n.* Specification: (.*)\.$/m.exec(page) ?? []
  const rules = [...page.matchAll(/^(\d+)\. /gm)].map(([, rule]) => `${section} ${rule}`)
  const models = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => `Resources, ${asWords(name)}`)
  return [section, ...rules, ...models]
}

const nouns = filesUnder("docs/reference").filter((path) => !path.endsWith("README.md"))
const targets = new Set([
  ...targetsOf(readProjectFile("docs/reference/README.md")),
  ...nouns.flatMap((path) => targetsOfNoun(readProjectFile(path))),
])

/** The references to the specification in a text that have no target. */
function deadReferences(text: string): string[] {
  const prose = text.replaceAll(/\s+(?:\*|\/\/)?\s*/g, " ")
  const references = [...prose.matchAll(/\bSpec: ([A-Z][^.`"]*)/g)].flatMap(([, all = ""]) =>
    all.split("; ").map((reference) => reference.trim()),
  )
  return references.filter((reference) => !targets.has(reference.replace(/ \*\/.*/, "")))
}

describe("references to the specification", () => {
  it("have a heading or a rule as target", () => {
    const dead = sourceFiles().flatMap((path) =>
      deadReferences(readProjectFile(path)).map((reference) => `${path}: ${reference}`),
    )
    expect(dead).toEqual([])
  })

  it("are reported as dead without such a heading or rule", () => {
    expect(deadReferences("/** It is so. Spec: Authentication 5. */ /** Spec: Errors, Errors by code. */")).toEqual([])
    expect(deadReferences("/** Spec: Authentication 55. */ // Spec: States, Errors.")).toEqual([
      "Authentication 55",
      "States, Errors",
    ])
  })

  it("of endpoints name a section that describes them", () => {
    const sections = new Set(listEndpoints(contract).map(({ spec }) => spec.section))
    expect([...sections].filter((section) => !targets.has(section))).toEqual([])
  })
})
