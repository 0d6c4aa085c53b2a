import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"

describeDashboard("the days of a list", (frame) => {
  it("have a heading each, above their rows", async () => {
    await frame.send({ subject: "of the first day" })
    await frame.server.world.advance("1d")
    await frame.send({ subject: "of the second day" })
    await frame.open("messages")
    const topOf = async (text: string) => (await frame.page.getByText(text).boundingBox())?.y ?? 0
    const tops = [
      await topOf("Monday 2 March 2026, UTC"),
      await topOf("of the second day"),
      await topOf("Sunday 1 March 2026, UTC"),
      await topOf("of the first day"),
    ]
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(new Set(tops).size).toBe(4)
  })

  it("do not keep the last row from view, nor the keyboard from any", async () => {
    for (let day = 1; day <= 30; day++) {
      await frame.send({ subject: `of day ${day}.` })
      await frame.server.world.advance("1d")
    }
    await frame.open("messages")
    await frame.page.getByRole("link", { name: /of day 30\./ }).focus()
    await frame.page.keyboard.press("End")
    const last = frame.page.getByRole("link", { name: /of day 1\./ })
    await last.waitFor()
    const box = await last.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
    await frame.page.keyboard.press("Home")
    await frame.page.getByRole("link", { name: /of day 30\./ }).waitFor()
  })
})

describeDashboard("a list of the dashboard", (frame) => {
  const scroll = () => frame.page.locator(".list .scroll")
  const ask = async (times: number) => {
    for (let count = 0; count < times; count++) await frame.server.fetch("/v1/me")
  }
  const down = async () => {
    await scroll().evaluate((box) => box.scrollTo({ top: 4_000 }))
    await expect.poll(visibleRows).toBeGreaterThan(5)
  }
  /** The number of visible rows. */
  const visibleRows = () =>
    frame.page.locator(".list li").evaluateAll((rows) => {
      const { top = 0, bottom = 0 } = document.querySelector(".list .scroll")?.getBoundingClientRect() ?? {}
      return rows.map((row) => row.getBoundingClientRect()).filter((box) => box.bottom > top && box.top < bottom).length
    })

  it("shows new rows after it was cleared while a row was open", async () => {
    await ask(5)
    await frame.open("requests/5")
    await frame.page.getByText("5 requests").waitFor()
    await frame.press("Clear")
    await frame.page.getByText("No requests yet").waitFor()
    await ask(3)
    await frame.page.getByText("3 requests").waitFor()
    await expect.poll(visibleRows).toBeGreaterThan(0)
    const newer = frame.page.getByRole("button", { name: /newer/ })
    if ((await newer.count()) > 0) await newer.click()
    await expect.poll(visibleRows).toBe(3)
  })

  it("shows new rows after it was cleared while scrolled down", async () => {
    await ask(150)
    await frame.open("requests")
    await frame.page.getByText("150 requests").waitFor()
    await down()
    await frame.press("Clear")
    await frame.page.getByText("No requests yet").waitFor()
    await ask(20)
    await frame.page.getByText("20 requests").waitFor()
    await expect.poll(visibleRows).toBeGreaterThan(5)
    expect(await frame.page.getByRole("button", { name: /newer/ }).count()).toBe(0)
  })

  it("shows all rows again after a search without matches", async () => {
    await ask(150)
    await frame.open("requests")
    await frame.page.getByText("150 requests").waitFor()
    await down()
    await frame.page.getByRole("searchbox").fill("zzzz")
    await frame.page.getByText("No request matches this search.").waitFor()
    await frame.page.getByRole("searchbox").fill("")
    await expect.poll(visibleRows).toBeGreaterThan(5)
    expect(await frame.page.locator(".list li").first().textContent()).toContain("/v1/me")
  })

  it("shows the world after another client reset it, while scrolled down", async () => {
    for (let count = 0; count < 150; count++) await frame.send()
    await frame.open("messages")
    await frame.page.getByText("150 messages").waitFor()
    await down()
    frame.server.world.reset()
    await frame.page.getByText("No messages yet").waitFor()
    for (let count = 0; count < 20; count++) await frame.send()
    await frame.page.getByText("20 messages").waitFor()
    await expect.poll(visibleRows).toBeGreaterThan(5)
  })
})
