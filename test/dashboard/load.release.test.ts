import { setInterval } from "node:timers/promises"
import { expect, it } from "vitest"
import { describeDashboard } from "../support/dashboard-page.ts"

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** The thread's CPU time in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The longest task of a page's thread, in milliseconds of CPU time: a busy machine is not the page's fault. */
function longestTask(trace: Buffer): number {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString())
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
  const isPage = (event: TraceEvent) => threads.some(({ pid, tid }) => pid === event.pid && tid === event.tid)
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && isPage(event)).map(({ tdur = 0 }) => tdur)
  // A trace without tasks would always pass.
  if (tasks.length < 100) throw new Error(`The trace has ${tasks.length} tasks`)
  return Math.max(...tasks) / 1_000
}

describeDashboard("the dashboard under load", (frame) => {
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
      if (status !== 201) throw new Error(`Sending got ${status}`)
    }
  }
  /** Sends a thousand messages a second. */
  const pour = async (seconds: number) => {
    let ticksLeft = seconds * 100
    for await (const _ of setInterval(10)) {
      await send(10)
      if (--ticksLeft <= 0) return
    }
  }
  const itemCount = (label: string) => frame.page.getByRole("list", { name: label }).getByRole("listitem").count()
  /**
   * The longest task during the work: the best of up to three rounds. A slow task is slow in every round, one that a busy
   * machine delayed is not.
   */
  const tracing = async (work: () => Promise<void>) => {
    const browser = frame.page.context().browser()
    const longest: number[] = []
    for (let round = 0; round < 3 && !longest.some((task) => task < 50); round++) {
      await browser?.startTracing(frame.page, { categories: ["disabled-by-default-devtools.timeline", "__metadata"] })
      await work()
      const trace = await browser?.stopTracing()
      if (trace !== undefined) longest.push(longestTask(trace))
    }
    return Math.min(...longest)
  }
  const heap = async () => {
    const session = await frame.page.context().newCDPSession(frame.page)
    await session.send("HeapProfiler.collectGarbage")
    const { usedSize }: { usedSize: number } = await session.send("Runtime.getHeapUsage")
    return usedSize
  }

  it("renders only the visible of 100,000 messages, and adds 1,000 a second without a long task or a leak", async () => {
    frame.server.world.state.setFixtures({ accounts: { main: { plan: "growth", standing: "trusted" } } })
    await send(100_000)
    await frame.open("messages")
    await frame.page.getByText("100,000 messages").waitFor()
    // A line for each, and one for their day.
    await frame.page.waitForFunction(
      () => document.querySelector("ul[aria-label=Messages]")?.clientHeight === 3_000_030,
    )
    expect(await itemCount("Messages")).toBeLessThan(50)

    const list = frame.page.locator(".scroll")
    await list.evaluate((box) => box.scrollTo({ top: 1_000_000 }))
    const row = frame.page.getByRole("link", { name: /number / }).nth(10)
    await row.focus()
    const name = await row.textContent()
    const top = (await row.boundingBox())?.y
    await pour(2)
    const before = await heap()
    let poured = 2_000
    const longest = await tracing(async () => {
      await pour(4)
      poured += 4_000
      await frame.page.getByText(`${poured.toLocaleString("en")} newer`).waitFor()
    })
    expect(longest).toBeLessThan(50)
    expect((await heap()) - before).toBeLessThan(8_000_000)
    const focused = frame.page.locator(":focus")
    expect([await focused.textContent(), (await focused.boundingBox())?.y]).toEqual([name, top])
    expect(await itemCount("Messages")).toBeLessThan(50)

    const searching = await tracing(async () => {
      await frame.page.getByRole("searchbox").pressSequentially("number 77")
      const matchCount = frame.page.getByText(/^\d,\d{3} of 1\d\d,000 messages$/)
      await matchCount.waitFor()
      await frame.page.getByRole("searchbox").fill("")
      await matchCount.waitFor({ state: "hidden" })
    })
    expect(searching).toBeLessThan(50)
  })
})
