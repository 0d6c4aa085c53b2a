import { expect, it, vi } from "vitest"
import { describeView } from "../support/module-page.ts"
import { post } from "../support/post.ts"
import { addEndpoints } from "./stories/story.ts"

describeView("the list of deliveries", (view) => {
  const bar = () => view.page.text(".split .side > .bar .total")
  const ids = () => view.page.all(".list a").map(({ dataset }) => Number(dataset.id))
  const search = (text: string) => view.page.type("Search recipient, subject, event, id", text)

  it("says what an endpoint is, and which command adds one", async () => {
    await view.page.open("webhooks")
    expect(view.page.text(".endpoints > .faint")).toMatch(/^An endpoint is the URL of your receiver\./)
    expect(view.page.text(".empty pre")).toMatch(/webhooks listen --forward-to/)
    await addEndpoints(view.service, { 200: ["email.sent"] })
    await view.page.settle()
    expect([view.page.texts(".endpoints > .faint"), view.page.texts(".empty pre"), view.page.text(".empty p")]).toEqual(
      [[], [], expect.stringContaining("Open an endpoint above and send it a sample")],
    )
  })

  it("shows event, recipient, subject, the last attempts and the status, the newest first", async () => {
    await addEndpoints(view.service, { 200: ["email.sent"], 500: ["email.opened"] })
    view.service.world.faults.add({ on: "delivery", event_type: "email.opened", delay: "10s" })
    await view.send({ to: "opened@simulator.test" })
    await view.page.open("webhooks")
    expect(view.page.lines().map(([, , marks]) => marks)).toEqual(["→pending", "✓✓delivered: 200"])
    await view.page.step("two minutes pass", () => view.service.world.advance("2m"))
    await view.page.step("a sample goes out", () =>
      post(view.service, "/v1/my/webhooks/1/test", { type: "email.sent" }),
    )
    expect(view.page.lines()).toEqual([
      ["email.sent", "Sample to endpoint 1", "✓✓delivered: 200", "03-01 12:02:00"],
      ["email.opened", "opened@simulator.test · Your receipt", "✕✕!retrying: 500", "03-01 12:00:00"],
      ["└ email.sent", "opened@simulator.test · Your receipt", "✓✓delivered: 200", "03-01 12:00:00"],
    ])
    expect(view.page.all(".list .like").map(({ textContent }) => textContent?.slice(0, 12))).toEqual(["└ email.sent"])
    expect(view.page.all(".list .dots").map(({ children }) => children.length)).toEqual([1, 3, 1])
  })

  it("is filtered by word, status and endpoint, with totals and an address for each search", async () => {
    await addEndpoints(view.service, {
      200: ["email.sent"],
      204: ["email.sent", "email.opened"],
      500: ["email.opened"],
    })
    for (const to of ["opened", "delivered"]) await view.send({ to: `${to}@simulator.test` })
    await view.service.world.advance(0)
    await view.page.open("webhooks")
    expect(view.page.texts("select[aria-label='Any status'] option")).toEqual([
      "Any status",
      "delivered (5)",
      "retrying (1)",
    ])
    await view.page.type("Any status", "delivered")
    expect(bar()).toBe("5 of 6 deliveries")
    await view.page.press("Endpoint 1: http://127.0.0.1:9/200")
    expect([bar(), view.page.texts("select[aria-label='Any endpoint'] option")]).toEqual([
      "2 of 6 deliveries",
      ["Any endpoint", "endpoint 1 (2)"],
    ])
    await search("SENT opened@")
    expect([bar(), view.page.address]).toEqual([
      "1 of 6 deliveries",
      "#/webhooks?is=delivered&endpoint=1&q=SENT+opened%40",
    ])
    const [id] = ids()
    await view.page.open("webhooks?is=retrying")
    expect(ids()).toHaveLength(1)
    expect(ids()).not.toEqual([id])
    await view.page.open("webhooks?is=failed")
    expect(view.page.text(".list")).toBe("No delivery matches this search.")
    await view.page.open("webhooks?endpoint=2")
    await view.page.press("Deliveries of all endpoints")
    expect([bar(), view.page.address]).toEqual(["6 deliveries", "#/webhooks"])
  })
})

describeView("an open delivery", (view) => {
  const axis = () =>
    view.page.all(".axis > li").map((point) => {
      const dot = point.querySelector(".dot")
      const [gap, text] = [point.querySelector(".between"), point.querySelector(".mark")]
      return [point.className, gap?.textContent ?? "", text?.textContent?.trim() ?? "", dot?.className ?? ""]
    })
  const part = (title: string) => view.page.part(title).textContent

  it("has its past attempts, now and those to come on an axis whose idle time is folded", async () => {
    await addEndpoints(view.service, { 500: ["email.sent"] })
    await view.send()
    await view.service.world.advance("10m")
    await view.page.open("webhooks/1")
    expect(axis()).toEqual([
      ["past", "", "✕Attempt 1: 50003-01 12:00:00", "dot bad"],
      ["past", "1 min", "✕Attempt 2: 50003-01 12:01:00", "dot bad"],
      ["past", "5 min", "✕Attempt 3: 50003-01 12:06:00", "dot bad"],
      ["now", "4 min", "now03-01 12:10:00", ""],
      ["next folded", "26 min later", "4. due03-01 12:36:00", "dot hollow"],
      ["later folded", "2 h later", "5.03-01 14:36:00", "dot hollow"],
      ["later folded", "8 h later", "6.03-01 22:36:00", "dot hollow"],
      ["later folded", "1 d later", "7.03-02 22:36:00", "dot hollow"],
    ])
    expect(
      view.page
        .all(".axis .mark[title]")
        .map(({ title }) => title)
        .slice(0, 2),
    ).toEqual([
      "Attempt 4 is due at 2026-03-01 12:36:00 UTC",
      "Attempt 5 is due at 2026-03-01 14:36:00 UTC if those before fail",
    ])
    expect(view.page.texts(".axis [aria-current]")).toEqual(["✕Attempt 3: 50003-01 12:06:00"])
    await view.page.open("webhooks/1?attempt=1")
    expect([view.page.texts(".axis [aria-current]"), part("Attempt 1")]).toEqual([
      ["✕Attempt 1: 50003-01 12:00:00"],
      "Attempt 1✕500 03-01 12:00:00 UTC · 10 min ago 3.0 msThe receiver failed with 500. Its response is below. Fix the receiver, then retry or resend.",
    ])
  })

  it.each([
    ["200 fine", "✓delivered: 200", "fine", []],
    ["204", "✓delivered: 204", "The body was empty.", []],
    ["302 moved", "!retrying: 302", "moved", ["Retry now"]],
    ["410", "!retrying: 410", "The body was empty.", ["Retry now"]],
    ["connection refused", "!retrying: connection refused", "connection refused", ["Retry now"]],
    ['500 {"error":"locked"}', "!retrying: 500", '{ "error": "locked" }', ["Retry now"]],
    ["200 long", "✓delivered: 200", "Cut off after the first 8 KiB.", []],
  ])("to a receiver that responds %s has the status and the response", async (end, word, body, retry) => {
    await addEndpoints(view.service, { [encodeURIComponent(end)]: ["email.sent"] })
    await view.send()
    await view.service.world.advance(0)
    await view.page.open("webhooks/1")
    expect([
      view.page.text("article > .badge"),
      view.page.offers(view.page.all("[aria-label='Send again']")[0]),
    ]).toEqual([word, [...retry, "Resend as a new delivery"]])
    expect(part("Response")?.replace(/\s+/g, " ")).toContain(body)
  })

  it("shows request and response whole, checks the signature, and links to its message, endpoint and event", async () => {
    await addEndpoints(view.service, { 200: ["email.sent"] })
    await view.send()
    await view.service.world.advance(0)
    await view.page.open("webhooks/1")
    const { Event: event = "", ...facts } = view.page.facts("article > .facts")
    expect(facts).toEqual({
      Recipient: "ada@example.test",
      Message: "message 1 Your receipt",
      Endpoint: "endpoint 1 http://127.0.0.1:9/200",
      Request: "request 2",
    })
    expect(view.page.all("article > .facts a").map((link) => link.getAttribute("href"))).toEqual([
      "#/messages/1",
      "#/webhooks?endpoint=1",
      `#/webhooks?q=${event}`,
      "#/requests/2",
    ])
    expect(part("Request")).toMatch(
      /POST http:\/\/127\.0\.0\.1:9\/200[\s\S]*webhook-signature: v1,[\s\S]*"type": "email\.sent"/,
    )
    expect(part("Response")).toMatch(/^Response200\nx-trace: abc/)
    expect(part("Signature")).toBe("Signature✓valid Checked here with this endpoint's secret.")
  })

  it.each([
    [{ signature: "wrong" }, "signed it with a wrong secret", /invalid .*\(no_matching_signature\)/],
    [{ signature: "old" }, "signed it with a timestamp ten minutes old", /invalid .*\(timestamp_too_old\)/],
    [{ signature: "two" }, "signed it twice", /✓valid/],
    [{ drop: "after" }, "cut the connection after the receiver handled it", /✓valid/],
    [{ delay: "10m" }, "delayed it by 10 min", /✓valid/],
    [{ duplicate: 2 }, "sent 2 duplicates", /✓valid/],
  ] as const)("names the fault %j that changed it", async (fault, text, signature) => {
    await addEndpoints(view.service, { 200: ["email.sent"] })
    view.service.world.faults.add({ on: "delivery", times: 1, ...fault })
    await view.send()
    await view.service.world.advance("11m")
    await view.page.open("webhooks/1?attempt=1")
    expect(view.page.text("article p.warn")).toBe(`⚡ Fault 1 ${text}.`)
    expect(part("Signature")).toMatch(signature)
  })

  it("is checked with the old secret, too, while that is valid", async () => {
    await addEndpoints(view.service, { 200: ["email.sent"] })
    await view.send()
    await view.service.world.advance(0)
    await view.page.open("webhooks/1")
    await view.page.step("its secret is another", () => view.service.world.webhooks.rotate(1, { grace: "1h" }))
    expect(part("Signature")).toContain("✓valid")
    await view.page.step("without grace", () => view.service.world.webhooks.rotate(1))
    expect(part("Signature")).toContain("no_matching_signature")
  })

  it("is not checked where the browser has no WebCrypto, and says where it has", async () => {
    await addEndpoints(view.service, { 200: ["email.sent"] })
    await view.send()
    await view.service.world.advance(0)
    vi.stubGlobal("crypto", undefined)
    try {
      await view.page.open("webhooks/1")
    } finally {
      vi.unstubAllGlobals()
    }
    expect(part("Signature")).toMatch(/^Signature·not checked This browser has WebCrypto on https/)
  })

  it("is retried now, or sent again as a new delivery, but not to a disabled endpoint", async () => {
    await addEndpoints(view.service, { 500: ["email.sent"] })
    await view.send()
    await view.service.world.advance(0)
    await view.page.open("webhooks/1")
    await view.page.press("Retry now")
    expect([view.page.text(".said"), view.page.texts(".axis .bad").length, view.page.address]).toEqual([
      "Retried.",
      4,
      "#/webhooks/1",
    ])
    await view.page.press("Resend as a new delivery")
    expect([view.page.text(".said"), view.page.address, view.page.lines().length]).toEqual([
      "Sent as a new delivery, which is shown now.",
      "#/webhooks/2",
      2,
    ])
    await view.page.step("it is disabled", () =>
      view.service.fetch("/v1/my/webhooks/1", {
        method: "PATCH",
        headers: { Authorization: `Bearer ${view.service.apiKey}`, "Content-Type": "application/json" },
        body: '{"enabled":false}',
      }),
    )
    const [again] = view.page.all("[aria-label='Send again']")
    expect([view.page.offers(again), again?.querySelector("p")?.textContent]).toEqual([
      [],
      "The endpoint is disabled: enable it first.",
    ])
  })

  it("has no attempt before it is due, or does not exist", async () => {
    await addEndpoints(view.service, { 200: ["email.sent"] })
    view.service.world.faults.add({ on: "delivery", delay: "10m" })
    await view.send()
    await view.page.open("webhooks/1")
    expect([
      view.page.text("article > .faint"),
      axis()
        .slice(0, 2)
        .map(([kind]) => kind),
    ]).toEqual(["No attempt was made yet.", ["now", "next folded"]])
    await view.page.open("webhooks/99")
    expect(view.page.text("article > .faint")).toBe("This delivery no longer exists.")
  })
})
