import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createMockService, type MockService } from "../../mock-server/index.ts"

const start = Date.parse("2026-03-01T12:00:00.000Z")
const minute = 60_000
/** Delays before each retry. */
const delays = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * minute)

/** Waits for `count` turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

/** A frozen world with an endpoint that always fails, each attempt after `ended` resolves. */
async function failing(ended: () => Promise<void>) {
  const service = createMockService({
    clock: "frozen",
    now: start,
    deliver: async () => {
      await ended()
      return { status: 500, duration: 1 }
    },
  })
  await call(service, "/v1/my/webhooks", { url: "https://hooks.example.com/mas", events: ["email.bounced"] })
  return service
}

async function call(service: MockService, path: string, body?: object): Promise<number> {
  const { status } = await service.fetch(
    new Request(`http://mock.test${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  return status
}

let label = 0
const send = (service: MockService) =>
  call(service, "/v1/my/messages", {
    channel: "email",
    to: `bounced+${label++}@simulator.test`,
    subject: "Hi",
    body: "Hi",
  })

/** The attempt times of each delivery, in milliseconds after the one before, by delivery. */
function gaps(service: MockService): number[][] {
  const byDelivery = new Map<number, number[]>()
  for (const { delivery_id, sent_at } of service.world.deliveries.list()) {
    byDelivery.set(delivery_id, [...(byDelivery.get(delivery_id) ?? []), Date.parse(sent_at)])
  }
  return [...byDelivery.values()].map((times) => times.slice(1).map((time, at) => time - (times[at] ?? 0)))
}

describe("an advance", () => {
  it("owns the clock from the start: a request meanwhile does not delay a retry", async () => {
    const service = await failing(() => turns(3))
    await send(service)
    const advance = service.world.advance("5m")
    await null
    await send(service)
    await advance
    await service.world.advance("2d")
    expect(gaps(service)).toEqual([delays, delays])
    await service.close()
  })

  it("waits only for work already in progress when it was called", async () => {
    const ends: (() => void)[] = []
    const service = await failing(() => new Promise<void>((resolve) => ends.push(resolve)))
    await send(service)
    await turns(3)
    const advance = service.world.advance("58s")
    await send(service)
    await turns(3)
    // The second is in progress, and the advance does not wait for it.
    expect(ends).toHaveLength(2)
    ends[0]?.()
    await expect(advance).resolves.toMatchObject({ now: new Date(start + 58_000).toISOString() })
    expect(service.world.deliveries.list()).toHaveLength(1)
    ends[1]?.()
    await service.close()
  })

  it("keeps every retry time exact, however requests, advances, snapshots and resets are interleaved", async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("send", "answered", "advance", "tick", "turn", "read") },
      { weight: 1, arbitrary: fc.constantFrom("long advance", "snapshot", "restore", "reset") },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), fc.infiniteStream(fc.nat(4)), async (steps, lengths) => {
        const service = await failing(() => turns(lengths.next().value ?? 0))
        const sends: Promise<unknown>[] = []
        const underWay: Promise<unknown>[] = []
        let snapshot = service.world.state.snapshot()
        for (const each of steps) {
          if (each === "send") sends.push(send(service))
          else if (each === "advance") underWay.push(service.world.advance("90s"))
          else if (each === "long advance") underWay.push(service.world.advance("3h"))
          else if (each === "read") underWay.push(call(service, "/v1/my/contacts"))
          else if (each === "snapshot") snapshot = service.world.state.snapshot()
          else if (each === "restore") service.world.state.restore(snapshot)
          else if (each === "reset") service.world.reset()
          else if (each === "turn") await new Promise(setImmediate)
          else if (each === "answered") await Promise.all(sends.splice(0))
          else await null
        }
        await Promise.all([...sends, ...underWay])
        await service.world.advance("4d")
        for (const ladder of gaps(service)) expect(ladder).toEqual(delays.slice(0, ladder.length))
        await service.close()
      }),
      { numRuns: 150, seed: 1 },
    )
  })
})
