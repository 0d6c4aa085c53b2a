import { describe, expect, it } from "vitest"
import { renderConformance } from "../../scripts/generate/conformance.ts"
import { readTestTitles, type TestTitle } from "../../scripts/generate/test-titles.ts"

const titles = readTestTitles()
const planted: TestTitle = { file: "mock-server/invites", group: "an invitation", title: "is sent again", tags: [] }

/** One section of the page. */
const section = (page: string, title: string) => page.split(/^## \d+ /m).find((part) => part.startsWith(`${title}\n`))

describe("the conformance page", () => {
  it.each([
    ["an endpoint", "invites.revoke", "Account, team, grants"],
    ["a section", "States: Invite", "States: Invite"],
  ])("has a test that names %s, and that no rule names, as a rule by itself", (_, tag, title) => {
    const page = renderConformance([...titles, { ...planted, tags: [tag] }])
    expect(section(page, title)).toMatch(
      /^\| \d+\.\d+ \| An invitation is sent again\. \| {2}\| \[invites\]\(.*\): an invitation is sent again \|$/m,
    )
    expect(renderConformance()).not.toContain("is sent again")
  })

  it("is not made of a test whose tag is neither section nor endpoint", () => {
    const render = () => renderConformance([...titles, { ...planted, tags: ["invites.resend"] }])
    expect(render).toThrow('test/mock-server/invites.test.ts: "is sent again": [invites.resend] is neither')
  })

  it("is not made of a rule without a test", () => {
    const render = () => renderConformance(titles.filter(({ file }) => file !== "mock-server/flows"))
    expect(render).toThrow('No test is there for "A flow begins as a draft."')
  })
})
