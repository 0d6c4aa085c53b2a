import { expect, it } from "vitest"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { injectAxe, violationsInBothModes } from "../support/axe.ts"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the documents in a browser", (frame) => {
  /** The addresses of all pages, from the index page. */
  const pages = async () => {
    await frame.page.goto(`${frame.server.url}/docs/pages`)
    return frame.page.locator("main a").evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  }

  it("pass axe, in light and dark mode", async () => {
    await injectAxe(frame.page)
    const problems: string[] = []
    // Pages of resources, and of guides, share a template: two of each are enough.
    const alike = /\/(reference\/(?!(account|attachments)?$)|guides\/(?!(errors|webhooks)?$))/
    const others = (await pages()).filter((page) => !alike.test(page))
    const addresses = [`${frame.server.url}/docs/pages`, ...others, `${frame.server.url}/docs/none`]
    expect(addresses.length).toBeGreaterThan(12)
    for (const address of addresses) {
      await frame.page.goto(address)
      problems.push(...(await violationsInBothModes(frame.page)).map((problem) => `${address}: ${problem}`))
    }
    expect(problems).toEqual([])
  })

  it("fit 360 pixels", async () => {
    await frame.page.setViewportSize({ width: 360, height: 740 })
    const wide: string[] = []
    for (const address of await pages()) {
      await frame.page.goto(address)
      const width = await frame.page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 360) wide.push(`${address}: ${width}`)
    }
    expect(wide).toEqual([])
  })

  it("are linked from the dashboard, and link back", async () => {
    await frame.open("messages")
    await frame.page.getByRole("link", { name: "Docs", exact: true }).click()
    await frame.page.getByRole("link", { name: "Messages", exact: true }).first().click()
    await frame.page.getByRole("heading", { name: "messages.send", exact: true }).waitFor()
    await frame.page.getByRole("link", { name: "Dashboard" }).click()
    await frame.page.getByText("No messages yet").waitFor()
  })

  it("have an address for each endpoint, to try it", async () => {
    await frame.page.goto(`${frame.server.url}/docs/`)
    await frame.page.getByRole("link", { name: "Try it" }).click()
    await frame.page.locator("openapi-explorer .nav-bar-path").first().waitFor()
    for (const { spec } of listEndpoints(contract)) {
      const id = `${spec.method.toLowerCase()}-${spec.path.replaceAll(/[{}]/g, "-")}`
      await frame.page.evaluate((to) => location.replace(`#?route=${to}`), id)
      await frame.page.locator(`openapi-explorer api-request[element-id="${id}"]`).waitFor()
    }
  })
})
