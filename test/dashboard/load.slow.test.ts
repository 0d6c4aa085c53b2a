import { setInterval } from "node:timers/promises"
import { expect, it } from "vitest"
import { describeWindow } from "../support/window.ts"

/** The browser calls a task long from 50 ms on. */
const watchLongTasks = () => {
  const tasks: number[] = []
  Object.assign(globalThis, { longTasks: tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: "longtask" })
}

describeWindow("the window under load", (frame) => {
  const send = async (count: number) => {
    const { world, apiKey } = frame.server
    const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" }
    for (let at = 0; at < count; at++) {
      const body = JSON.stringify({
        channel: "email",
        to: `a${at}@example.test`,
        subject: `number ${at}`,
        html: "<p>x",
      })
      const { status } = await world.fetch("/v1/my/messages", { method: "POST", headers, body })
      if (status !== 201) throw new Error(`Sending was answered ${status}`)
    }
  }
  /** A thousand messages a second, for so many seconds. */
  const pour = async (seconds: number) => {
    let left = seconds * 100
    for await (const _ of setInterval(10)) {
      await send(10)
      if (--left <= 0) return
    }
  }
  const shown = (label: string) => frame.page.getByRole("list", { name: label }).getByRole("listitem").count()
  const longTasks = (): Promise<number[]> => frame.page.evaluate("longTasks")
  const heap = async () => {
    const session = await frame.page.context().newCDPSession(frame.page)
    await session.send("HeapProfiler.collectGarbage")
    const { usedSize }: { usedSize: number } = await session.send("Runtime.getHeapUsage")
    return usedSize
  }

  it("shows 100,000 messages by the few that are seen, and takes in 1,000 a second without a long task or more memory", async () => {
    frame.server.world.setFixtures({ accounts: { main: { plan: "growth", standing: "trusted" } } })
    await send(100_000)
    await frame.open("messages")
    await frame.page.getByText("100,000 messages").waitFor()
    await frame.page.waitForFunction(
      () => document.querySelector("ul[aria-label=Messages]")?.clientHeight === 5_800_000,
    )
    expect(await shown("Messages")).toBeLessThan(50)

    const list = frame.page.locator(".scroll")
    await list.evaluate((box) => box.scrollTo({ top: 2_000_000 }))
    const row = frame.page.getByRole("link", { name: /number / }).nth(10)
    await row.focus()
    const name = await row.textContent()
    const top = (await row.boundingBox())?.y
    await pour(2)
    const before = await heap()
    await frame.page.evaluate(watchLongTasks)
    await pour(6)
    await frame.page.getByText("8,000 newer").waitFor()
    expect(await longTasks()).toEqual([])
    expect((await heap()) - before).toBeLessThan(8_000_000)
    const focused = frame.page.locator(":focus")
    expect([await focused.textContent(), (await focused.boundingBox())?.y]).toEqual([name, top])
    expect(await shown("Messages")).toBeLessThan(50)
  }, 180_000)
})
