import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { tableOf } from "../support/dashboard-data.ts"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the view World", (frame) => {
  const items = (name: string) => frame.page.getByRole("list", { name }).getByRole("listitem")
  const waitForStatus = (text: string) => frame.page.getByRole("status").filter({ hasText: text }).waitFor()

  it("creates a world with its own page, and ends it", async () => {
    await frame.open("data/worlds")
    await frame.press("Add a world")
    await frame.page.getByRole("link", { name: "w1" }).click()
    await frame.page.waitForURL("**/@w1/_mock/")
    await frame.open("data/worlds")
    await frame.press("Delete w1")
    await frame.page.getByRole("link", { name: "w1" }).waitFor({ state: "detached" })
    expect(frame.server.world.worlds.list().map(({ id }) => id)).toEqual(["main"])
  })

  it("downloads fixtures and snapshots, and uploads them", async () => {
    await frame.open("data/state")
    const field = frame.page.getByLabel("Fixtures, as JSON")
    await field.fill('{"accounts": {"main": {"plan": "starter"}}}')
    await frame.press("Replace everything with these")
    await waitForStatus("The world started again from these fixtures.")
    expect(frame.server.world.capacity()[0]?.plan).toBe("starter")
    // An edit before the new state is shown would edit the old one, and the page would ask first.
    await expect.poll(() => field.inputValue()).toContain('"plan": "starter"')
    await field.fill("{")
    await frame.press("Replace everything with these")
    await frame.page.locator(".problem").waitFor()
    await field.fill('{"accounts": {"main": {"plan": "gold"}}}')
    await frame.press("Replace everything with these")
    await frame.page.locator(".problem", { hasText: "accounts.main.plan" }).waitFor()
    const saving = frame.page.waitForEvent("download")
    await frame.press("Download")
    const saved = JSON.parse(readFileSync(await (await saving).path(), "utf8"))
    expect(saved.accounts.main.plan).toBe("starter")
    await frame.page.getByLabel("Replace everything with a file").setInputFiles({
      name: "fixtures.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ accounts: { main: { ...saved.accounts.main, plan: "growth" } } })),
    })
    await waitForStatus("The world started again from these fixtures.")
    expect(frame.server.world.capacity()[0]?.plan).toBe("growth")
    await frame.open("data/state")
    const loading = frame.page.waitForEvent("download")
    await frame.press("Download a snapshot")
    const path = await (await loading).path()
    await frame.server.world.contacts.fill({ count: 5 })
    await frame.page.getByLabel("Restore from a file").setInputFiles({
      name: "snapshot.json",
      mimeType: "application/json",
      buffer: readFileSync(path),
    })
    await waitForStatus("The state is restored from the file.")
    expect((await tableOf(frame.server.world, "contacts")).total).toBe(3)
  })

  it("shows a template as a mail filled with samples, on a phone and dark, and why one cannot be sent", async () => {
    const html = "<h1>Hi {{ contact.email }}</h1><p>Order {{ data.order_number }}</p>"
    await frame.post("/v1/my/templates", { name: "Receipt", subject: "Your receipt", html })
    await frame.open("data/templates")
    await items("Templates").getByText("Receipt", { exact: true }).click()
    const mail = frame.page.frameLocator("iframe")
    await mail.getByRole("heading", { name: "Hi ada@example.test" }).waitFor()
    await mail.getByText("Order order number").waitFor()
    await frame.page.getByLabel("Samples, as JSON").fill('{"order_number": 12}')
    await frame.page.getByLabel("Filled for the contact").fill("ben@example.test")
    await mail.getByRole("heading", { name: "Hi ben@example.test" }).waitFor()
    await mail.getByText("Order 12").waitFor()
    await frame.page.getByLabel("Mobile").check()
    await frame.page.getByLabel("Dark").check()
    expect((await frame.page.locator("iframe").boundingBox())?.width).toBeLessThanOrEqual(360)
    await mail.getByText("Order 12").waitFor()
    await frame.page.getByLabel("Samples, as JSON").fill("[]")
    await mail.getByText("The samples are not a JSON object.").waitFor()
  })
})
