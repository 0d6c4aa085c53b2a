import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the view Messages", (frame) => {
  const rows = () => frame.page.getByRole("list", { name: "Messages" }).getByRole("link")
  const row = (text: string) => rows().filter({ hasText: text })

  it("shows the status of each message as a word, a sign and a colour", async () => {
    const fates = {
      bounced: "✕",
      "soft-bounced": "✕",
      complained: "✕",
      opened: "✓",
      clicked: "✓",
      failed: "✕",
      delivered: "✓",
    }
    for (const fate of Object.keys(fates)) {
      await frame.send({
        to: `${fate}@simulator.test`,
        subject: `to be ${fate}`,
        html: '<a href="https://a.test">a</a>',
      })
    }
    // What the recipient does leaves the status of the API as it is.
    const words: Readonly<Record<string, string>> = {
      failed: "failed",
      bounced: "sent · hard bounce",
      "soft-bounced": "sent · soft bounce",
      complained: "sent · complaint",
    }
    await frame.open("messages")
    for (const [fate, sign] of Object.entries(fates)) {
      const badge = row(`to be ${fate}`).locator(".badge")
      expect(await badge.textContent()).toBe(sign + (words[fate] ?? `sent · ${fate}`))
      expect(await badge.getAttribute("class")).toBe(`badge ${sign === "✓" ? "good" : "bad"}`)
      const [red = 0, green = 0] =
        (await badge.evaluate((element) => getComputedStyle(element).color)).match(/\d+/g) ?? []
      expect(Number(green) > Number(red)).toBe(sign === "✓")
    }
  })

  it.each([
    ["bounced", "sent · hard bounce", "Hard bounce (general): bounced@simulator.test is suppressed for good.", "24.1"],
    ["failed", "failed", "Failed for good:", "31.5"],
  ])("explains above the mail what became of one that %s, by its rule", async (fate, word, sentence, rule) => {
    await frame.open(`messages/${await frame.send({ to: `${fate}@simulator.test` })}`)
    const status = frame.page.locator("dd", { hasText: word })
    await status.getByText(sentence).waitFor()
    await status.getByText(`rule ${rule}`).waitFor()
    const bottomOf = async (selector: string) => (await frame.page.locator(selector).first().boundingBox())?.y ?? 0
    const sentenceAt = (await status.getByText(sentence).boundingBox())?.y ?? Number.POSITIVE_INFINITY
    expect(sentenceAt).toBeLessThan(await bottomOf("iframe"))
    if (fate === "bounced")
      await frame.page
        .getByText(
          "Status stays sent: its outcome shows in status_reason_code (hard_bounce) and webhooks (email.bounced).",
        )
        .waitFor()
  })

  it("shows recipient and marks of a bounced mail whole in one line, and the time without the day of its heading", async () => {
    const subject = "Order for bounced"
    await frame.send({ to: "bounced@simulator.test", subject, html: "<p>Hi undefined", tags: { order: "17" } })
    await frame.open("messages")
    const bounced = row(subject)
    const boxOf = async (selector: string) => {
      const { x = 0, width = 0 } = (await bounced.locator(selector).boundingBox()) ?? {}
      return { start: x, end: x + width }
    }
    const title = bounced.locator(".title")
    expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    expect(await bounced.locator(".badge").allTextContents()).toEqual(["✕content", "✕sent · hard bounce"])
    const [content, status] = await Promise.all([boxOf(".badge >> nth=0"), boxOf(".badge >> nth=1")])
    expect(content.end).toBeLessThan(status.start)
    expect(await bounced.locator("time").innerText()).toMatch(/12:00:00$/)
    await expect.poll(() => boxOf("time").then(({ start, end }) => end - start)).toBeLessThan(70)
  })

  it("keeps focus, selection and position while new messages arrive", async () => {
    for (let at = 1; at <= 40; at++) await frame.send({ subject: `number ${at}.` })
    await frame.open("messages/20")
    const heading = frame.page.getByRole("heading", { level: 2, name: "number 20." })
    await heading.evaluate((title) => getSelection()?.selectAllChildren(title))
    const list = frame.page.locator(".scroll")
    await list.evaluate((box) => box.scrollTo({ top: 600 }))
    await row("number 25.").focus()
    const before = await row("number 25.").boundingBox()
    const element = await row("number 25.").elementHandle()
    for (let at = 41; at <= 60; at++) await frame.send({ subject: `number ${at}.` })
    await frame.page.getByText("60 messages").waitFor()
    // An event of the row itself changes only its text.
    frame.server.world.messages.event(25, { type: "complained" })
    await row("number 25.").getByText("sent · complaint").waitFor()
    expect(await frame.page.evaluate(() => String(getSelection()))).toBe("number 20.")
    expect(await row("number 25.").boundingBox()).toEqual(before)
    expect(await element?.evaluate((link) => document.activeElement === link)).toBe(true)
    expect(await row("number 20.").getAttribute("aria-current")).toBe("true")
    await frame.page.getByRole("button", { name: "20 newer" }).click()
    await row("number 60.").waitFor()
  })

  it("counts more than 10,000, finds any of them, and links to the oldest", async () => {
    const { world, apiKey } = frame.server
    world.state.setFixtures({ accounts: { main: { plan: "growth", standing: "trusted" } } })
    const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" }
    for (let at = 1; at <= 10_050; at++) {
      const body = JSON.stringify({ channel: "email", to: "a@example.test", subject: `number ${at}.`, body: "Hi" })
      await world.fetch("/v1/my/messages", { method: "POST", headers, body })
    }
    await frame.open("messages")
    await frame.page.getByText("10,050 messages", { exact: true }).waitFor()
    expect(await rows().count()).toBeLessThan(50)
    await row("number 10050.").focus()
    await frame.page.keyboard.press("PageDown")
    await frame.page.locator(":focus", { hasText: /number 100[34]\d\./ }).waitFor()
    await frame.page.keyboard.press("End")
    await frame.page.locator(":focus", { hasText: "number 1." }).waitFor()
    await frame.page.getByRole("searchbox").fill("number 4321.")
    await frame.page.getByText("1 of 10,050 messages").waitFor()
    await row("number 4321.").click()
    await frame.page.getByRole("heading", { name: "number 4321." }).waitFor()
  })

  it("sends no requests while nothing happens, and reads a body only when it is opened", async () => {
    await frame.page.clock.install()
    const session = await frame.page.context().newCDPSession(frame.page)
    await session.send("Network.enable")
    let bytes = 0
    session.on("Network.dataReceived", ({ dataLength }) => {
      bytes += dataLength
    })
    const html = `<p>${"long ".repeat(100_000)}</p>`
    for (let at = 1; at <= 8; at++) await frame.send({ html, subject: `large ${at}` })
    await frame.open("messages")
    await row("large 1").waitFor()
    await frame.send({ html, subject: "large 9" })
    await row("large 9").waitFor()
    // The page, and the rows of nine mails of half a megabyte.
    expect(bytes).toBeLessThan(200_000)

    const requestPaths: string[] = []
    frame.page.on("request", (request) => requestPaths.push(new URL(request.url()).pathname))
    await frame.page.evaluate(() => {
      const changes = new MutationObserver((all) => document.body.setAttribute("data-changed", String(all.length)))
      changes.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    const before = bytes
    await frame.page.clock.runFor(120_000)
    expect([requestPaths, bytes - before]).toEqual([[], 0])
    expect(await frame.page.locator("body").getAttribute("data-changed")).toBeNull()
    await row("large 9").click()
    await frame.page.frameLocator("iframe").getByText("long long").waitFor()
    // A change that arrives late is read again, but no body.
    expect([...new Set(requestPaths)].sort()).toEqual([
      "/_mock/messages/9",
      "/_mock/messages/9/html",
      "/_mock/messages/9/why",
      "/_mock/rows/delivery",
    ])
    expect(requestPaths.filter((path) => path.endsWith("/html"))).toHaveLength(1)
    expect(bytes - before).toBeGreaterThan(500_000)
  })

  it("has an address for each message, and the back button goes back", async () => {
    const id = await frame.send({ subject: "the first one" })
    await frame.send({ subject: "the second one" })
    await frame.open("messages")
    await row("the first one").click()
    const heading = frame.page.getByRole("heading", { level: 2 })
    expect(await heading.textContent()).toBe("the first one")
    expect(new URL(frame.page.url()).hash).toBe(`#/messages/${id}`)
    await row("the second one").click()
    await heading.getByText("the second one").waitFor()
    await frame.page.goBack()
    await heading.getByText("the first one").waitFor()
    await frame.page.goBack()
    await heading.waitFor({ state: "detached" })
    await frame.open("messages/99")
    await frame.page.getByText("Message not found").waitFor()
  })

  it("shows a mail at mobile width, in dark mode, at full height, and in a new tab", async () => {
    const html = "<style>@media (prefers-color-scheme: dark) { p { color: rgb(1, 2, 3) } }</style><p>Hello</p>"
    await frame.open(`messages/${await frame.send({ html })}`)
    const colour = () =>
      frame.page
        .frameLocator("iframe")
        .getByText("Hello")
        .evaluate((text) => getComputedStyle(text).color)
    expect(await colour()).toBe("rgb(0, 0, 0)")
    await frame.page.getByLabel("Dark", { exact: true }).check()
    await expect.poll(colour).toBe("rgb(1, 2, 3)")
    await frame.page.getByLabel("Mobile").check()
    const size = async () => (await frame.page.locator("iframe").boundingBox()) ?? { width: 0, height: 0 }
    expect((await size()).width).toBeLessThanOrEqual(360)
    const { height } = await size()
    await frame.page.getByLabel("Full height").check()
    expect((await size()).height).toBeGreaterThan(height + 200)
    const opened = frame.page.context().waitForEvent("page")
    await frame.page.getByRole("link", { name: "Open in new tab" }).click()
    const alone = await opened
    await alone.getByText("Hello").waitFor()
    expect(new URL(alone.url()).pathname).toBe("/_mock/messages/1/html")
    await alone.close()
  })

  it("shows code that sends a message while it is empty", async () => {
    await frame.page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await frame.open("messages")
    await frame.page.getByText("No messages yet").waitFor()
    await frame.page.getByRole("button", { name: /^Copy the line/ }).click()
    const copied = await frame.page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain("mas.messages.send({")
  })

  it("leaves room for the list below the form, even on a low screen", async () => {
    await frame.send()
    await frame.page.setViewportSize({ width: 640, height: 360 })
    await frame.open("messages")
    await row("Your receipt").waitFor()
    await frame.press("Send a message")
    await frame.page.getByLabel("Subject", { exact: true }).waitFor()
    const { height = 0 } = (await frame.page.locator(".scroll").boundingBox()) ?? {}
    expect(height).toBeGreaterThan(60)
    await row("Your receipt").click()
    await frame.page.getByRole("heading", { name: "Your receipt" }).waitFor()
  })
})
