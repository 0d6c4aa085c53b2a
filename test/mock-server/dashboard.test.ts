import { createHash } from "node:crypto"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createMockService, type MockServer, startMockServer } from "../../mock-server/index.ts"
import { noBrowser, startBrowser } from "../support/browser.ts"
import { startReceiver, status } from "../support/receiver.ts"

describe("the dashboard", () => {
  const service = createMockService({ clock: "frozen" })
  afterAll(() => service.close())

  it("is one page that may run its own script and style, and ask its own server, and nothing else", async () => {
    const response = await service.fetch("/_mock/")
    const html = await response.text()
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const hashOf = (element: string) => {
      const [, text = ""] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(html) ?? []
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    }
    const policy = response.headers.get("content-security-policy")?.split("; ")
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src ${hashOf("script")}`,
        `style-src ${hashOf("style")}`,
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(html.match(/<(script|style|link|img|iframe)[ >]/g)).toEqual(["<link ", "<style>", "<script>"])
    expect(html).not.toMatch(/(src|href)="(?!data:)/)
  })

  it("is found without the slash too, in a world of its own as well", async () => {
    const { id } = service.world.createWorld()
    for (const prefix of ["", `/@${id}`]) {
      const moved = await service.fetch(`${prefix}/_mock`)
      expect(moved.status).toBe(308)
      const there = new URL(moved.headers.get("location") ?? "", `${service.url}${prefix}/_mock`)
      expect(there.pathname).toBe(`${prefix}/_mock/`)
      expect((await service.fetch(there)).headers.get("x-mas-mock")).toContain(`world=${prefix ? id : "main"};`)
    }
  })

  it("is for reading, and for names of this machine", async () => {
    expect((await service.fetch("/_mock/", { method: "HEAD" })).status).toBe(200)
    const posted = await service.fetch("/_mock/", { method: "POST" })
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"])
    expect((await service.fetch("/_mock/", { headers: { Host: "mas.evil.example" } })).status).toBe(403)
  })

  it("lists the newest messages of every brand, oldest first", async () => {
    const { world } = createMockService({ clock: "frozen" })
    const send = (sid: string, to: string) =>
      world.fetch("/v1/my/messages", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${world.apiKey}`,
          "Content-Type": "application/json",
          "X-Brand-SID": sid,
        },
        body: JSON.stringify({ channel: "sms", to, body: "Hi" }),
      })
    for (const [sid, to] of [
      ["brand_main", "+15550101"],
      ["brand_second", "+15550102"],
      ["brand_main", "+15550103"],
    ] as const) {
      expect((await send(sid, to)).status).toBe(201)
    }
    expect(world.messages.list({ limit: 2 }).map(({ to, brand_id }) => [to, brand_id])).toEqual([
      ["+15550102", 2],
      ["+15550103", 1],
    ])
    expect(world.messages.list()).toHaveLength(3)
    expect(world.requests({ limit: 2 }).map(({ id }) => id)).toEqual([2, 3])
  })
})

describe.skipIf(noBrowser)(`the dashboard in a browser${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  let browser: Browser
  let server: MockServer
  let page: Page
  /** What should never be: errors on the page, and requests to elsewhere. */
  let wrong: string[]
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    server = await startMockServer({ port: 0, clock: "frozen", now: "2026-03-01T12:00:00Z", allowLocalWebhooks: true })
    page = await browser.newPage()
    page.setDefaultTimeout(15_000)
    wrong = []
    page.on("pageerror", ({ message }) => wrong.push(message))
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) wrong.push(message.text())
    })
    page.on("request", (request) => {
      if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith("data:")) wrong.push(request.url())
    })
    await page.goto(`${server.url}/_mock/`)
  })
  afterEach(async () => {
    await page.close()
    await server.close()
    expect(wrong).toEqual([])
  })

  const post = (path: string, body: object) =>
    server.fetch(path, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
  const open = (tab: string) => page.getByRole("button", { name: tab, exact: true }).click()
  const press = (label: string) => page.getByRole("button", { name: label, exact: true }).click()
  const wild = "<img src=x onerror=document.title='broken'> & <b>bold</b>"

  it("moves the clock by its buttons and by what is typed", async () => {
    await page.getByText("2026-03-01 12:00:00").waitFor()
    await press("+1d")
    await page.getByText("2026-03-02 12:00:00").waitFor()
    await page.getByLabel("How far").fill("36h")
    await press("Advance")
    await page.getByText("2026-03-04 00:00:00").waitFor()
    await page.getByLabel("How far").fill("soon")
    await press("Advance")
    await page.getByText("must be milliseconds, or text such as 30s").waitFor()
    await press("Let it run")
    await page.getByRole("button", { name: "Freeze" }).waitFor()
    expect(server.world.clock().mode).toBe("real")
  })

  it("shows requests as they come, with what was sent and answered", async () => {
    await page.getByText("Nobody has called the service yet.").waitFor()
    await post("/v1/my/messages", { channel: "email", subject: wild })
    await page.locator("summary", { hasText: "/v1/my/messages" }).click()
    await page.locator("pre", { hasText: wild }).waitFor()
    await page.locator("pre", { hasText: "validation_errors" }).waitFor()
    await press("Clear")
    await page.getByText("Nobody has called the service yet.").waitFor()
    expect(server.world.requests()).toEqual([])
  })

  it("shows a message as text whatever it says, and reports what its recipient does", async () => {
    await post("/v1/my/messages", { channel: "email", to: "a@example.test", subject: wild, html: wild })
    await open("Messages")
    await page.locator("summary", { hasText: wild }).click()
    await page.locator("pre", { hasText: wild }).waitFor()
    await press("opened")
    await page.locator(".timeline", { hasText: "email.opened" }).waitFor()
    await press("clicked")
    await page.getByText("the message has no link").waitFor()
    expect(await page.title()).toBe("MAS mock server")
    expect(await page.locator("#rows img, #rows pre b").count()).toBe(0)
  })

  it("draws a delivery's attempts on a line of time", async () => {
    const answers = [status(500), status(503), status(200)]
    const receiver = await startReceiver((...request) => answers.shift()?.(...request))
    try {
      await post("/v1/my/webhooks", { url: receiver.url, events: ["email.sent"] })
      await post("/v1/my/messages", { channel: "email", to: "a@example.test", subject: "Hi", body: "Hi" })
      await server.world.advance("10m")
      await open("Webhooks")
      await page.locator("summary", { hasText: "email.sent" }).waitFor()
      const line = page.locator(".attempts")
      expect(await line.locator("i").evaluateAll((dots) => dots.map(({ className }) => className))).toEqual([
        "dot bad",
        "dot bad",
        "dot good",
      ])
      expect(await line.locator("small").allTextContents()).toEqual(["1 m", "5 m"])
    } finally {
      await receiver.close()
    }
  })

  it("shows the service's own mail", async () => {
    await post("/v1/my/account/invites", { email: "ben@example.test", role: "member" })
    await open("Outbox")
    await page.locator("summary", { hasText: "ben@example.test" }).waitFor()
  })

  it("makes requests fail, and lets them be again", async () => {
    await open("Faults")
    await page.getByLabel("Status").fill("503")
    await page.getByLabel("Times").fill("2")
    await press("Add")
    await page.getByText("answers 503").waitFor()
    expect(server.world.faults.list()).toMatchObject([{ path: "/v1/my/*", status: 503, times: 2 }])
    await press("Remove")
    await page.getByText("Nothing is made to fail.").waitFor()
    await page.getByLabel("Status").fill("")
    await press("Add")
    await page.getByText("must say what goes wrong").waitFor()
  })

  it("puts the world back to its seed once that is confirmed", async () => {
    server.world.fillContacts({ count: 5 })
    page.once("dialog", (dialog) => void dialog.dismiss())
    await press("Reset")
    expect(server.world.fillContacts({ count: 0 }).total).toBe(8)
    page.once("dialog", (dialog) => void dialog.accept())
    const reset = page.waitForResponse((response) => response.url().endsWith("/_mock/reset"))
    await press("Reset")
    expect((await reset).status()).toBe(204)
    expect(server.world.fillContacts({ count: 0 }).total).toBe(3)
  })

  it("keeps open what is open while other rows come", async () => {
    await post("/v1/my/lists", { name: "First" })
    await page.locator("summary", { hasText: "/v1/my/lists" }).click()
    await post("/v1/my/lists", { name: "Second" })
    await page.locator("summary").nth(1).waitFor()
    expect(await page.locator("details").evaluateAll((all) => all.map((row) => row.hasAttribute("open")))).toEqual([
      false,
      true,
    ])
    await page.locator("pre", { hasText: "First" }).first().waitFor()
  })

  it("says when the server is gone", async () => {
    await page.getByText("Nobody has called the service yet.").waitFor()
    expect(await page.locator("#offline").isVisible()).toBe(false)
    await server.close()
    await page.locator("#offline").waitFor({ state: "visible" })
  })

  it("is the page of a world under that world's prefix", async () => {
    const world = server.world.createWorld()
    await page.goto(`${world.url}/_mock/`)
    await press("+3d")
    await page.getByText("2026-03-04 12:00:00").waitFor()
    expect(world.clock().now).toBe("2026-03-04T12:00:00.000Z")
    expect(server.world.clock().now).toBe("2026-03-01T12:00:00.000Z")
  })

  it("fits a phone, every list of it", async () => {
    await post("/v1/my/messages", { channel: "email", to: "a@example.test", subject: "x".repeat(200), body: wild })
    await post(`/v1/my/${"long".repeat(60)}`, {})
    await page.setViewportSize({ width: 360, height: 740 })
    for (const tab of ["Requests", "Messages", "Webhooks", "Outbox", "Faults"]) {
      await open(tab)
      await page.locator("#rows > *").first().waitFor()
      expect(await page.evaluate("document.documentElement.scrollWidth"), tab).toBeLessThanOrEqual(360)
    }
  })
})
