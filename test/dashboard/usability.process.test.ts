import { afterEach, expect, it } from "vitest"
import { injectAxe, violationsIn, violationsInBothModes } from "../support/axe.ts"
import { describeDashboard } from "../support/dashboard-page.ts"
import { startReceiver, status } from "../support/receiver.ts"

/** Every view, empty and with a record open. */
const empty = ["messages", "webhooks", "time", "requests", "data/faults"]
const full = [
  "messages/1",
  "messages/1?as=headers",
  "messages/9",
  "messages?q=none",
  "webhooks/1?endpoint=1",
  "time?show=history",
  "requests/2",
]
const parts = [
  "templates",
  "lists",
  "segments",
  "imports",
  "validations",
  "worlds",
  "state",
  "outcomes",
  "senders",
  "capacity",
  "inbound",
  "contacts",
  "suppressions",
  "grants",
  "managedAccounts",
  "fundingPurchases",
  "planCheckouts",
  "campaigns",
  "flows",
  "outbox",
]
empty.push(...parts.map((part) => `data/${part}`))
full.push("requests?q=none")
const views = [...empty, ...full, "messages/2"]

const inOrder = `\u202e${"turned ".repeat(3)}`
const wild = `\u202e<b>${"verylongword".repeat(20)}`

describeDashboard("the dashboard for every user", (frame) => {
  let close = async () => {}
  afterEach(() => close())

  /** One record of each kind; some texts are long, hostile, or with a bidi override. */
  const fill = async () => {
    const receiver = await startReceiver(status(500))
    close = receiver.close
    const { world, apiKey } = frame.server
    await frame.post("/v1/my/webhooks", { url: `${receiver.url}/${"x".repeat(150)}`, events: ["email.sent"] })
    const tags = { [wild.slice(0, 40)]: wild.slice(0, 200) }
    await frame.send({
      subject: wild,
      html: `<p>${wild}</p><a href="https://shop.test/${wild}">a</a><a href="https://shop.test/${inOrder}">b</a>`,
      tags,
    })
    await world.advance("6m")
    world.outcomes.add({ to: "ben@example.test", outcome: "unknown" })
    await frame.send({ to: "ben@example.test", subject: "Failed" })
    world.messages.event(1, { type: "clicked", url: world.messages.get(1).links.at(-1)?.url ?? "" })
    world.messages.event(2, { type: "failed", failure: { reason: inOrder, code: "odd" } })
    world.checkpoints.save(inOrder)
    world.faults.add({ on: "request", path: "/v1/none", status: 503, body: inOrder })
    world.inbound({ from: "ada@example.test", to: "inbox@acme.test", subject: inOrder, text: inOrder })
    for (const path of ["contacts", "campaigns", "flows"]) {
      await frame.post(`/v1/my/${path}`, { email: "eve@example.test", first_name: inOrder, name: inOrder })
    }
    await frame.server.fetch("/v1/my/account", {
      method: "PATCH",
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: inOrder }),
    })
    await frame.post(`/v1/my/${"verylong".repeat(30)}`, {})
  }

  /** Opens a view and waits for its data. */
  const show = async (address: string) => {
    await frame.open(address)
    await frame.page.locator("nav a[aria-current]").first().waitFor()
    await frame.page.waitForFunction(() => !document.body.textContent?.includes("Loading …"))
  }

  // A mail's frame is the sender's business.
  const axeOptions = { iframes: false }

  /** Truncated text whose tooltip lacks the full text. */
  const cut = () =>
    frame.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("body *")]
        .filter((part) => getComputedStyle(part).textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth)
        .filter((part) => !part.title.includes(part.textContent?.trim() ?? "-"))
        .map((part) => part.outerHTML),
    )

  /** Elements that show a bidi override without isolating it. */
  const unisolated = () =>
    frame.page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const elements: string[] = []
      while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode
        if (!textContent?.includes("\u202e") || parentElement?.closest("bdi, textarea, option, script")) continue
        elements.push(parentElement?.outerHTML ?? "")
      }
      return elements
    })

  /** How many controls Tab does not reach, and the controls without a visible focus. */
  const missedByTab = async () => {
    const stopCount = await frame.page.evaluate(() => {
      const all = document.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, textarea, summary, [tabindex]",
      )
      const reachable = [...all].filter(
        (part) =>
          part.tabIndex >= 0 && !part.matches(":disabled") && part.checkVisibility({ visibilityProperty: true }),
      )
      for (const [at, part] of reachable.entries()) part.dataset.stop = String(at)
      return reachable.length
    })
    const reachedStops = new Set<string>()
    const unshown = new Set<string>()
    for (let at = 0; at < stopCount + 10 && reachedStops.size < stopCount; at++) {
      await frame.page.keyboard.press("Tab")
      const { stop, outline, html } = await frame.page.evaluate(() => {
        const { activeElement } = document
        const stop = activeElement instanceof HTMLElement ? activeElement.dataset.stop : undefined
        const outline = activeElement === null ? "none" : getComputedStyle(activeElement).outlineStyle
        return { stop, outline, html: activeElement?.outerHTML.slice(0, 80) ?? "" }
      })
      if (stop === undefined) continue
      reachedStops.add(stop)
      if (outline === "none") unshown.add(html)
    }
    return { missed: stopCount - reachedStops.size, unshown: [...unshown] }
  }

  it("passes axe in every view while it is empty, in light and dark mode", async () => {
    await injectAxe(frame.page)
    for (const address of empty) {
      await show(address)
      expect(await violationsInBothModes(frame.page, axeOptions), address).toEqual([])
    }
  })

  // One walk through all views with data, since opening them takes most of the time.
  it("passes axe, truncates no text without a tooltip, isolates bidi overrides, and reaches each control by Tab", async () => {
    await injectAxe(frame.page)
    await fill()
    let clipped = 0
    let overridden = 0
    for (const address of views) {
      await show(address)
      expect(await violationsInBothModes(frame.page, axeOptions), address).toEqual([])
      expect(await cut(), address).toEqual([])
      expect(await unisolated(), address).toEqual([])
      // Controls that appear during a count are in the next one.
      await expect.poll(missedByTab, { message: address }).toEqual({ missed: 0, unshown: [] })
      clipped += await frame.page.locator(".clip").count()
      if ((await frame.page.locator("main").textContent())?.includes("\u202e")) overridden++
    }
    expect(clipped).toBeGreaterThan(10)
    expect(overridden).toBeGreaterThan(8)
  })

  it("fits 360 pixels in every view, whatever its content, and truncates no text without a tooltip", async () => {
    await fill()
    await frame.page.setViewportSize({ width: 360, height: 740 })
    for (const address of views) {
      await show(address)
      expect(await frame.page.evaluate("document.documentElement.scrollWidth"), address).toBeLessThanOrEqual(360)
      const wide = await frame.page
        .locator("main, .pane, .side, main section")
        .evaluateAll((parts) =>
          parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ className }) => className),
        )
      expect(wide, address).toEqual([])
      expect(await cut(), address).toEqual([])
    }
  })

  it("keeps the facts of its header on a phone, in one line each of clock and views", async () => {
    const { world } = frame.server
    await frame.post("/v1/my/webhooks", { url: "http://127.0.0.1:9/hook", events: ["email.sent"] })
    await frame.send()
    await world.advance(0)
    await world.clock.set({ mode: "real", now: new Date(Date.now() + 6 * 3_600_000 + 1_000).toISOString() })
    await frame.page.setViewportSize({ width: 390, height: 740 })
    await show("messages")
    const textOf = (selector: string) => frame.page.locator(selector).first().innerText()
    await expect.poll(() => textOf(".now")).toMatch(/^[\d-]+ [\d:]+ \+6 h/)
    await expect.poll(() => textOf("nav")).toMatch(/Messages\s*1\s*Webhooks\s*●1 fail\s*Requests/)
    const heights = await frame.page
      .locator(".top > *")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().y > 30))
    expect(heights.filter(Boolean)).toHaveLength(1)
    const nav = frame.page.locator("nav").first()
    expect(await nav.evaluate((views) => views.scrollWidth - views.clientWidth)).toBe(0)
  })

  it("fails each of these checks if there is something to find", async () => {
    await injectAxe(frame.page)
    await frame.open("messages")
    await frame.page.getByText("No messages yet").waitFor()
    await frame.page.evaluate(() => document.querySelector("main")?.append(document.createElement("button")))
    expect(await violationsIn(frame.page, axeOptions)).toEqual(["button-name at <button></button>"])

    await fill()
    await frame.page.reload()
    const subject = frame.page.locator(".clip").filter({ hasText: "verylongword" }).first()
    await subject.evaluate((element) => element.removeAttribute("title"))
    expect(await cut()).toHaveLength(1)

    await frame.page.evaluate(() => document.styleSheets[0]?.insertRule("select { outline: none !important }"))
    expect((await missedByTab()).unshown).toHaveLength(2)
    await frame.page.evaluate(() => {
      const hold = (event: KeyboardEvent) => event.key === "Tab" && event.preventDefault()
      document.querySelector("nav")?.addEventListener("keydown", hold)
    })
    expect((await missedByTab()).missed).toBeGreaterThan(0)

    await frame.page.evaluate(() => {
      for (const bdi of document.querySelectorAll("bdi")) bdi.replaceWith(...bdi.childNodes)
    })
    expect(await unisolated()).not.toEqual([])
  })

  it("isolates a bidi override in what it says", async () => {
    await frame.open("data/state")
    await frame.page.getByLabel("Name", { exact: true }).fill(inOrder)
    await frame.press("Save a checkpoint")
    expect(await frame.page.locator(".said bdi bdi").textContent()).toBe(inOrder)
  })

  it("shows the selection in forced colours, in every view", async () => {
    await fill()
    await frame.page.emulateMedia({ forcedColors: "active" })
    /** The colours of selected elements, and of the others. */
    const coloursOf = (part: string, isChosen: string) =>
      frame.page.locator(part).evaluateAll((all, chosen) => {
        const colours = all.map((each) => {
          const { backgroundColor, color } = getComputedStyle(each)
          return { isChosen: each.matches(chosen), text: `${color} on ${backgroundColor}` }
        })
        return [true, false].map((is) => [
          ...new Set(colours.flatMap((each) => (each.isChosen === is ? each.text : []))),
        ])
      }, isChosen)
    for (const [address, part, isChosen] of [
      ["messages/1", "nav a", "[aria-current]"],
      ["messages/1", ".tabs a", "[aria-current]"],
      ["data/faults", ".parts-nav a", "[aria-current]"],
      ["data/faults", "fieldset button", "[aria-pressed=true]"],
      ["time", "fieldset button", "[aria-pressed=true]"],
      ["requests/1", ".pane .actions button", "[aria-pressed=true]"],
    ] as const) {
      await frame.open(address)
      await frame.page.locator(part).first().waitFor()
      const [chosen = [], others = []] = await coloursOf(part, isChosen)
      expect([chosen.length, others.length], part).toEqual([1, 1])
      expect(chosen, part).not.toEqual(others)
      const [text, back] = (chosen[0] ?? "").split(" on ")
      expect(text, part).not.toBe(back)
    }
  })

  it("works if the browser denies access to its storage", async () => {
    await frame.page.addInitScript(() => {
      const get = () => {
        throw new DOMException("Access is denied for this document.", "SecurityError")
      }
      Object.defineProperty(window, "localStorage", { get })
    })
    await frame.open("messages")
    await frame.page.getByLabel("Theme").selectOption("dark")
    expect(await frame.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark")
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
})
