import { expect, it } from "vitest"
import { describeView } from "../support/module-page.ts"
import { post } from "../support/post.ts"
import { addEndpoints } from "./stories/story.ts"

const search = "Search recipient, path, key, id"

describeView("the list of requests", (view) => {
  const total = () => view.page.text(".split .side > .bar .total")
  const titles = () => view.page.lines().map(([title]) => title)

  it("shows method, address, recipient, key, fault, duration and outcome as requests arrive, the newest first", async () => {
    await view.page.open("requests")
    expect(view.page.text(".empty h2")).toBe("No requests yet")
    await view.send()
    await post(view.service, "/v1/my/lists", { name: "Readers" }, { "Idempotency-Key": "k1" })
    await view.service.fetch("/v1/nowhere?why=not")
    view.service.world.faults.add({ path: "/v1/me", status: 503, times: 1 })
    await view.service.fetch("/v1/me")
    view.service.world.faults.add({ path: "/v1/my/lists", drop: "before", times: 1 })
    await post(view.service, "/v1/my/lists", { name: "lost" }).catch(() => undefined)
    await view.page.settle()
    expect(view.page.lines()).toEqual([
      ["POST /v1/my/lists", "lost · fault 2", "1000.0 ms✕cut off", "03-01 12:00:00"],
      ["GET /v1/me", "fault 1", "1000.0 ms✕503", "03-01 12:00:00"],
      ["GET /v1/nowhere?why=not", "", "1000.0 ms!404", "03-01 12:00:00"],
      ["POST /v1/my/lists", "Readers · key k1", "1000.0 ms✓201", "03-01 12:00:00"],
      ["POST /v1/my/messages", "ada@example.test", "1000.0 ms✓201", "03-01 12:00:00"],
    ])
    expect(view.page.texts("select[aria-label='Any status'] option")).toEqual([
      "Any status",
      "success (2)",
      "client error (1)",
      "server error (1)",
      "cut off (1)",
    ])
    await view.page.press("Clear")
    expect([view.page.text(".said"), view.page.text(".empty h2"), total()]).toEqual([
      "Requests cleared.",
      "No requests yet",
      "0 requests",
    ])
  })

  it("is filtered by word, outcome and endpoint, with totals and an address for each search", async () => {
    for (let count = 0; count < 3; count++) await post(view.service, "/v1/my/lists", { name: `List ${count}` })
    await post(view.service, "/v1/my/messages", { channel: "email" })
    await view.service.fetch("/v1/nowhere")
    await view.page.open("requests")
    await view.page.type("Any status", "client error")
    expect([total(), titles()]).toEqual(["2 of 5 requests", ["GET /v1/nowhere", "POST /v1/my/messages"]])
    await view.page.type(search, "nowhere")
    expect([total(), titles(), view.page.address]).toEqual([
      "1 of 5 requests",
      ["GET /v1/nowhere"],
      "#/requests?is=client+error&q=nowhere",
    ])
    await view.page.open("requests?endpoint=lists.create")
    expect([total(), view.page.texts("select[aria-label='Any endpoint'] option")]).toEqual([
      "3 of 5 requests",
      ["Any endpoint", "endpoint lists.create (3)"],
    ])
    await view.page.type("Any endpoint", "")
    expect([total(), view.page.address]).toEqual(["5 requests", "#/requests"])
    await view.page.type(search, "nothing at all")
    expect(view.page.text(".list")).toBe("No request matches this search.")
  })

  it("has errors grouped by endpoint, code, field and rule, each with its newest request", async () => {
    for (let count = 0; count < 3; count++)
      await post(view.service, "/v1/my/messages", { channel: "email", subject: "Hi" })
    view.service.world.faults.add({ path: "/v1/me", status: 503, error_code: "busy", times: 1 })
    await view.service.fetch("/v1/me")
    await view.page.open("requests")
    expect(view.page.text(".errors summary .badge")).toBe("!3")
    const groups = view.page
      .all(".errors li")
      .map((group) => [
        group.querySelector("a")?.getAttribute("href"),
        ...["a", ".badge", "small", ".whole"].map((part) => group.querySelector(part)?.textContent?.trim()),
        group.querySelector(".badge")?.className,
      ])
    const newest = "#/requests/3?endpoint=messages.send"
    expect(groups).toEqual([
      [newest, "messages.send", "!422 validation_error", "3×", "to is required", "badge warn"],
      [newest, "messages.send", "!422 validation_error", "3×", expect.stringMatching(/^html or body/), "badge warn"],
      [
        "#/requests/4?endpoint=GET+%2Fv1%2Fme",
        "GET /v1/me",
        "✕503 busy",
        "1×",
        expect.stringContaining("Fault 1"),
        "badge bad",
      ],
    ])
    await view.page.expand(".errors li:last-child .explain")
    expect(view.page.text(".errors li:last-child .explanation")).toBe(
      "Fault 1 made it fail, not the service.Copy as a testShow the test",
    )
  })
})

describeView("an open request", (view) => {
  const code = () => view.page.part("Reproduce").querySelector("pre")?.textContent ?? ""
  const facts = () => view.page.facts("article > .facts")

  it("tells outcome, endpoint, caller and what it made, with both bodies", async () => {
    await addEndpoints(view.service, { 200: ["email.sent"] })
    await post(
      view.service,
      "/v1/my/messages",
      { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi" },
      { "Idempotency-Key": "k1" },
    )
    await view.page.open("requests/2?q=messages")
    expect(view.page.text("article h2")).toBe("POST /v1/my/messages")
    expect(facts()).toEqual({
      Status: "✓201 messages.send",
      Received: "03-01 12:00:00 UTC · just now · request 2",
      "Authenticated as": "api_key, account 1, brand 1",
      "Idempotency key": "k1",
      Created: "message 1",
    })
    expect(view.page.all("article > .facts a").map((link) => link.getAttribute("href"))).toEqual([
      "#/requests?endpoint=messages.send",
      "#/messages/1",
    ])
    expect(view.page.part("Request body").textContent).toContain('"subject": "Hi"')
    expect(view.page.part("Response body").textContent).toContain('"status": "queued"')
    await view.page.press("Close")
    expect(view.page.address).toBe("#/requests?q=messages")
    await post(view.service, "/v1/my/webhooks/1/test", { type: "email.opened" })
    await view.page.open("requests/3")
    const [, event] = /^event (evt_[\w-]+)$/.exec(facts().Created ?? "") ?? []
    expect(view.page.all("article > .facts a").at(-1)?.getAttribute("href")).toBe(`#/webhooks?q=${event}`)
  })

  it.each([
    ["without a credential", {}, "none: no credential was sent"],
    ["with a wrong key", { Authorization: "Bearer maskey_live_wrong" }, /^none: .* was not accepted$/],
  ])("%s says so", async (_, headers, text) => {
    await view.service.fetch("/v1/my/lists", { headers })
    await view.page.open("requests/1")
    expect(facts()["Authenticated as"]).toMatch(text)
    expect(facts().Status).toMatch(/^!401 lists\.list/)
  })

  it("that failed explains it, with each wrong field", async () => {
    await post(view.service, "/v1/my/messages", { channel: "email", subject: "<b>bold</b>" })
    await view.page.open("requests/1")
    expect(facts().Status).toMatch(/^!422 messages\.send.*Copy as a testShow the test$/)
    expect(
      [...view.page.part("Validation errors").querySelectorAll("li")].map(({ textContent }) => textContent),
    ).toEqual(["to is required", "html or body or template_id is required for e-mail"])
    expect(view.page.all("article b")).toEqual([])
  })

  it("names the fault that changed it, and that no endpoint has its path", async () => {
    view.service.world.faults.add({ path: "/v1/nowhere", status: 503, times: 1 })
    await view.service.fetch("/v1/nowhere")
    await view.page.open("requests/1")
    expect([facts().Fault, facts().Status]).toEqual([
      "fault 1 changed the response",
      expect.stringMatching(/^✕503 No endpoint has this path\./),
    ])
    await view.page.open("requests/99")
    expect(view.page.text("article")).toBe("Request 99CloseRequest not found")
  })

  it("is shown as code that repeats it, in four forms", async () => {
    await view.send()
    await view.page.open("requests/1")
    const client = `const mas = new Mas({ baseUrl: "${view.service.url}", apiKey: "${view.service.apiKey}" })`
    expect(code()).toContain(`${client}\nawait mas.messages.send({`)
    for (const [form, text, as] of [
      ["curl", /^curl .*\\?\/v1\/my\/messages/s, "curl"],
      ["command", /messages send /, "command"],
      ["test", /import .* from "vitest"/, "test"],
      ["SDK call", /mas\.messages\.send/, "sdk"],
    ] as const) {
      await view.page.press(form)
      expect([code(), view.page.address, view.page.texts("article .segments [aria-pressed=true]")]).toEqual([
        expect.stringMatching(text),
        `#/requests/1?again=${as}`,
        [form],
      ])
    }
    await view.service.fetch("/v1/nowhere")
    await view.page.open("requests/2")
    expect(view.page.offers(view.page.part("Reproduce"))).toEqual(["curl", "test"])
  })
})
