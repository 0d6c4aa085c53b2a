import { expect, it } from "vitest"
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
})
