import { expect, it } from "vitest"
import { injectAxe, violationsIn } from "../support/axe.ts"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the other pages of the mock server", (frame) => {
  it("pass axe and fit a phone: checkout and sign-in", async () => {
    const headers = {
      Authorization: `Bearer ${frame.server.apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": "k",
    }
    const ask = async (path: string, body: object) =>
      (await frame.server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json()
    const { purchase } = await ask("/v1/my/billing/funding/purchases", { amount_cents: 5_000 })
    const { checkout_url } = await ask("/v1/my/subscription/checkout", { plan_id: 2 })
    const launch = await frame.server.fetch("/v1/oauth/launch", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ provider: "github" }),
    })
    const { launch_url } = await launch.json()
    await injectAxe(frame.page)
    const missing = `${frame.server.url}/billing/funding/9`
    for (const address of [purchase.checkout_url, checkout_url, launch_url, missing]) {
      await frame.page.goto(address)
      expect(await violationsIn(frame.page), address).toEqual([])
      expect(await frame.page.locator("meta[name=viewport]").getAttribute("content")).toBe("width=device-width")
    }
  })
})
