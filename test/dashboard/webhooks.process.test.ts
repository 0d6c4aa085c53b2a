import { expect, it } from "vitest"
import { rowsOf } from "../support/dashboard-data.ts"
import { describeDashboard } from "../support/dashboard-page.ts"
import { startReceiver, status } from "../support/receiver.ts"

describeDashboard("the view Webhooks", (frame) => {
  const axis = () => frame.page.getByRole("list", { name: "Attempts, made and to come" })
  const addEndpoint = (url: string, events = ["email.sent"]) => frame.post("/v1/my/webhooks", { url, events })

  it("draws a delivery on a broken axis: past attempts solid, pending ones hollow, idle time folded and labelled", async () => {
    const responses = [status(500), status(503), status(500)]
    const receiver = await startReceiver((...request) => (responses.shift() ?? status(200))(...request))
    try {
      await addEndpoint(receiver.url)
      await frame.send()
      await frame.server.world.advance("10m")
      await frame.open("webhooks/1")
      await axis().waitFor()
      const steps = await axis()
        .locator("li")
        .evaluateAll((all) =>
          all.map((step) => [
            step.className,
            step.querySelector(".between small")?.textContent ?? "",
            step.querySelector(".dot")?.className ?? "",
          ]),
        )
      expect(steps).toEqual([
        ["past", "", "dot bad"],
        ["past", "1 min", "dot bad"],
        ["past", "5 min", "dot bad"],
        ["now", "4 min", ""],
        ["next folded", "26 min", "dot hollow"],
        ["later folded", "2 h", "dot hollow"],
        ["later folded", "8 h", "dot hollow"],
        ["later folded", "1 d", "dot hollow"],
      ])
      // Without colours, a sign shows the result of each attempt and of the delivery.
      expect(await axis().locator(".dot.bad").allTextContents()).toEqual(["✕", "✕", "✕"])
      for (const width of [1280, 360]) {
        await frame.page.setViewportSize({ width, height: 740 })
        const box = await axis().boundingBox()
        const all = await axis()
          .locator("small, .dot")
          .evaluateAll((parts) =>
            parts.map((part) => part.getBoundingClientRect()).map(({ left: start, right }) => [start, right]),
          )
        expect(all.length).toBeGreaterThan(15)
        for (const [start = -1, right = Number.POSITIVE_INFINITY] of all) {
          expect(start).toBeGreaterThanOrEqual(Math.floor(box?.x ?? 0) - 1)
          expect(right).toBeLessThanOrEqual(Math.ceil((box?.x ?? 0) + (box?.width ?? 0)) + 1)
        }
      }
    } finally {
      await receiver.close()
    }
  })

  it("distinguishes attempts by sign and shape, so also without colours and in forced ones", async () => {
    const responses = [status(500), status(200), status(500)]
    const receiver = await startReceiver((...request) => (responses.shift() ?? status(200))(...request))
    try {
      await addEndpoint(receiver.url)
      await frame.send()
      await frame.server.world.advance("1m")
      await frame.send()
      await frame.server.world.advance(0)
      await frame.open("webhooks/2")
      await axis().waitFor()
      /** The features of each dot that do not depend on colour. */
      const dotStyles = (parent: string) =>
        frame.page.locator(`${parent} .dot`).evaluateAll((dots) =>
          dots.map((dot) => {
            const { color, backgroundColor, borderStyle, borderRadius } = getComputedStyle(dot)
            const behind = getComputedStyle(document.body).backgroundColor
            const isFilled = !/^rgba.*, 0\)$/.test(backgroundColor) && backgroundColor !== behind
            const isRound = borderRadius === "50%"
            return [dot.textContent, isFilled && color !== backgroundColor, borderStyle, isRound].join(" ")
          }),
        )
      const [failed, acceptedDot, scheduledDot] = ["✕ true solid false", "✓ true solid true", " false dashed true"]
      for (const forcedColors of ["none", "active"] as const) {
        await frame.page.emulateMedia({ forcedColors })
        expect(await dotStyles("a[data-id='1']")).toEqual([failed, acceptedDot])
        expect(await dotStyles("a[data-id='2']")).toEqual([failed, scheduledDot])
        expect((await dotStyles(".axis")).slice(0, 2)).toEqual([failed, scheduledDot])
      }
    } finally {
      await receiver.close()
    }
  })

  it("shows the full request and response, the failure, and that the signature matches", async () => {
    const receiver = await startReceiver((response) => {
      response.writeHead(500, { "X-Trace": "abc" }).end('{"error":"the database is locked"}')
    })
    try {
      await addEndpoint(receiver.url)
      await frame.send()
      await frame.server.world.advance("1m")
      await frame.open("webhooks/1")
      await frame.page.getByRole("heading", { name: "Attempt 2" }).waitFor()
      await frame.page.getByText("The receiver failed with 500.").waitFor()
      await frame.page.getByText("Checked here with this endpoint's secret.").waitFor()
      const pre = (label: string) => frame.page.getByRole("region", { name: label }).textContent()
      expect(await pre("the request headers")).toMatch(/webhook-signature: v1,/)
      expect(await pre("the request body")).toContain('"type": "email.sent"')
      expect(await pre("the response status and headers")).toMatch(/^500\n[\s\S]*x-trace: abc/)
      expect(await pre("the response body")).toContain("the database is locked")
      await axis().getByRole("link").first().click()
      await frame.page.getByRole("heading", { name: "Attempt 1" }).waitFor()
    } finally {
      await receiver.close()
    }
  })

  it("shows which fault fired, and that its wrong signature does not match", async () => {
    const receiver = await startReceiver()
    try {
      await addEndpoint(receiver.url)
      frame.server.world.faults.add({ on: "delivery", signature: "wrong", times: 1 })
      await frame.send()
      await frame.server.world.advance(0)
      await frame.open("webhooks/1")
      await frame.page.getByText("Fault 1 signed it with a wrong secret.").waitFor()
      await frame.page.getByText("no_matching_signature").waitFor()
    } finally {
      await receiver.close()
    }
  })

  it("shows the health of each endpoint: since when it fails, and when it will be disabled", async () => {
    const receiver = await startReceiver(status(500))
    try {
      await addEndpoint(receiver.url)
      await frame.open("webhooks?endpoint=1")
      const endpoint = frame.page.getByRole("region", { name: "Endpoints" }).getByRole("listitem").first()
      const health = (word: string) => endpoint.locator(".badge").filter({ hasText: word })
      await health("not tried yet").waitFor()
      await endpoint.getByText("0 deliveries ·").waitFor()
      await frame.press("Send a sample")
      await health("failing").waitFor()
      await endpoint.getByText("1 delivery ·").waitFor()
      await frame.server.world.advance("10h")
      await endpoint.getByText("Failing for 10 h; disabled in 2 d 14 h unless a delivery succeeds.").waitFor()
      await frame.press("Disable")
      await endpoint.getByText("Receives nothing until it is enabled.").waitFor()
      await frame.press("Enable")
      await health("healthy").waitFor()
      await endpoint.getByText(/^export MAS_WEBHOOK_SECRET=whsec_/).waitFor()
    } finally {
      await receiver.close()
    }
  })

  it("retries all failing deliveries of an endpoint, and offers that only where there are some", async () => {
    const responses = Array.from({ length: 2 }, () => status(500))
    const receiver = await startReceiver((...request) => (responses.shift() ?? status(200))(...request))
    try {
      await frame.post("/v1/my/webhooks", { url: receiver.url, events: ["email.sent"] })
      await frame.open("webhooks?endpoint=1")
      await frame.page.getByText("not tried yet").waitFor()
      for (let count = 0; count < 3; count++) await frame.send()
      await frame.server.world.advance(0)
      await frame.page.locator(".badge.good", { hasText: "healthy" }).waitFor()
      await frame.press("Retry all failing (2)")
      await frame.page.getByText("2 deliveries were retried").waitFor()
      await frame.page.getByRole("button", { name: /^Retry all failing/ }).waitFor({ state: "detached" })
    } finally {
      await receiver.close()
    }
  })

  it("finds deliveries by word, status and endpoint, with totals and an address for each search", async () => {
    const receiver = await startReceiver((response, { body }) =>
      response.writeHead(body.includes("email.opened") ? 500 : 200).end(),
    )
    try {
      await addEndpoint(receiver.url, ["email.sent", "email.opened"])
      await addEndpoint(`${receiver.url}/2`, ["email.sent"])
      for (const to of ["opened", "delivered"]) await frame.send({ to: `${to}@simulator.test` })
      await frame.server.world.advance(0)
      const { event_id = "" } =
        (await rowsOf(frame.server.world, "delivery")).rows.find(({ message_id }) => message_id === 2) ?? {}
      await frame.open("webhooks")
      await frame.page.getByText("5 deliveries", { exact: true }).waitFor()
      await frame.page.getByLabel("Any status").selectOption("delivered (4)")
      await frame.page.getByText("4 of 5 deliveries").waitFor()
      await frame.page.getByRole("button", { name: "Endpoint 2:" }).click()
      await frame.page.getByText("2 of 5 deliveries").waitFor()
      await frame.page.getByRole("searchbox").fill(`sent ${event_id}`)
      await frame.page.getByText("1 of 5 deliveries").waitFor()
      expect(new URL(frame.page.url()).hash).toBe(`#/webhooks?is=delivered&endpoint=2&q=sent+${event_id}`)
      await frame.open("webhooks?is=retrying")
      await frame.page.getByRole("link", { name: /email\.opened.*retrying/ }).waitFor()
      await frame.open("webhooks?is=failed")
      await frame.page.getByText("No delivery matches this search.").waitFor()
    } finally {
      await receiver.close()
    }
  })

  it("links a message with its deliveries, both ways", async () => {
    const receiver = await startReceiver()
    try {
      await addEndpoint(receiver.url, ["email.sent", "email.delivered"])
      const id = await frame.send()
      await frame.server.world.advance(0)
      await frame.open(`messages/${id}`)
      await frame.page.getByRole("link", { name: "email.delivered to endpoint 1" }).click()
      await frame.page.getByRole("link", { name: `message ${id}` }).click()
      await frame.page.getByRole("heading", { name: "Your receipt" }).waitFor()
    } finally {
      await receiver.close()
    }
  })

  it("says why a message has no webhook: no endpoint subscribes, or it is an SMS", async () => {
    const id = await frame.send({ to: "delayed@simulator.test" })
    await frame.open(`messages/${id}`)
    await frame.page.getByText("No webhook was sent for email.sent: the brand has no endpoint.").waitFor()
    await frame.post("/v1/my/webhooks", { url: "http://127.0.0.1:9/", events: ["email.delivered"] })
    await frame.page
      .getByText(/No webhook was sent for email.sent: endpoint 1 (was added later|does not subscribe to it)/)
      .waitFor()
    await frame.open(
      `messages/${await frame.send({ channel: "sms", to: "+12025550123", subject: undefined, html: undefined, body: "Hi" })}`,
    )
    await frame.page.getByText("No webhook is sent: it is an SMS.").waitFor()
  })
})

describeDashboard(
  "the view Webhooks of a server that sends only to the public internet",
  (frame) => {
    it("says how to allow a receiver on this machine, when it is rejected as local", async () => {
      await frame.open("webhooks")
      await frame.press("Add an endpoint")
      await frame.press("Add")
      await frame.page.getByText("npx mas-sdk mock --local-webhooks").waitFor()
      await frame.page.getByLabel("URL of your receiver").fill("http://shop.test/webhooks")
      await frame.press("Add")
      await frame.page.getByText("Must begin with https://", { exact: true }).waitFor()
    })
  },
  { allowLocalWebhooks: false },
)
