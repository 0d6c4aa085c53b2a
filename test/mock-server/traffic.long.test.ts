import { describe, expect, it } from "vitest"
import type { MockServiceOptions } from "../../mock-server/index.ts"
import { mock } from "../support/mock.ts"

const start = "2026-03-01T12:00:00.000Z"
const minute = 60_000
const ladder = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * minute)
const mail = { channel: "email", to: "ada@example.test", subject: "Hello", body: "Hello" }

/** Waits for `count` turns of the event loop. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

async function withEndpoint(deliver: MockServiceOptions["deliver"], url = "https://a.example.com/") {
  const m = mock({ ...(deliver && { deliver }) })
  await m.call("POST", "/v1/my/webhooks", { body: { url, events: ["email.delivered"] } })
  const send = (to = mail.to) => m.call("POST", "/v1/my/messages", { body: { ...mail, to } })
  return { ...m, send }
}

/** Sends messages one after the other until `stop` is called: a slower receiver always has some in progress. */
function traffic(send: () => Promise<unknown>, pause: number) {
  let isOver = false
  const run = async () => {
    while (!isOver) {
      await send()
      await turns(pause)
    }
  }
  const running = run()
  return {
    stop: () => {
      isOver = true
      return running
    },
  }
}

/** The time between consecutive attempts of each delivery. */
function gapsOf({ control }: ReturnType<typeof mock>): number[][] {
  const sent = new Map<number, number[]>()
  for (const { delivery_id, sent_at } of control.deliveries.list()) {
    sent.set(delivery_id, [...(sent.get(delivery_id) ?? []), Date.parse(sent_at)])
  }
  return [...sent.values()].map((times) => times.slice(1).map((time, at) => time - (times[at] ?? 0)))
}

describe("an advance under continuous traffic", () => {
  it.each([
    // Pauses between messages and the receiver's duration, in turns of the event loop.
    { pause: 2, takes: 4 },
    { pause: 1, takes: 1 },
    { pause: 7, takes: 3 },
  ])("ends at its target time, with each retry at its due time ($pause, $takes)", async ({ pause, takes }) => {
    const m = await withEndpoint(async () => {
      await turns(takes)
      return { status: 500, duration: 1 }
    })
    await m.send()
    const { stop } = traffic(() => m.send(), pause)
    const { now } = await m.control.advance("40m")
    await stop()
    expect(now).toBe("2026-03-01T12:40:00.000Z")
    await m.control.advance("36h")
    const gaps = gapsOf(m)
    expect(gaps.length).toBeGreaterThan(5)
    for (const gap of gaps) expect(gap).toEqual(ladder)
  })

  it("waits for work in progress, but not for later messages", async () => {
    const ends: (() => void)[] = []
    const m = await withEndpoint(() => new Promise((resolve) => ends.push(() => resolve({ status: 204, duration: 1 }))))
    await m.send()
    await turns(5)
    const advanced = m.control.advance("58s")
    await turns(5)
    await m.send()
    await turns(5)
    expect([ends.length, m.control.clock.get().now]).toEqual([2, start])
    ends[0]?.()
    expect(await advanced).toMatchObject({ now: "2026-03-01T12:00:58.000Z" })
    ends[1]?.()
    await turns(5)
    expect(m.control.deliveries.list().map(({ sent_at }) => sent_at)).toEqual([start, start])
  })

  it("stops where it needs the outcome of later work", async () => {
    const ends: ((status: number) => void)[] = []
    const m = await withEndpoint(
      () => new Promise((resolve) => ends.push((status) => resolve({ status, duration: 1 }))),
    )
    await m.send()
    await turns(5)
    const advanced = m.control.advance("2m")
    await m.send()
    await turns(5)
    ends[0]?.(204)
    await turns(5)
    expect(m.control.clock.get().now).toBe("2026-03-01T12:00:59.000Z")
    ends[1]?.(500)
    await turns(5)
    expect(m.control.clock.get().now).toBe("2026-03-01T12:01:00.000Z")
    ends[2]?.(204)
    expect(await advanced).toMatchObject({ now: "2026-03-01T12:02:00.000Z" })
    expect(gapsOf(m)).toEqual([[], [minute]])
  })

  it("is driven by expectations while one webhook leads to the next, but not endlessly", async () => {
    const m = await withEndpoint(async ({ body }) => {
      const { data } = JSON.parse(body)
      if (data.message_id < last) await m.send(`step-${data.message_id + 1}@example.test`)
      await turns(3)
      return { status: 204, duration: 1 }
    })
    let last = 6
    await m.send()
    expect(await m.control.expect.delivery({ message_id: 6 })).toMatchObject({ response_status: 204 })
    expect(m.control.clock.get().now).toBe(start)
    last = Number.POSITIVE_INFINITY
    await m.send()
    await expect(m.control.expect.delivery({ message_id: 1, attempt: 2 }, { within: "1m" })).rejects.toThrow(
      "No delivery attempt",
    )
    last = 0
  })

  it("ends even if each webhook makes its receiver send another message", async () => {
    const m = await withEndpoint(async () => {
      if (m.control.deliveries.list().length < 500) await m.send()
      await turns(1)
      return { status: 204, duration: 1 }
    })
    await m.send()
    expect(await m.control.advance(0)).toMatchObject({ now: start })
    expect(await m.control.advance("5m")).toMatchObject({ now: "2026-03-01T12:05:00.000Z" })
    expect(m.control.deliveries.list().length).toBeGreaterThan(5)
    expect(m.control.deliveries.list().length).toBeLessThan(500)
  })

  it("continues to the retry of a later message, if that is the next work", async () => {
    let second = () => {}
    const m = await withEndpoint((_request) =>
      m.control.deliveries.list().length === 0 && first === undefined
        ? new Promise((resolve) => (first = () => resolve({ status: 204, duration: 1 })))
        : new Promise((resolve) => (second = () => resolve({ status: 500, duration: 1 }))),
    )
    let first: (() => void) | undefined
    await m.send()
    await turns(5)
    const advanced = m.control.advance({ to: "next" })
    await m.send()
    await turns(5)
    first?.()
    await turns(5)
    second()
    await turns(5)
    second()
    expect(await advanced).toMatchObject({ now: "2026-03-01T12:01:00.000Z" })
  })
})
