import { expect, it } from "vitest"
import { tableOf } from "../support/dashboard-data.ts"
import { describeView } from "../support/module-page.ts"
import { post } from "../support/post.ts"
import { addEndpoints } from "./stories/story.ts"

const sms = { channel: "sms", to: "+12025550123", subject: undefined, html: undefined, body: "Hi" }
const usual = ["Open", "Click", "Bounce", "Reply"]
const others = ["Deliver", "Soft bounce", "Mark as spam", "Fail", "Open by a scanner", "Click by a scanner"]

describeView("an open message", (view) => {
  const timeline = () => view.page.texts(".timeline .badge")
  const offers = () => view.page.offers(view.page.part("Simulate recipient"))
  const frames = () => view.page.all("iframe").map((frame) => frame.getAttribute("src"))

  it("shows its status, both addresses, when it was accepted and its request", async () => {
    await view.send()
    await view.page.open("messages/1?q=receipt")
    expect([view.page.text("article h2"), view.page.facts()]).toEqual([
      "Your receipt",
      {
        Status: "✓sent · delivered 03-01 12:00:00 UTC · just now",
        To: "ada@example.test",
        From: "hello@acme.test",
        Accepted: "03-01 12:00:00 UTC · just now · message 1",
        Request: "request 1 Copy as a test",
      },
    ])
    expect(view.page.texts(".timeline li").map((line) => line.replace(/^.*just now/, ""))).toEqual([
      "·email.queuedAccepted for sending, by request 1. rule 22.1",
      "→email.sentSent: the provider accepted it. rule 31.1",
      "✓email.deliveredDelivered: the recipient's server accepted it. rule 31.1",
      "No webhook was sent for email.sent, email.delivered: the brand has no endpoint. rule 30.2",
      "Status stays sent: its outcome shows in webhooks (email.delivered). rule 31.5",
    ])
    expect(view.page.part("Warnings").textContent).toContain("html has no plain text beside it")
    await view.page.press("Copy as a test")
    expect(await view.page.window.navigator.clipboard.readText()).toContain("mas.messages.send(")
    await view.page.press("Close")
    expect(view.page.address).toBe("#/messages?q=receipt")
  })

  it("is shown from its top, wherever the one before it was scrolled to", async () => {
    await view.send()
    await view.send()
    await view.page.open("messages/1")
    for (const pane of view.page.all("article.pane")) pane.scrollTop = 300
    await view.page.open("messages/2")
    expect(view.page.all("article.pane").map(({ scrollTop }) => scrollTop)).toEqual([0])
  })

  it.each([
    [
      "bounced",
      "✕sent · hard bounce",
      "Hard bounce (general): bounced@simulator.test is suppressed for good.Rule 24.1:",
    ],
    ["failed", "✕failed", "Failed for good:"],
    ["delayed", "→sent", ""],
  ])("explains by its rule what became of one that is %s, with the request's test", async (fate, word, sentence) => {
    await view.send({ to: `${fate}@simulator.test` })
    await view.page.open("messages/1")
    const { Status: status = "", ...facts } = view.page.facts()
    expect(status.startsWith(`${word} 03-01 12:00:00 UTC · just now${sentence}`), status).toBe(true)
    expect(status).toContain("Request 1Copy as a testShow the test")
    expect(facts).not.toHaveProperty("Request")
  })

  it.each([
    ["ada", "request 1, repeated by request 2, request 3 Copy as a test"],
    ["bounced", "request 1, repeated by request 2, request 3"],
  ])("to %s@ links the requests that repeated its key", async (name, text) => {
    const mail = { channel: "email", to: `${name}@simulator.test`, subject: "Twice", body: "Hi" }
    for (let count = 0; count < 3; count++)
      await post(view.service, "/v1/my/messages", mail, { "Idempotency-Key": "k" })
    await view.page.open("messages/1")
    expect(view.page.facts().Request).toBe(text)
  })

  it("that does not exist is not found", async () => {
    await view.page.open("messages/99")
    expect(view.page.text("article")).toBe("Message 99CloseMessage not found")
    await view.page.press("Close")
    expect(view.page.text(".pane")).toBe("Select a message to see it here.")
  })

  it.each([
    ["Text", "text", "Thank you in textCopy"],
    ["Source", "source", "<h1>Thank you</h1>Copy"],
    ["Headers", "headers", "X-Order10423Tagsshopnorth"],
  ])("has its content as %s, at its own address", async (tab, as, text) => {
    const html = "<h1>Thank you</h1>"
    await view.send({ html, body: "Thank you in text", headers: { "X-Order": "10423" }, tags: { shop: "north" } })
    await view.page.open("messages/1")
    expect([view.page.texts(".tabs a"), frames()]).toEqual([
      ["Mail", "Text", "Source", "Headers"],
      ["messages/1/html?scheme=light"],
    ])
    await view.page.press(tab)
    expect([view.page.address, view.page.texts(".tabs [aria-current]"), frames()]).toEqual([
      `#/messages/1?as=${as}`,
      [tab],
      [],
    ])
    expect(view.page.text("[aria-label=Content]")).toContain(text)
  })

  it("is shown on a phone, dark and whole, in a frame that cannot run anything", async () => {
    await view.send()
    await view.page.open("messages/1")
    for (const name of ["Mobile", "Dark", "Full height"]) await view.page.tick(name)
    const [frame] = view.page.all("iframe")
    expect([view.page.address, frames(), frame?.getAttribute("sandbox"), frame?.parentElement?.className]).toEqual([
      "#/messages/1?narrow=1&dark=1&tall=1",
      ["messages/1/html?scheme=dark"],
      "",
      "mail narrow dark tall",
    ])
    await view.page.tick("Dark")
    expect([view.page.address, frames()]).toEqual(["#/messages/1?narrow=1&tall=1", ["messages/1/html?scheme=light"]])
    expect(view.page.all(".toggles a").map((link) => link.getAttribute("href"))).toEqual(["messages/1/html?"])
  })

  it("of a template shows which of its variables are given and used", async () => {
    const html = "<p>{{ data.order }} {{ data.lost }}"
    const { id } = await (await post(view.service, "/v1/my/templates", { name: "Receipt", subject: "Hi", html })).json()
    await view.send({ html: undefined, template_id: id, data: { order: 7, unused: 1 } })
    await view.page.open("messages/1?as=data")
    expect([view.page.texts("[aria-label=Content] li"), view.page.text("[aria-label=Content] pre")]).toEqual([
      ["✕not givendata.lost", "!not in usedata.unused", "✓in usedata.order"],
      '{ "order": 7, "unused": 1 }',
    ])
  })

  it("does what its recipient does, and shows each at once", async () => {
    view.service.world.outcomes.add({ to: "*", outcome: "unknown" })
    await view.send({ html: '<a href="https://shop.test/a">A</a> <a href="https://shop.test/b">B</a>' })
    await view.page.open("messages/1")
    const clicks = () => view.page.texts(".rows li .grow .badge")
    expect(clicks()).toEqual(["·not clicked", "·not clicked"])
    const done: unknown[] = []
    const byB = "Click https://shop.test/b"
    for (const name of [
      "Deliver",
      "Open",
      byB,
      "Open by a scanner",
      "Click by a scanner",
      "Soft bounce",
      "Mark as spam",
      "Click",
    ]) {
      await view.page.press(name)
      done.push([view.page.text(".said"), timeline().at(-1), view.page.lines()[0]?.[2]])
      if (name === byB) expect(clicks()).toEqual(["·not clicked", "✓clicked"])
      if (name === "Click by a scanner") expect(clicks()).toEqual(["·clicked by a scanner", "✓clicked"])
    }
    expect(done).toEqual([
      ["Delivered.", "✓email.delivered", "✓sent · delivered"],
      ["Opened by the recipient.", "✓email.opened", "✓sent · opened"],
      ["The recipient clicked that link.", "✓email.clicked", "✓sent · clicked"],
      ["Opened by a scanner: no webhook is sent.", "·email.bot_opened", "✓sent · clicked"],
      ["A scanner followed the first link: no webhook is sent.", "·email.bot_clicked", "✓sent · clicked"],
      ["Soft bounce: the address is suppressed for a while.", "✕email.bounced", "✕sent · soft bounce"],
      ["Marked as spam: the address is suppressed.", "✕email.complained", "✕sent · complaint"],
      ["The recipient clicked the first link.", "✓email.clicked", "✓sent · clicked"],
    ])
    expect(clicks()).toEqual(["✓clicked", "✓clicked"])
    await view.page.press("Bounce")
    expect(view.page.text("main")).toContain("it cannot be bounced")
    await view.send({ to: "ben@example.test" })
    await view.page.open("messages/2")
    await view.page.press("Bounce")
    expect([view.page.text(".said"), timeline().at(-1)]).toEqual([
      "Hard bounce: the address is suppressed.",
      "✕email.bounced",
    ])
    expect((await tableOf(view.service.world, "suppressions", "search=hard_bounce")).total).toBe(1)
  })

  it("offers an SMS only what can happen to one", async () => {
    await view.send(sms)
    await view.page.open("messages/1")
    expect([view.page.text("article h2"), offers(), view.page.texts(".tabs a")]).toEqual([
      "SMS 1",
      ["Deliver", "Fail"],
      ["Text"],
    ])
    expect(view.page.text(".timeline")).toContain("No webhook is sent: it is an SMS.")
  })

  it("offers nothing more once it has failed", async () => {
    view.service.world.outcomes.add({ to: "*", outcome: "unknown" })
    await view.send()
    await view.page.open("messages/1")
    expect(offers()).toEqual([...usual, ...others, "Unsubscribe"])
    await view.page.press("Fail")
    expect([view.page.text(".said"), offers(), view.page.part("Simulate recipient").textContent]).toEqual([
      "The provider refused the message.",
      ["Reply", "Unsubscribe"],
      expect.stringMatching(/The message failed: nothing more can happen to it\.$/),
    ])
  })

  it("takes a reply to the brand's inbox, and an opt-out as the sender's own page would", async () => {
    await view.send()
    await view.page.open("messages/1")
    await view.page.press("Reply")
    await view.page.type("Reply from ada@example.test to inbox@acme.test", "Where is it?")
    await view.page.tick("Automatic reply, such as out of office")
    await view.page.press("Send reply")
    expect([view.page.text(".said"), view.page.texts("article form")]).toEqual([
      "The reply arrived at inbox@acme.test.",
      [],
    ])
    const mail = { from: "ada@example.test", to: "inbox@acme.test", subject: "Re: Your receipt", text: "Where is it?" }
    const [reply] = (await tableOf(view.service.world, "conversationMessages")).rows
    expect(reply).toMatchObject({ ...mail, auto_submitted: true })
    await view.page.press("Unsubscribe")
    expect(view.page.text(".said")).toBe("The contact is unsubscribed from campaigns. No webhook is sent.")
    const [ada] = (await tableOf(view.service.world, "contacts", "search=ada@example.test")).rows
    const channels = [{ subscribed: false, opt_out_at: "2026-03-01T12:00:00.000Z" }]
    expect(ada).toMatchObject({ subscribed_email: false, channels })
    expect(view.service.world.requests.list().at(-1)).toMatchObject({ endpoint: "contacts.create", status: 200 })
  })

  it("keeps a reply whose request failed", async () => {
    await view.send()
    await view.page.open("messages/1")
    await view.page.press("Reply")
    const label = "Reply from ada@example.test to inbox@acme.test"
    await view.page.type(label, "Where is it?")
    view.page.isCut = true
    await view.page.press("Send reply")
    expect([
      view.page.texts("article form .problem .grow"),
      view.page.all("textarea").map((text) => Reflect.get(text, "value")),
    ]).toEqual([["Failed to fetch"], ["Where is it?"]])
    view.page.isCut = false
    await view.page.press("Send reply")
    expect([view.page.text(".said"), view.page.texts("article form")]).toEqual([
      "The reply arrived at inbox@acme.test.",
      [],
    ])
  })

  it("lists its webhooks, newest first, and why there is none", async () => {
    await addEndpoints(view.service, { 200: ["email.sent", "email.opened"], 500: ["email.opened"] })
    await view.send({ to: "opened@simulator.test" })
    await view.send(sms)
    await view.service.world.advance("3m")
    await view.page.open("messages/1")
    const links = () => view.page.all(".part .rows a").map((link) => [link.getAttribute("href"), link.textContent])
    expect(links()).toEqual([
      ["#/webhooks/3", "email.opened to endpoint 2"],
      ["#/webhooks/2", "email.opened to endpoint 1"],
      ["#/webhooks/1", "email.sent to endpoint 1"],
    ])
    const webhooks = view.page.part("Webhooks")
    expect([...webhooks.querySelectorAll("li > .badge, details")].map(({ textContent }) => textContent)).toEqual([
      "!retrying: 500",
      "Explain delivery 3",
      "✓delivered: 200",
      "✓delivered: 200",
    ])
    await view.page.open("messages/2")
    expect(view.page.part("Webhooks").textContent).toBe("WebhooksNone: the timeline says why. Endpoints")
  })
})

describeView(
  "a message that waits to be sent",
  (view) => {
    it("says until when, and that until then it can only fail", async () => {
      await view.send()
      await view.page.open("messages/1")
      expect(view.page.facts().Status).toMatch(/^·queued .*it goes to the provider at 2026-03-01T12:01:00\.000Z/)
      const part = view.page.part("Simulate recipient")
      expect(view.page.offers(part)).toEqual(["Reply", "Fail", "Unsubscribe"])
      expect(part.textContent).toMatch(/The message is queued: until it is sent it can only fail\.$/)
      await view.page.step("it is sent", () => view.service.world.advance("1m"))
      expect(view.page.offers(part)).toContain("Open")
    })

    it("shows the first hundred of its links, each once, and counts the rest", async () => {
      const links = Array.from({ length: 206 }, (_, at) => `<a href="https://shop.test/${at >> 1}">a</a>`)
      await view.send({ html: links.join("") })
      await view.page.open("messages/1")
      const part = view.page.part("103 links")
      expect([part.querySelectorAll("li").length, part.querySelector(":scope > .faint")?.textContent]).toEqual([
        100,
        "and 3 more: see the source",
      ])
    })
  },
  { messageLatency: 60_000 },
)
