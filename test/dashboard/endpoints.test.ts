import { expect, it, onTestFinished, vi } from "vitest"
import { describeView } from "../support/module-page.ts"
import { addEndpoints } from "./stories/story.ts"

const badges = ".endpoints .badge"

describeView("the endpoints", (view) => {
  const endpoint = (index = 0) => view.page.texts(".endpoint")[index]

  it("tell their health: since when one fails, and when it will be disabled", async () => {
    await addEndpoints(view.service, { 500: ["email.sent"] })
    await view.page.open("webhooks?endpoint=1")
    expect([view.page.texts(badges), endpoint()]).toEqual([
      ["·not tried yet"],
      expect.stringContaining("0 deliveries · email.sent"),
    ])
    expect(endpoint()).toMatch(/export MAS_WEBHOOK_SECRET=whsec_/)
    await view.page.press("Send a sample")
    await view.page.step("it goes out", () => view.service.world.advance(0))
    expect([view.page.texts(badges), endpoint()]).toEqual([["!failing"], expect.stringContaining("1 delivery ·")])
    expect(view.page.text("nav[aria-label=Views] .bad")).toBe("●1 failing")
    await view.page.step("ten hours pass", () => view.service.world.advance("10h"))
    expect(endpoint()).toContain("Failing for 10 h; disabled in 2 d 14 h unless a delivery succeeds.")
    await view.page.press("Disable")
    expect([view.page.texts(badges), endpoint(), view.page.text(".said"), view.page.texts("nav .bad")]).toEqual([
      ["✕disabled"],
      expect.stringContaining("Receives nothing until it is enabled."),
      "Endpoint disabled.",
      [],
    ])
    expect(view.page.offers(view.page.all(".endpoint .actions")[0])).toEqual(["Enable"])
    await view.page.press("Enable")
    expect([view.page.texts(badges), view.page.text(".said")]).toEqual([["✓healthy"], "Endpoint enabled."])
  })

  it("have all failing deliveries retried, which is offered only where there are some", async () => {
    await addEndpoints(view.service, { 200: ["email.sent"], 500: ["email.sent"] })
    for (let count = 0; count < 2; count++) await view.send()
    await view.service.world.advance(0)
    await view.page.open("webhooks?endpoint=1")
    expect(view.page.offers(view.page.all(".endpoint .actions")[0])).toEqual(["Send a sample", "Disable"])
    await view.page.press("Endpoint 2: http://127.0.0.1:9/500")
    await view.page.press("Retry all failing (2)")
    expect(view.page.text(".said")).toBe("2 deliveries were retried: each shows its response below.")
    const attempts = await view.service.world.deliveries.list()
    expect(attempts.filter(({ webhook_id }) => webhook_id === 2).map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2])
  })

  it("are added for all events or one, with an error at its field", async () => {
    await view.page.open("webhooks")
    await view.page.press("Add an endpoint")
    await view.page.type("URL of your receiver", "ftp://shop.test/")
    await view.page.press("Add")
    expect(view.page.wrongFields()).toEqual({ "URL of your receiver": "Must be a web address" })
    await view.page.type("URL of your receiver", "https://shop.test/hooks")
    await view.page.press("Add")
    expect([view.page.address, view.page.text(".said"), view.page.texts(".endpoints form")]).toEqual([
      "#/webhooks?endpoint=1",
      "Endpoint added: its signing secret is below.",
      [],
    ])
    expect(endpoint()).toContain("0 deliveries · all events")
    await view.page.press("Add an endpoint")
    await view.page.type("Events", "email.opened")
    await view.page.press("Add")
    expect([endpoint(1), view.page.texts(".endpoint .pick")]).toEqual([
      expect.stringContaining("· email.opened"),
      ["Endpoint 1: https://shop.test/hooks", "Endpoint 2: http://127.0.0.1:3000/webhooks"],
    ])
  })
})

describeView(
  "the endpoints of a server that sends only to the public internet",
  (view) => {
    it("may be on this machine once that is allowed, which the page offers when one is refused", async () => {
      const warn = vi.spyOn(process, "emitWarning").mockReturnValue()
      onTestFinished(() => warn.mockRestore())
      await view.page.open("webhooks")
      await view.page.press("Add an endpoint")
      await view.page.press("Add")
      expect(view.page.text(".form p.wide")).toMatch(/npx mas-sdk mock --local-webhooks/)
      await view.page.type("URL of your receiver", "http://shop.test/webhooks")
      await view.page.press("Add")
      expect([view.page.texts(".form p.wide"), view.page.wrongFields()]).toEqual([
        [],
        { "URL of your receiver": "Must begin with https://" },
      ])
      await view.page.type("URL of your receiver", "http://localhost:3000/hooks")
      await view.page.press("Allow local webhooks")
      expect([view.page.text(".said"), view.page.texts(".endpoint .pick")]).toEqual([
        "Local webhooks are allowed, and the endpoint is added.",
        ["Endpoint 1: http://localhost:3000/hooks"],
      ])
    })
  },
  { allowLocalWebhooks: false },
)
