import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { launchBrowser, noBrowser } from "../../support/browser.ts"
import { skipped } from "../../support/skipped.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService, type Running } from "./run.ts"

const { service, home, close } = homeWithService()
let session: LocalMcpSession
let serving: Running
let address: URL
beforeAll(async () => {
  await new Promise<void>((resolve) => spy.listen(0, "127.0.0.1", resolve))
  session = await LocalMcpSession.open(home)
  serving = home.start(["approvals", "serve", "--output", "json"])
  address = new URL((await serving.stdout.until(/"url": "(.*)"/))[1] ?? "")
})
afterAll(async () => {
  spy.close()
  serving.interrupt()
  await serving.ended
  await session.close()
  await close()
})

/** What a mail asked of another server. */
const spied: (string | undefined)[] = []
const spy = createServer(({ url }, response) => {
  spied.push(url)
  response.end()
})
const hostile = () => {
  const { port } = spy.address() as AddressInfo
  return `<p>Hello</p><script>top.document.title = "run"; fetch("http://127.0.0.1:${port}/script")</script>
    <img src="http://127.0.0.1:${port}/picture" onerror="top.document.title = 'run'"><link rel="stylesheet" href="http://127.0.0.1:${port}/style">`
}
const holdMail = (key: string) =>
  session.hold(
    "messages.send",
    { channel: "email", to: `${key}@example.test`, subject: `<b>${key}</b>`, html: `${hostile()}<p>Mail ${key}</p>` },
    { idempotency_key: key },
  )
const writes = () => service.world.requests.list().filter(({ method }) => method !== "GET")

describe.skipIf(noBrowser)(`the page in a browser${skipped(noBrowser)}`, () => {
  it("shows all mails without running or fetching anything of theirs, and approves them by keys", async () => {
    for (let number = 1; number <= 9; number++) await holdMail(`mail-${number}`)
    const before = writes().length
    const delivered = service.world.messages.list().length
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.goto(address.href)
    await page.waitForSelector("article:nth-of-type(8)")
    expect(await page.locator("article").count()).toBe(8)
    expect(page.url()).toBe(`${address.origin}/`)
    expect(await page.locator("#status").textContent()).toContain("8 shown, 1 more")
    expect(await page.locator("h2 b, dd b").count()).toBe(0)
    for (let number = 1; number <= 8; number++) {
      const frame = page.frameLocator(`article:nth-of-type(${number}) iframe`)
      await frame.locator("text=Mail mail-").waitFor()
    }
    expect([await page.title(), spied]).toEqual(["Approvals", []])
    // Refuse the second, select the first and third, and approve these by keys alone.
    await page.keyboard.press("j")
    await page.keyboard.press("r")
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("refused"))
    await page.keyboard.press("x")
    await page.keyboard.press("j")
    await page.keyboard.press("x")
    await page.keyboard.press("a")
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("sent"))
    expect(writes()).toHaveLength(before + 2)
    await page.waitForFunction(() => document.querySelectorAll("article").length === 6)
    await page.keyboard.press("Shift+A")
    await page.waitForFunction(() => document.querySelectorAll("article").length === 0)
    expect(writes()).toHaveLength(before + 8)
    expect(service.world.messages.list()).toHaveLength(delivered + 8)
    await page.reload()
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("No call waits"))
  })

  it("edits a call by keys, and shows its new revision", async () => {
    const id = await holdMail("typed-1")
    await holdMail("typed-2")
    const { hash } = await session.show(id)
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.goto(address.href)
    await page.waitForSelector("article:nth-of-type(2)")
    const status = () => page.locator("#status").textContent()
    const other = page.getByLabel("Other fields, as JSON")
    // Keys of the page are letters while a person types.
    await page.keyboard.press("e")
    await page.getByLabel("subject").fill("")
    await page.keyboard.type("axe")
    await other.fill('{"colour":"red"}')
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press("Control+Enter")
    await page.waitForFunction(() => document.querySelector("[role=alert]")?.textContent?.includes("colour"))
    const { y = -1 } = (await page.getByRole("alert").boundingBox()) ?? {}
    expect(y > 0 && y < (page.viewportSize()?.height ?? 0), `the error is at ${y}`).toBe(true)
    expect([await page.getByLabel("subject").inputValue(), (await session.show(id)).hash]).toEqual(["axe", hash])
    // Nothing is decided beside an open form, which would go.
    await page.locator("header button[value=A]").click()
    expect([await status(), await page.locator("form").count()]).toEqual([
      expect.stringContaining("An edit is open"),
      1,
    ])
    await other.fill("{}")
    await page.keyboard.press("Control+Enter")
    await page.waitForFunction(() => document.querySelector("h2")?.textContent?.includes("revision 2"))
    const after = await session.show(id)
    expect([after.subject, after.revision, after.state]).toEqual(["axe", 2, "waits"])
    expect(await status()).toContain(`revision 2, hash ${after.hash}`)
    expect(await page.locator("article:nth-of-type(1) dl").textContent()).toContain(after.hash)
    await page.keyboard.press("e")
    await page.keyboard.press("Escape")
    expect([await page.locator("form").count(), await status()]).toEqual([0, "Nothing was changed."])
    const before = writes().length
    await page.keyboard.press("a")
    await page.waitForFunction(() => document.querySelectorAll("article").length === 1)
    expect(writes().slice(before)).toMatchObject([{ request_body: { subject: "axe", html: after.body.html } }])
  })
})
