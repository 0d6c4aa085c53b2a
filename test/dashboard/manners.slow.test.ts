import axe from "axe-core"
import { afterEach, expect, it } from "vitest"
import { startReceiver, status } from "../support/receiver.ts"
import { all } from "../support/slow.ts"
import { describeWindow } from "../support/window.ts"

/** Every view, empty and with something open in it. */
const empty = ["messages", "webhooks", "time", "requests", "world/faults"]
const full = [
  "messages/1",
  "messages/1?as=headers",
  "messages/9",
  "messages?q=none",
  "webhooks/1?endpoint=1",
  "time?at=1",
  "requests/2",
]
const parts = [
  "worlds",
  "capacity",
  "inbound",
  "checkpoints",
  "fixtures",
  "snapshots",
  "contacts",
  "suppressions",
].concat(["grants", "managedAccounts", "fundingPurchases", "planCheckouts", "campaigns", "flows", "outbox"])
if (all) {
  empty.push(...parts.map((part) => `world/${part}`))
  full.push("time", "requests", "requests?q=none", ...parts.map((part) => `world/${part}`))
}

const wild = `\u202e<b>${"verylongword".repeat(20)}`

describeWindow("the window's manners", (frame) => {
  let close = async () => {}
  afterEach(() => close())

  /** Something of everything, some of it long and foreign. */
  const fill = async () => {
    const receiver = await startReceiver(status(500))
    close = receiver.close
    await frame.post("/v1/my/webhooks", { url: `${receiver.url}/${"x".repeat(150)}`, events: ["email.sent"] })
    const tags = { [wild.slice(0, 40)]: wild.slice(0, 200) }
    await frame.send({ subject: wild, html: `<p>${wild}</p><a href="https://shop.test/${wild}">a</a>`, tags })
    await frame.server.world.advance("6m")
    await frame.page.setViewportSize({ width: 1280, height: 900 })
  }

  /** What axe finds, each with where. */
  const findings = async (address: string) => {
    await frame.open(address)
    await frame.page.locator("nav a[aria-current]").first().waitFor()
    await frame.page.waitForFunction(() => !document.body.textContent?.includes("Reading …"))
    const inLight: axe.AxeResults = await frame.page.evaluate("axe.run({ iframes: false })")
    // Another theme has other colours, and is the same page else.
    await frame.page.emulateMedia({ colorScheme: "dark" })
    const inDark: axe.AxeResults = await frame.page.evaluate('axe.run({ iframes: false, runOnly: ["color-contrast"] })')
    await frame.page.emulateMedia({ colorScheme: "light" })
    const all = [...inLight.violations, ...inDark.violations]
    return all.map(({ id, nodes }) => `${address}: ${id} at ${nodes[0]?.html}`)
  }

  it("has nothing that axe finds, in any view, in light and in dark", async () => {
    // Put in by the debugger, which the page's policy does not bind.
    await frame.page.addInitScript(axe.source)
    const found: string[] = []
    for (const address of empty) found.push(...(await findings(address)))
    await fill()
    for (const address of full) found.push(...(await findings(address)))
    expect(found).toEqual([])
  })

  it("is looked at by an axe that finds what is wrong", async () => {
    await frame.page.addInitScript(axe.source)
    await frame.open("messages")
    await frame.page.getByText("Nothing has been sent yet.").waitFor()
    await frame.page.evaluate(() => document.querySelector("main")?.append(document.createElement("button")))
    const results: axe.AxeResults = await frame.page.evaluate("axe.run({ iframes: false })")
    expect(results.violations.map(({ id }) => id)).toEqual(["button-name"])
  })

  it("fits 360 pixels in every view, whatever stands in it", async () => {
    await fill()
    await frame.page.setViewportSize({ width: 360, height: 740 })
    const tooWide: string[] = []
    for (const address of [...empty, ...full]) {
      await frame.open(address)
      await frame.page.waitForFunction(() => !document.body.textContent?.includes("Reading …"))
      expect(await frame.page.evaluate("document.documentElement.scrollWidth"), address).toBeLessThanOrEqual(360)
      const wide = await frame.page
        .locator("main, .pane, .side, main section")
        .evaluateAll((parts) =>
          parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ className }) => className),
        )
      tooWide.push(...wide.map((part) => `${address}: ${part}`))
    }
    expect(tooWide).toEqual([])
  })

  /** Text that ends in an ellipsis, where pointing at it does not say the whole. */
  const cut = () =>
    frame.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("body *")]
        .filter((part) => getComputedStyle(part).textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth)
        .filter((part) => !part.title.includes(part.textContent?.trim() ?? "-"))
        .map((part) => part.outerHTML),
    )

  it("cuts no text without a way to see the whole", async () => {
    await fill()
    await frame.post(`/v1/my/${"verylong".repeat(30)}`, {})
    const found: string[] = []
    let clipped = 0
    for (const width of [1280, 360]) {
      await frame.page.setViewportSize({ width, height: 740 })
      for (const address of [...empty, ...full]) {
        await frame.open(address)
        await frame.page.waitForFunction(() => !document.body.textContent?.includes("Reading …"))
        found.push(...(await cut()))
        clipped += await frame.page.locator(".clip").count()
      }
    }
    expect(found).toEqual([])
    expect(clipped).toBeGreaterThan(10)
    await frame.open("messages")
    const subject = frame.page.locator("b.clip").first()
    await subject.evaluate((element) => element.removeAttribute("title"))
    expect(await cut()).toHaveLength(1)
  })

  it("keeps the theme that was chosen", async () => {
    await frame.page.emulateMedia({ colorScheme: "light" })
    await frame.open("messages")
    const scheme = () => frame.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    expect(await scheme()).toBe("light dark")
    await frame.page.getByLabel("Theme").selectOption("dark")
    expect(await scheme()).toBe("dark")
    await frame.page.reload()
    await frame.page.getByLabel("Theme").waitFor()
    expect(await scheme()).toBe("dark")
  })

  it("says when the server is gone", async () => {
    await frame.open("messages")
    await frame.page.getByText("Nothing has been sent yet.").waitFor()
    expect(await frame.page.getByRole("alert").count()).toBe(0)
    await frame.server.close()
    await frame.page.getByText("The mock server does not answer.").waitFor()
  })

  it("is the page of a world under that world's prefix", async () => {
    const world = frame.server.world.createWorld()
    const send = { channel: "email", to: "a@example.test", subject: "Of this world", body: "Hi" }
    const headers = { Authorization: `Bearer ${world.apiKey}`, "Content-Type": "application/json" }
    await world.fetch("/v1/my/messages", { method: "POST", headers, body: JSON.stringify(send) })
    await frame.page.goto(`${world.url}/_mock/#/messages/1`)
    await frame.page.getByRole("heading", { name: "Of this world" }).waitFor()
    await frame.page.getByText("1 message", { exact: true }).waitFor()
    await frame.open("messages")
    await frame.page.reload()
    await frame.page.getByText("Nothing has been sent yet.").waitFor()
  })
})
