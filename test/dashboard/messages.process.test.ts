import { expect, it } from "vitest"
import { tableOf } from "../support/dashboard-data.ts"
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

  it("loads sample data that a reset removes", async () => {
    await frame.open("messages")
    await frame.press("Load sample data")
    await frame.page.getByText("Sample data is loaded.").waitFor()
    await frame.page.getByRole("link", { name: /sent · hard bounce/ }).waitFor()
    const { world } = frame.server
    expect(world.messages.list().length).toBe(7)
    expect(world.deliveries.list().length).toBeGreaterThan(0)
    world.reset()
    await frame.page.getByText("No messages yet").waitFor()
    expect(world.messages.list()).toEqual([])
  })

  it("filters by statuses of the API, each with what became of the message", async () => {
    const html = '<a href="https://a.test">a</a>'
    for (const fate of ["opened", "clicked", "bounced"]) await frame.send({ to: `${fate}@simulator.test`, html })
    await frame.send()
    await frame.open("messages")
    await frame.page.getByLabel("Any status").selectOption("sent · delivered (1)")
    await frame.page.getByText("1 of 4 messages").waitFor()
    expect(await frame.page.getByLabel("Any status").locator("option").allTextContents()).toEqual([
      "Any status",
      ...["delivered", "opened", "clicked", "hard bounce"].map((outcome) => `sent · ${outcome} (1)`),
    ])
  })

  it("finds a tag as it is shown", async () => {
    for (const order of ["16", "17"]) await frame.send({ subject: `number ${order}.`, tags: { order } })
    await frame.open("messages")
    await frame.page.getByRole("searchbox").fill("order: 17")
    await frame.page.getByText("1 of 2 messages").waitFor()
    await row("number 17.").getByText("order: 17").waitFor()
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

  it("offers a test of a message that went well", async () => {
    await frame.open(`messages/${await frame.send()}`)
    await frame.page.getByRole("article").getByRole("button", { name: "Copy as a test" }).click()
    await frame.page.getByRole("button", { name: "Test copied" }).waitFor()
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

  it("counts all messages, and shows those that match search and filter", async () => {
    for (const to of ["delivered+ada", "bounced+ada", "bounced+ben"]) await frame.send({ to: `${to}@simulator.test` })
    await frame.open("messages")
    await frame.page.getByText("3 messages").waitFor()
    await frame.page.getByRole("searchbox").fill("ADA receipt")
    await frame.page.getByText("2 of 3 messages").waitFor()
    await frame.page.getByLabel("Any status").selectOption("sent · hard bounce (2)")
    await frame.page.getByText("1 of 3 messages").waitFor()
    await frame.send({ to: "bounced+ada2@simulator.test" })
    await frame.page.getByText("2 of 4 messages").waitFor()
    expect(new URL(frame.page.url()).hash).toBe("#/messages?q=ADA+receipt&is=sent+%C2%B7+hard+bounce")
    await frame.page.reload()
    await frame.page.getByText("2 of 4 messages").waitFor()
    await frame.page.getByRole("searchbox").fill("nobody")
    await frame.page.getByText("No message matches this search.").waitFor()
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

  it("performs a recipient's actions, and shows each at once", async () => {
    await frame.server.world.outcomes.add({ to: "*", outcome: "unknown" })
    const id = await frame.send({ html: '<a href="https://shop.test/a">A</a> <a href="https://shop.test/b">B</a>' })
    await frame.open(`messages/${id}`)
    const timeline = frame.page.locator(".timeline")
    for (const [button, event] of [
      ["Deliver", "email.delivered"],
      ["Open", "email.opened"],
      ["Click https://shop.test/b", "email.clicked"],
      ["Open by a scanner", "email.bot_opened"],
      ["Click by a scanner", "email.bot_clicked"],
      ["Soft bounce", "email.bounced"],
      ["Mark as spam", "email.complained"],
    ] as const) {
      if (!["Open", "Click https://shop.test/b"].includes(button))
        await frame.page.getByText("More", { exact: true }).click()
      await frame.press(button)
      await timeline.locator(".badge", { hasText: event }).waitFor()
    }
    const fateOf = (url: string) => frame.page.locator(".rows li", { hasText: url }).locator(".badge").textContent()
    expect([await fateOf("shop.test/a"), await fateOf("shop.test/b")]).toEqual(["·clicked by a scanner", "✓clicked"])
    await row("Your receipt").getByText("sent · complaint").waitFor()
    await frame.press("Click")
    await frame.page.getByText("The recipient clicked the first link.").waitFor()
    await expect.poll(() => fateOf("shop.test/a")).toBe("✓clicked")
    await frame.press("Bounce")
    await row("Your receipt").getByText("sent · hard bounce").waitFor()
    expect((await tableOf(frame.server.world, "suppressions", "search=hard_bounce")).total).toBe(1)
    const other = await frame.send({ to: "ben@example.test", subject: "Refused" })
    await frame.open(`messages/${other}`)
    await frame.page.getByText("More", { exact: true }).click()
    await frame.press("Fail")
    await frame.page.getByText("The message failed: nothing more can happen to it.").waitFor()
    expect(await frame.page.getByRole("button", { name: "Open", exact: true }).isDisabled()).toBe(true)
  })

  it("unsubscribes the recipient, as the sender's own page would", async () => {
    await frame.open(`messages/${await frame.send()}`)
    await frame.page.getByText("More", { exact: true }).click()
    await frame.press("Unsubscribe")
    await frame.page.getByText("The contact is unsubscribed").waitFor()
    const [ada] = (await tableOf(frame.server.world, "contacts", "search=ada@example.test")).rows
    expect(ada).toMatchObject({
      subscribed_email: false,
      channels: [{ subscribed: false, opt_out_at: "2026-03-01T12:00:00.000Z" }],
    })
    expect(frame.server.world.requests.list().at(-1)).toMatchObject({ endpoint: "contacts.create", status: 200 })
    await frame.open("data/contacts")
    const contact = frame.page.getByRole("list", { name: "Contacts" }).getByRole("listitem").filter({ hasText: "ada@" })
    await contact.getByText("not subscribed").waitFor()
  })

  it("sends a message from here, as a program would", async () => {
    await frame.open("messages")
    await frame.press("Send a message")
    await frame.page.getByLabel("To", { exact: true }).fill("bounced@simulator.test")
    await frame.page.getByLabel("Subject", { exact: true }).fill("From the page")
    await frame.press("Send")
    await frame.page.getByRole("heading", { name: "From the page" }).waitFor()
    await row("From the page").locator(".badge", { hasText: "sent · hard bounce" }).waitFor()
    expect(frame.server.world.requests.list().at(-1)).toMatchObject({ endpoint: "messages.send", status: 201 })
  })

  it("sends an SMS and a template, and can be cancelled", async () => {
    const template = { name: "Receipt", subject: "Hi", html: "<p>Order {{ data.order }}" }
    const { id }: { id: number } = JSON.parse(await (await frame.post("/v1/my/templates", template)).text())
    await frame.open("messages")
    await frame.press("Send a message")
    await frame.press("SMS")
    await frame.page.getByLabel("Text", { exact: true }).fill("Your code is 123456")
    await frame.press("Send")
    await frame.page.getByText("Message 1 is accepted, and open now.").waitFor()
    expect(frame.server.world.messages.get(1)).toMatchObject({ channel: "sms", text: "Your code is 123456" })
    await frame.press("Send a message")
    await frame.press("Template")
    await frame.page.getByRole("combobox", { name: "Template" }).selectOption("Receipt")
    await frame.page.getByLabel("Data, as JSON").fill('{"order": 12}')
    await frame.press("Send")
    await frame.page.getByText("Message 2 is accepted, and open now.").waitFor()
    expect(frame.server.world.messages.get(2)).toMatchObject({ template_id: id, html: "<p>Order 12" })
    await frame.press("Send a message")
    await frame.press("Cancel")
    await frame.page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" })
  })

  it("replies for the recipient, to the brand's inbox", async () => {
    await frame.open(`messages/${await frame.send()}`)
    await frame.press("Reply")
    await frame.page.getByLabel("Reply from ada@example.test to inbox@acme.test").fill("Where is it?")
    await frame.page.getByLabel("Automatic reply").check()
    await frame.press("Send reply")
    await frame.page.getByText("The reply arrived at inbox@acme.test.").waitFor()
    const [response] = (await tableOf(frame.server.world, "conversationMessages")).rows
    expect(response).toMatchObject({ from: "ada@example.test", text: "Where is it?", auto_submitted: true })
  })

  it("shows the text, the source, the headers and the tags of a mail", async () => {
    const id = await frame.send({
      html: "<h1>Thank you</h1>",
      body: "Thank you in text",
      headers: { "X-Order": "10423" },
      tags: { shop: "north" },
    })
    await frame.open(`messages/${id}`)
    await frame.page.frameLocator("iframe").getByRole("heading", { name: "Thank you" }).waitFor()
    const tab = (name: string) => frame.page.getByRole("link", { name, exact: true }).click()
    await tab("Text")
    await frame.page.locator("pre", { hasText: "Thank you in text" }).waitFor()
    await tab("Source")
    await frame.page.locator("pre", { hasText: "<h1>Thank you</h1>" }).waitFor()
    await tab("Headers")
    await frame.page.getByText("X-Order").waitFor()
    await frame.page.getByText("north", { exact: true }).waitFor()
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

  it("shows the first of thousands of links, and counts the rest", async () => {
    const links = Array.from({ length: 8_000 }, (_, at) => `<a href="https://shop.test/${at}">a</a>`)
    await frame.open(`messages/${await frame.send({ html: links.join("") })}`)
    await frame.page.getByRole("heading", { name: "8,000 links" }).waitFor()
    await frame.page.getByText("and 7,900 more").waitFor()
    expect(await frame.page.getByRole("button", { name: /^Click http/ }).count()).toBe(100)
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
