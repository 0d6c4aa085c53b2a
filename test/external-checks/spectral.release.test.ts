import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { run } from "../../scripts/lib/run.mjs"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { changedDocument } from "./documents.ts"
import { externalChecks } from "./tools.ts"

beforeAll(() => externalChecks.manifest())

/** The violations of all of Spectral's OpenAPI rules: `rule path: message`. */
async function problemsOf(packageFolder: string, document: string): Promise<string[]> {
  const ruleset = join(temporaryFolder(onTestFinished), "ruleset.json")
  writeFileSync(ruleset, JSON.stringify({ extends: [["spectral:oas", "all"]] }))
  const args = ["lint", document, "--ruleset", ruleset, "--format", "json", "--fail-severity", "hint", "--quiet"]
  const program = join(packageFolder, "dist/index.js")
  const { output } = await run(process.execPath, [program, ...args], { timeout: 600_000 })
  const problems: { code: string; message: string; path: string[] }[] = JSON.parse(output)
  return problems.map(({ code, message, path }) => `${code} ${path.join(".")}: ${message}`)
}

/** Style rules that the document does not follow: it has no contact address, an SPDX licence id instead of a URL, and tags in the specification's order. */
const notFollowed = ["contact-properties", "license-url", "openapi-tags-alphabetical"]

describe("Spectral", () => {
  it("reports only style rules and a planted violation, with all rules enabled", async ({ skip }) => {
    const folder = await externalChecks.packageFolder("@stoplight/spectral-cli")
    if (folder === undefined) return skip("it could not be installed")
    const problems = await problemsOf(folder, changedDocument("email: owner@acme.test", "email: 7"))
    const isPlanted = (problem: string) => /example .*must be string/.test(problem)
    const rules = problems.filter((problem) => !isPlanted(problem)).map((problem) => problem.split(" ")[0])
    expect(rules).toEqual(notFollowed)
    expect(problems.filter(isPlanted)).toHaveLength(1)
  })
})
