import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { outcomeKinds } from "../../mock-server/world/outcomes.ts"
import { Page } from "../support/page.ts"
import { optionsOfStories } from "./stories/story.ts"

describe("the view Data", () => {
  const service = createMockService(optionsOfStories())
  const page = new Page(service)
  beforeAll(() => page.open("data/outcomes"))
  afterAll(() => {
    page.close()
    return service.close()
  })

  const textsOf = (selector: string) =>
    [...page.window.document.querySelectorAll(selector)].map(({ textContent }) => textContent)

  it("offers every outcome of a message", async () => {
    await page.open("data/outcomes")
    expect(textsOf(".form option").sort()).toEqual([...outcomeKinds].sort())
  })

  it("says that no outcomes are there, or lists them", async () => {
    await page.open("data/outcomes")
    expect([textsOf(".page-body .faint"), textsOf(".rows bdi")]).toEqual([
      [expect.stringContaining("No outcomes yet")],
      [],
    ])
    await page.type("Recipient", "*@gone.test")
    await page.press("Add the outcome")
    expect([textsOf(".page-body .faint"), textsOf(".rows bdi")]).toEqual([[], ["*@gone.test"]])
  })

  it("shows the commands that save and restore the state", async () => {
    await page.open("data/state")
    expect(textsOf("[aria-label='the commands']")).toEqual([
      expect.stringMatching(/mock snapshot --to .*\n.*mock restore /),
    ])
  })
})
