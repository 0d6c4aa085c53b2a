import { describe, expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { noBrowser, sharedBrowser } from "../support/browser.ts"
import { skipped } from "../support/skipped.ts"

/** A server, with one payment pending of each of the two kinds. */
async function withBills() {
  const server = await startMockServer({ port: 0 })
  const post = async (path: string, body: object) => {
    const headers = {
      Authorization: `Bearer ${server.apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": "k",
    }
    const response = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    return response.json()
  }
  const { purchase } = await post("/v1/my/billing/funding/purchases", { amount_cents: 5_000 })
  const checkout = await post("/v1/my/subscription/checkout", { plan_id: 2 })
  return { server, addresses: [purchase.checkout_url, checkout.checkout_url] }
}

const pay = (url: string, headers: Record<string, string> = {}, move = "pay") =>
  fetch(url, { method: "POST", body: new URLSearchParams({ move }), headers, redirect: "manual" })

describe("the payment URL of a purchase", () => {
  it("is a page with a button that pays", async () => {
    const { server, addresses } = await withBills()
    for (const address of addresses) {
      const page = await fetch(address)
      expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"])
      expect(await page.text()).toContain('<button name="move" value="pay">Pay</button>')
      const paid = await pay(address)
      expect([paid.status, paid.headers.get("Location")]).toEqual([303, address])
      expect(await (await fetch(address)).text()).not.toContain("<button")
    }
    await server.close()
  })

  it.skipIf(noBrowser)(
    `is paid in a real browser, as in its world${skipped(noBrowser)}`,
    async () => {
      const { server, addresses } = await withBills()
      const page = await (await sharedBrowser()).newPage()
      onTestFinished(() => page.close())
      for (const address of addresses) {
        await page.goto(address)
        await page.getByRole("button", { name: "Pay", exact: true }).click()
        await page.waitForURL(address)
        expect(await page.getByRole("button").count()).toBe(0)
      }
      expect(await (await fetch(addresses[0])).text()).not.toContain("<button")
      await server.close()
    },
    60_000,
  )

  it("can make a payment fail, and refuses a second one", async () => {
    const { server, addresses } = await withBills()
    for (const address of addresses) {
      expect((await pay(address, {}, "fail")).status).toBe(303)
      expect(await (await fetch(address)).text()).toContain("failed")
      expect((await pay(address)).status).toBe(409)
      expect((await pay(address, {}, "steal")).status).toBe(404)
    }
    await server.close()
  })

  it("refuses payment from a page of another site", async () => {
    const { server, addresses } = await withBills()
    for (const address of addresses) {
      expect((await pay(address, { Origin: "https://evil.test" })).status).toBe(403)
      expect(await (await fetch(address)).text()).toContain("<button")
    }
    await server.close()
  })

  it("leads to the world that issued it", async () => {
    const server = await startMockServer({ port: 0 })
    const { url, apiKey } = server.world.worlds.create()
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": "k",
    }
    const body = JSON.stringify({ plan_id: 2 })
    const response = await fetch(`${url}/v1/my/subscription/checkout`, { method: "POST", headers, body })
    const { checkout_url } = await response.json()
    expect(checkout_url).toContain("/@")
    expect((await pay(checkout_url)).headers.get("Location")).toBe(checkout_url)
    const state = await fetch(`${url}/v1/my/subscription/checkout_status?purchase_id=1`, { headers })
    expect((await state.json()).status).toBe("active")
    await server.close()
  })

  it("is 404 if there is nothing to pay", async () => {
    const server = await startMockServer({ port: 0 })
    for (const path of ["checkouts/1", "funding/1", "funding/x", "other/1"]) {
      expect((await fetch(`${server.url}/billing/${path}`)).status).toBe(404)
    }
    await server.close()
  })
})

describe("the upgrade URL of a capacity error", () => {
  it("is a page of the plans on sale, in the world that issued it", async () => {
    const server = await startMockServer({
      port: 0,
      fixtures: { plans: { free: { recipient_caps: { standard: 0 } } } },
    })
    onTestFinished(() => server.close())
    const { url } = server.world.worlds.create()
    for (const base of [server.url, url]) {
      const headers = { Authorization: `Bearer ${server.apiKey}` }
      const status = await (await fetch(`${base}/v1/my/delivery/status`, { headers })).json()
      const { upgrade_url } = status.capacity_recovery
      expect(upgrade_url.startsWith(`${base}/`)).toBe(true)
      const page = await fetch(upgrade_url)
      expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"])
      expect(await page.text()).toContain("Starter (<code>plan_id</code> 2)")
      expect((await fetch(upgrade_url, { method: "POST" })).status).toBe(405)
    }
  })
})
