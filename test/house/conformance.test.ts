import { describe, expect, it } from "vitest"
import { renderConformance } from "../../scripts/generate/conformance.ts"
import { rules } from "../../scripts/generate/rules.ts"
import { readTestTitles, type TestTitle } from "../../scripts/generate/test-titles.ts"
import { checks } from "../conformance/checks/index.ts"

const titles = readTestTitles()
const planted: TestTitle = {
  file: "mock-server/invites",
  group: "an invitation",
  title: "is sent again",
  tags: [],
  isRun: true,
}

/** One section of the page. */
const section = (page: string, title: string) => page.split(/^## \d+ /m).find((part) => part.startsWith(`${title}\n`))

describe("the conformance page", () => {
  it("lists a test under the rule in its title's tag, independent of the rest of the title", () => {
    const page = renderConformance([...titles, { ...planted, tags: ["invites.revoke", "11.1"] }])
    expect(section(page, "States: Invite")).toMatch(/^\| 11\.1 \|.*\[invites\]\(.*\): an invitation is sent again \|$/m)
    expect(page.match(/is sent again/g)).toHaveLength(1)
  })

  it.each([
    ["an endpoint", "invites.revoke", "Account, team, grants"],
    ["a section", "States: Invite", "States: Invite"],
  ])("has a test that names %s and no rule in that section", (_, tag, title) => {
    const page = renderConformance([...titles, { ...planted, tags: [tag] }])
    expect(section(page, title)).toMatch(
      /^\| \| An invitation is sent again\. \| \| \[invites\]\(.*\): an invitation is sent again \|$/m,
    )
  })

  it("is not generated if a test's tag is no rule, section or endpoint", () => {
    for (const tag of ["invites.resend", "11.99"]) {
      const render = () => renderConformance([...titles, { ...planted, tags: [tag] }])
      expect(render).toThrow(`test/mock-server/invites.test.ts: "is sent again": [${tag}] is no rule`)
    }
  })

  it("is not generated if a rule has no test", () => {
    const render = () => renderConformance(titles.filter(({ file }) => file !== "mock-server/flows"))
    expect(render).toThrow("No test is tagged [28.12]: A flow begins as a draft.")
  })
})

describe("a rule", () => {
  it("has the number of its section and its own number", () => {
    const numbers = rules.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) expect(number).toMatch(/^\d+\.\d+$/)
  })

  it("exists for every external check", () => {
    const numbers = new Set(rules.map(({ number }) => number))
    expect(checks.map(({ rule }) => rule).filter((rule) => !numbers.has(rule))).toEqual([])
  })
})
