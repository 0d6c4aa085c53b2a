import type { Page } from "playwright-core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { noBrowser, sharedBrowser } from "../../support/browser.ts"
import { Home, type Running } from "../own/run.ts"
import { shopTemplates, writeFiles } from "./folder.ts"

const yaml = "templates/receipt/template.yaml"
const html = "templates/receipt/body.html.liquid"

describe.skipIf(noBrowser)("mas templates preview", () => {
  let home: Home
  let running: Running
  let page: Page
  let url: string

  beforeEach(async () => {
    home = new Home()
    writeFiles(home.folder, shopTemplates)
    writeFiles(home.folder, {
      [yaml]: `${shopTemplates[yaml]}  named: { data: { order: "1002", name: Ana, gift: true } }\n`,
    })
    running = home.start(["templates", "preview", "receipt"])
    url = (await running.stdout.until(/Preview: (\S+)/))[1] ?? ""
    page = await (await sharedBrowser()).newPage()
    await page.goto(url)
  })
  afterEach(async () => {
    await page.close()
    running.interrupt()
    expect((await running.ended).code).toBe(130)
    home.remove()
  })

  const heading = (name: string) => page.getByRole("heading", { level: 2, name }).waitFor()
  const inMail = (text: string) => page.frameLocator(".mail iframe").getByText(text).first().waitFor()

  it("shows a template with each sample: the mail, its text, its source and its variables", async () => {
    await heading("Your receipt 1001")
    await inMail("Tea")
    await page.getByLabel("Mobile").check()
    expect(await page.locator(".mail").evaluate((element) => element.clientWidth)).toBeLessThanOrEqual(360)
    await page.getByLabel("Dark").check()
    await page.locator(".mail.dark").waitFor()
    await page.getByRole("link", { name: "Text", exact: true }).click()
    await page.getByRole("region", { name: "the text" }).getByText("Tea 4.00").waitFor()
    await page.getByRole("link", { name: "Source" }).click()
    await page.getByText("<h1>Thank you</h1>").waitFor()
    await page.getByRole("link", { name: "Your receipt 1002" }).click()
    await heading("Your receipt 1002")
    await page.getByRole("link", { name: "Variables" }).click()
    // Lint warnings are such rows too, until the variables are shown.
    await page.locator(".rows li", { hasText: "not in use" }).waitFor()
    const rows = await page.locator(".rows li").allInnerTexts()
    const texts = rows.map((row) => row.replaceAll(/\s+/g, " ").replace(/^\W+/, ""))
    expect(texts).toEqual(
      expect.arrayContaining([
        "not given data.items",
        "not given data.help_url",
        "not in use data.gift",
        "in use data.order",
        "in use data.name",
      ]),
    )
  })

  it("shows a saved change in place, without a reload", async () => {
    await inMail("Thank you")
    await page.evaluate("window.isSame = true")
    writeFiles(home.folder, { [html]: "<h1>Many thanks for {{ data.order }}</h1>" })
    await inMail("Many thanks for 1001")
    writeFiles(home.folder, { [html]: "<h1>{{ data.order" })
    await heading("receipt cannot be shown")
    await page.getByRole("region", { name: "the text" }).getByText("templates/receipt/body.html.liquid:1:5").waitFor()
    writeFiles(home.folder, { [html]: "<h1>Order {{ data.order }}</h1>" })
    await inMail("Order 1001")
    expect(await page.evaluate("window.isSame")).toBe(true)
    expect(page.url()).toBe(url)
  })

  it("answers only for host names of this machine", async () => {
    const { port } = new URL(url)
    const request = await import("node:http").then(
      ({ get }) =>
        new Promise<number | undefined>((resolve) =>
          get({ host: "127.0.0.1", port, path: "/_mock/", headers: { Host: "evil.test" } }, ({ statusCode }) =>
            resolve(statusCode),
          ),
        ),
    )
    expect(request).toBe(403)
  })
})
