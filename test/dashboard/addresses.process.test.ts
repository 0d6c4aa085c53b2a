import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"
import { startReceiver, status } from "../support/receiver.ts"

describeDashboard("the dashboard's addresses", (frame) => {
  const hash = () => new URL(frame.page.url()).hash
  const views = ["Messages", "Webhooks", "Time", "Requests", "Data"]

  it("start at the server's root, which redirects a browser to the dashboard", async () => {
    const response = await frame.page.goto(`${frame.server.url}/`)
    expect([response?.status(), response?.headers()["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    expect(frame.page.url()).toBe(`${frame.server.url}/_mock/`)
    await frame.page.getByText("No messages yet").waitFor()
    const { id } = frame.server.world.worlds.create()
    await frame.page.goto(`${frame.server.url}/@${id}`)
    expect(frame.page.url()).toBe(`${frame.server.url}/@${id}/_mock/`)
    expect((await frame.server.fetch("/")).status).toBe(404)
  })

  it("include one for the newest mail to a recipient, for tests in a browser", async () => {
    await frame.send({ to: "ana@example.test", html: "<p>An older one" })
    const id = await frame.send({
      to: "ana@example.test",
      html: '<p>Your code: <b>123456</b> <a href="/in">Sign in</a>',
    })
    await frame.send({ to: "ben@example.test" })
    await frame.page.goto(`${frame.server.url}/_mock/messages/latest?to=ana@example.test`)
    expect(new URL(frame.page.url()).pathname).toBe(`/_mock/messages/${id}/html`)
    expect(await frame.page.locator("b").textContent()).toBe("123456")
    await frame.page.getByRole("link", { name: "Sign in" }).waitFor()
  })

  it("are one for each view, so the back button works", async () => {
    await frame.open("messages")
    const open = frame.page.getByRole("navigation", { name: "Views" }).locator("[aria-current=page]")
    for (const view of views) {
      await frame.page.getByRole("link", { name: view, exact: true }).click()
      await open.getByText(view).waitFor()
      expect(hash()).toBe(`#/${view.toLowerCase()}`)
    }
    for (const view of views.toReversed().slice(1)) {
      await frame.page.goBack()
      await open.getByText(view).waitFor()
    }
    await frame.page.goForward()
    await open.getByText("Webhooks").waitFor()
  })

  it("are links that show the same view in a new window", async () => {
    const receiver = await startReceiver(status(500))
    try {
      await frame.post("/v1/my/webhooks", { url: receiver.url, events: ["email.sent"] })
      await frame.send()
      await frame.server.world.advance("1m")
      for (const [address, name, heading] of [
        ["messages", /Your receipt/, "Your receipt"],
        ["webhooks", /email\.sent/, "email.sent"],
        ["webhooks/1", /Attempt 1/, "Attempt 1"],
        ["requests", /v1\/my\/messages/, "POST /v1/my/messages"],
        ["data/faults", "Suppressions", "Suppressions"],
      ] as const) {
        await frame.open(address)
        const opened = frame.page.context().waitForEvent("page")
        await frame.page
          .getByRole("link", { name })
          .first()
          .click({ modifiers: ["ControlOrMeta"] })
        const other = await opened
        await other.getByRole("heading", { name: heading, exact: true }).waitFor()
        await other.close()
      }
    } finally {
      await receiver.close()
    }
  })

  it("show the date with every time, because days of a world pass fast", async () => {
    const receiver = await startReceiver(status(500))
    try {
      await frame.post("/v1/my/webhooks", { url: receiver.url, events: ["email.sent"] })
      await frame.open("time")
      await frame.send()
      await frame.server.world.advance("2d")
      await frame.post("/v1/my/messages", {})
      await frame.post("/v1/my/account/invites", { email: "ben@example.test", role: "member" })
      await frame.server.world.checkpoints.save("before")
      for (const address of ["messages/1", "webhooks/1", "time", "requests/2", "requests", "data/state"]) {
        await frame.open(address)
        await frame.page.waitForFunction(() => !document.body.textContent?.includes("Loading …"))
        // The text of receivers and programs does not count, whenever it appears.
        await frame.page.evaluate(() => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(".code { display: none }")
          document.adoptedStyleSheets.push(sheet)
        })
        for (const width of [1280, 360]) {
          await frame.page.setViewportSize({ width, height: 740 })
          const text = await frame.page.locator("body").innerText()
          const times = text.match(/(\S+[\sT]+)?\b\d\d:\d\d(:\d\d)?\b/g) ?? []
          expect(times.length, address).toBeGreaterThan(0)
          expect(
            times.filter((time) => !/^\S*\d\d-\d\d[\sT]+\d\d:\d\d/.test(time)),
            address,
          ).toEqual([])
          // Relative times show the full time in their tooltip.
          const titles = await frame.page
            .locator("time")
            .evaluateAll((all) => all.map((time) => Reflect.get(time, "title")))
          expect(titles.length, address).toBeGreaterThan(0)
          expect(
            titles.filter((title) => !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d.* UTC$/.test(title)),
            address,
          ).toEqual([])
        }
      }
    } finally {
      await receiver.close()
    }
  })
})
