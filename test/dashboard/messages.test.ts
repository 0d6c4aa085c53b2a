import { expect, it } from "vitest"
import { tableOf } from "../support/dashboard-data.ts"
import { describeView } from "../support/module-page.ts"
import { post } from "../support/post.ts"

const sms = { channel: "sms", to: "+12025550123", subject: undefined, html: undefined, body: "Hi" }
const search = "Search recipient, subject, tag, id"

describeView("the list of messages", (view) => {
  const choices = () => view.page.texts("select[aria-label='Any status'] option")
  const recipients = () => view.page.lines().map(([to]) => to)

  it("shows the newest first, each with subject, tags, first words, what became of it and its time", async () => {
    await view.send({ tags: { order: "17", shop: "north" } })
    await view.service.world.advance("1d")
    await view.send({ to: "bounced@simulator.test", subject: "Hi undefined", html: "<p>Hi undefined" })
    await view.send(sms)
    await view.page.open("messages")
    expect(view.page.lines()).toEqual([
      ["+12025550123", "SMS Hi", "✓sent · delivered", "03-02 12:00:00"],
      ["bounced@simulator.test", "Hi undefined Hi undefined", "✕content✕sent · hard bounce", "03-02 12:00:00"],
      ["ada@example.test", "Your receipt order: 17 shop: north Thank you!", "✓sent · delivered", "03-01 12:00:00"],
    ])
    expect(view.page.texts(".days small")).toEqual(["Monday 2 March 2026, UTC", "Sunday 1 March 2026, UTC"])
    expect(
      view.page
        .all(".list li")
        .map((row) => [row.ariaSetSize ?? row.getAttribute("aria-setsize"), row.getAttribute("aria-posinset")]),
    ).toEqual([
      ["3", "1"],
      ["3", "2"],
      ["3", "3"],
    ])
    expect(view.page.all(".list time").map(({ title }) => title)).toEqual([
      "2026-03-02 12:00:00 (just now) UTC",
      "2026-03-02 12:00:00 (just now) UTC",
      "2026-03-01 12:00:00 (1 d ago) UTC",
    ])
    expect(view.page.texts(".bar .total")).toEqual(["3 messages"])
    expect(view.page.texts("nav [aria-current] .long")).toEqual(["3"])
  })

  it.each([
    ["bounced", "bad", "✕sent · hard bounce"],
    ["soft-bounced", "bad", "✕sent · soft bounce"],
    ["complained", "bad", "✕sent · complaint"],
    ["failed", "bad", "✕failed"],
    ["opened", "good", "✓sent · opened"],
    ["clicked", "good", "✓sent · clicked"],
    ["delivered", "good", "✓sent · delivered"],
    ["delayed", "info", "→sent"],
  ])("marks a message to %s@ by a word, a sign and a colour", async (fate, tone, text) => {
    await view.send({ to: `${fate}@simulator.test`, html: '<a href="https://a.test">a</a>' })
    await view.page.open("messages")
    expect(view.page.all(".list .badge").map(({ className, textContent }) => [className, textContent])).toEqual([
      [`badge ${tone}`, text],
    ])
  })

  it("is filtered by status and words, which its address has, while messages arrive", async () => {
    for (const to of ["delivered+ada", "bounced+ada", "bounced+ben"]) await view.send({ to: `${to}@simulator.test` })
    await view.page.open("messages")
    expect(choices()).toEqual(["Any status", "sent · delivered (1)", "sent · hard bounce (2)"])
    await view.page.type(search, "ADA receipt")
    expect(view.page.text(".bar .total")).toBe("2 of 3 messages")
    expect(recipients()).toEqual(["bounced+ada@simulator.test", "delivered+ada@simulator.test"])
    await view.page.type("Any status", "sent · hard bounce")
    expect(recipients()).toEqual(["bounced+ada@simulator.test"])
    await view.send({ to: "bounced+ada2@simulator.test" })
    await view.send({ to: "bounced+ben2@simulator.test" })
    await view.page.settle()
    expect(recipients()).toEqual(["bounced+ada2@simulator.test", "bounced+ada@simulator.test"])
    expect([view.page.text(".bar .total"), choices()[2]]).toEqual(["2 of 5 messages", "sent · hard bounce (4)"])
    expect(view.page.address).toBe("#/messages?q=ADA+receipt&is=sent+%C2%B7+hard+bounce")
    await view.page.type(search, "nobody")
    expect(view.page.texts(".list")).toEqual(["No message matches this search."])
    await view.page.open("messages?q=order%3A+17")
    expect(recipients()).toEqual([])
    await view.send({ tags: { order: "17" } })
    await view.page.settle()
    expect(recipients()).toEqual(["ada@example.test"])
  })

  it("holds newer messages back while one is open, and shows them on request", async () => {
    for (let count = 1; count <= 3; count++) await view.send({ subject: `number ${count}` })
    await view.page.open("messages/2")
    expect(view.page.texts(".list [aria-current]")).toEqual([expect.stringContaining("number 2")])
    for (let count = 4; count <= 5; count++) await view.send({ subject: `number ${count}` })
    await view.page.settle()
    expect([view.page.lines().length, view.page.text(".bar .total")]).toEqual([3, "5 messages"])
    await view.page.press("↑ 2 newer")
    expect(view.page.lines().map(([, about]) => about?.slice(0, 8))).toEqual(
      [5, 4, 3, 2, 1].map((id) => `number ${id}`),
    )
    await view.send({ subject: "number 6" })
    await view.page.settle()
    expect(view.page.texts(".newer")).toEqual(["↑ 1 newer"])
    await view.page.open("messages/6")
    expect([view.page.lines().length, view.page.texts(".newer")]).toEqual([6, []])
  })

  it("renders only the rows in sight of many, and moves by keys", async () => {
    for (let count = 1; count <= 60; count++) await view.send({ subject: `number ${count}.` })
    await view.page.open("messages")
    const focused = () =>
      view.page.window.document.activeElement?.querySelector(".about")?.textContent?.slice(0, 10).trim()
    expect(view.page.lines().length).toBeLessThan(40)
    view.page.all(".list a")[0]?.focus()
    const focusedRows: unknown[] = []
    for (const key of ["ArrowDown", "PageDown", "PageUp", "ArrowUp", "ArrowUp", "End", "ArrowDown", "Home", "x"]) {
      await view.page.key(key)
      focusedRows.push(focused())
    }
    expect(focusedRows).toEqual([59, 47, 59, 60, 60, 1, 1, 60, 60].map((id) => `number ${id}.`))
    expect(view.page.all(".list a[tabindex='0']").map((row) => row.dataset.id)).toEqual(["60"])
    await view.page.scroll(900)
    expect(view.page.lines().some(([, about]) => about?.startsWith("number 30."))).toBe(true)
    await view.send({ subject: "a newer one" })
    await view.page.settle()
    expect(view.page.texts(".newer")).toEqual(["↑ 1 newer"])
  })

  it("shows while it is empty how to send one, as code with this server's address and key", async () => {
    await view.page.open("messages")
    const code = () => view.page.text(".empty pre")
    expect(view.page.texts(".empty h2")).toEqual(["No messages yet"])
    await view.page.press("Node")
    expect(code()).toContain(
      `new Mas({ baseUrl: "${view.service.url}", apiKey: "${view.service.apiKey}" }) await mas.messages.send({`,
    )
    await view.page.press("curl")
    expect(code()).toMatch(/^curl -X POST .*\/v1\/my\/messages/)
    await view.page.press("CLI")
    expect(code()).toContain("messages send --base-url")
    expect(view.page.texts(".segments [aria-pressed=true]")).toEqual(["CLI"])
    await view.page.press("Copy the line that fills this view")
    expect(await view.page.window.navigator.clipboard.readText()).toContain("messages send --base-url")
    expect(
      view.page.all(".empty .copy").map((button) => button.ariaLabel ?? button.getAttribute("aria-label")),
    ).toEqual(["Copied the line that fills this view"])
    await view.page.pass(2_000)
    expect(view.page.texts(".empty .copy")).toEqual(["Copy"])
  })

  it("is filled by sample data, which a reset removes", async () => {
    await view.page.open("messages")
    await view.page.press("Load sample data")
    expect(view.page.text(".said")).toBe("Sample data is loaded. Reset, under Data and State, removes it.")
    expect(view.page.lines().map(([to, , marks]) => [to, marks])).toEqual([
      ["+4915112345678", "✓sent · delivered"],
      ["delayed@simulator.test", "→sent"],
      ["complained@simulator.test", "✕sent · complaint"],
      ["bounced@simulator.test", "✕sent · hard bounce"],
      ["clicked@simulator.test", "✓sent · clicked"],
      ["opened@simulator.test", "✓sent · opened"],
      ["ada@example.test", "✓sent · delivered"],
    ])
    const counts = await Promise.all(
      ["webhooks", "contacts", "lists", "campaigns"].map((name) => tableOf(view.service.world, name)),
    )
    expect(counts.map(({ total }) => total)).toEqual([1, 5, 2, 1])
    view.service.world.reset()
    await view.page.settle()
    expect([view.page.texts(".empty h2"), view.page.text(".bar .total")]).toEqual([["No messages yet"], "0 messages"])
  })
})

describeView("the form that sends a message", (view) => {
  const fields = () => view.page.texts(".form label")
  const lastRequest = () => view.service.world.requests.list().at(-1)

  it.each([
    ["E-mail", ["To", "Subject", "HTML", "Text"]],
    ["Template", ["To", "Subject", "TemplateChoose one", "Data, as JSON"]],
    ["SMS", ["To", "Text"]],
  ])("has the fields of an %s", async (kind, labels) => {
    await view.page.open("messages")
    await view.page.press("Send a message")
    await view.page.press(kind)
    expect(fields().map((label) => label.replace(/(Choose one).*/, "$1"))).toEqual(labels)
    await view.page.press("Cancel")
    expect(fields()).toEqual([])
  })

  it("sends an e-mail through the service's API, and opens it", async () => {
    await view.page.open("messages")
    await view.page.press("Send a message")
    await view.page.type("To", "bounced@simulator.test")
    await view.page.type("Subject", "From the page")
    await view.page.press("Send")
    expect(view.page.text(".said")).toBe("Message 1 is accepted, and open now.")
    expect([view.page.address, view.page.text("article h2"), fields()]).toEqual(["#/messages/1", "From the page", []])
    expect(lastRequest()).toMatchObject({
      endpoint: "messages.send",
      status: 201,
      request_body: {
        channel: "email",
        to: "bounced@simulator.test",
        subject: "From the page",
        html: expect.stringContaining("<h1>"),
      },
    })
    expect(lastRequest()?.request_body).not.toHaveProperty("body")
  })

  it("sends a template with data, and an SMS", async () => {
    const template = { name: "Receipt", subject: "Hi", html: "<p>Order {{ data.order }}" }
    const { id } = await (await post(view.service, "/v1/my/templates", template)).json()
    await view.page.open("messages")
    await view.page.press("Send a message")
    await view.page.press("Template")
    expect(view.page.texts("select[required] option")).toContain("Receipt")
    await view.page.type("Template", String(id))
    await view.page.type("Data, as JSON", '{"order": 12}')
    await view.page.press("Send")
    expect(view.service.world.messages.get(1)).toMatchObject({
      template_id: id,
      html: "<p>Order 12",
      to: "delivered@simulator.test",
    })
    await view.page.press("Send a message")
    await view.page.press("SMS")
    await view.page.type("Text", "Your code is 123456")
    await view.page.press("Send")
    expect(view.service.world.messages.get(2)).toMatchObject({
      channel: "sms",
      to: "+15005550001",
      text: "Your code is 123456",
    })
  })

  it("shows an error at its field, and keeps what was typed", async () => {
    await view.page.open("messages")
    await view.page.press("Send a message")
    await view.page.type("To", "nobody")
    await view.page.type("HTML", "")
    await view.page.press("Send")
    expect(view.page.wrongFields()).toEqual({
      To: "Must be an e-mail address",
      HTML: "Html or body or template_id is required for e-mail",
    })
    expect([view.page.texts(".problem"), view.page.texts(".said")]).toEqual([[], [""]])
    expect(view.service.world.messages.list()).toEqual([])
  })

  it("shows an error that no field has above the button, until it is closed", async () => {
    await view.page.open("messages")
    await view.page.press("Send a message")
    view.service.world.faults.add({ path: "/v1/my/messages", status: 503, times: 1, body: "busy" })
    await view.page.press("Send")
    expect([view.page.wrongFields(), view.page.texts(".form .problem .grow")]).toEqual([
      {},
      ["The mock server responded with 503"],
    ])
    await view.page.press("Close the error")
    expect(view.page.texts(".problem")).toEqual([])
  })
})
