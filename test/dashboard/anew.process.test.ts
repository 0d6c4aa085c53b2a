import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the data that the dashboard shows", (frame) => {
  const main = () => frame.page.locator("main")
  const items = (name: string) => frame.page.getByRole("list", { name }).getByRole("listitem")
  const view = (name: string) => frame.page.getByRole("link", { name, exact: true }).click()
  const contact = (email: string) => frame.post("/v1/my/contacts", { email })

  it("uses the address at which the dashboard was opened", async () => {
    const url = frame.server.url.replace("127.0.0.1", "localhost")
    frame.server.world.worlds.create()
    await frame.page.goto(`${url}/_mock/#/data/worlds`)
    await main().getByRole("link", { name: "w1" }).waitFor()
    const links = main().getByRole("link", { name: /^(main|w1)$/ })
    expect(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))).toEqual([
      `${url}/_mock/`,
      `${url}/@w1/_mock/`,
    ])
    await links.last().click()
    await frame.page.waitForURL(`${url}/@w1/_mock/`)
    await view("Data")
    await view("Worlds")
    await main().getByRole("listitem").filter({ hasText: "this one" }).getByText(`${url}/@w1`).waitFor()
    await view("Requests")
    await main().getByText(`new Mas({ baseUrl: "${url}/@w1", apiKey: "maskey_live_mock_w1" })`).waitFor()
    await frame.server.fetch("/@w1/v1/my/lists", {
      method: "POST",
      headers: { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" },
      body: JSON.stringify({ name: `${frame.server.url}/@w1` }),
    })
    await main()
      .getByRole("link", { name: /my.lists/ })
      .click()
    await frame.press("curl")
    await main().getByText(`curl -X POST ${url}/@w1/v1/my/lists`).waitFor()
    await main().getByText(`{"name":"${frame.server.url}/@w1"}`).waitFor()
    frame.wrong.length = 0
  })

  it("is the new mail after a reset, when another mail has the same address", async () => {
    const body = (text: string) => frame.page.frameLocator("iframe").getByText(text).waitFor()
    await frame.send({ html: "<p>The first" })
    await frame.open("messages/1")
    await body("The first")
    frame.server.world.reset()
    await frame.send({ html: "<p>The second" })
    await body("The second")
  })

  it("is reloaded when fixtures, checkpoints or, as time passes, the capacity change elsewhere", async () => {
    await frame.open("data/state")
    const field = frame.page.getByLabel("Fixtures, as JSON")
    await field.waitFor()
    await contact("late@example.test")
    await expect.poll(() => field.inputValue()).toContain("late@example.test")
    await frame.open("data/state")
    await frame.page.getByText("No checkpoints yet. In a test:").waitFor()
    frame.server.world.checkpoints.save("elsewhere")
    await items("Checkpoints").getByText("elsewhere").waitFor()
    frame.server.world.checkpoints.remove("elsewhere")
    await frame.page.getByText("No checkpoints yet. In a test:").waitFor()
    await frame.send()
    await frame.open("data/capacity")
    await items("Accounts").first().getByText(/^1 of/).waitFor()
    await frame.server.world.advance("25h")
    await items("Accounts").first().getByText(/^0 of/).waitFor()
  })
})
