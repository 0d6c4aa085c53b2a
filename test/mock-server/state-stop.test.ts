import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import type { DeliveryOutcome, DeliveryRequest } from "../../mock-server/world/delivery.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { until } from "../support/until.ts"

let state: string
/** The events that a receiver got, in order, and what ends the wait of each. */
let received: string[]
let pendingResponses: (() => void)[]
let isOver = false
beforeEach(() => {
  state = join(temporaryFolder(onTestFinished), "world.jsonl")
  received = []
  pendingResponses = []
  isOver = false
})

const respondToAll = () => {
  for (const respond of pendingResponses.splice(0)) respond()
}

/** A receiver that responds with 200 when the test lets it. */
const deliver = (request: DeliveryRequest): Promise<DeliveryOutcome> => {
  received.push(String(request.headers["webhook-id"]))
  return new Promise((resolve) => {
    pendingResponses.push(() => resolve({ status: 200, duration: 0 }))
    if (isOver) respondToAll()
  })
}

async function start({ messageLatency = 0 } = {}): Promise<MockServer> {
  const now = "2026-03-01T00:00:00.000Z"
  const server = await startMockServer({ port: 0, clock: "frozen", now, state, deliver, messageLatency })
  onTestFinished(() => {
    isOver = true
    respondToAll()
    return server.close().catch(() => {})
  })
  return server
}

async function post(server: MockServer, path: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" }
  const { ok } = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
  expect(ok).toBe(true)
}

/** An endpoint, and messages, each of which gives it one event of each type. */
async function withMessages(server: MockServer, count: number, events = ["email.sent"]): Promise<void> {
  await post(server, "/v1/my/webhooks", { url: "https://hooks.example.test/", events })
  for (let n = 0; n < count; n++)
    await post(server, "/v1/my/messages", { channel: "email", to: `a${n}@example.test`, subject: "Hi", body: "Hi" })
}

/** Stops a server whose receiver responds only after it has begun to stop. */
async function stop(server: MockServer): Promise<void> {
  const closed = server.close()
  const isGone = () =>
    fetch(server.url).then(
      () => false,
      () => true,
    )
  await until(async () => expect(await isGone()).toBe(true))
  await new Promise(setImmediate)
  respondToAll()
  await closed
}

const statuses = async (server: MockServer) => {
  const path = "/v1/my/webhooks/1/deliveries?per_page=100"
  const headers = { Authorization: `Bearer ${server.apiKey}` }
  const rows: { status: string }[] = await (await server.fetch(path, { headers })).json()
  return rows.map(({ status }) => status)
}

describe("a server that stops while webhooks are under way", () => {
  it("records the responses that it waits for", async () => {
    const first = await start()
    await withMessages(first, 1)
    await until(() => expect(received.length).toBe(1))
    await stop(first)
    const second = await start()
    expect(await statuses(second)).toEqual(["delivered"])
    await second.world.advance("1h")
    expect(received.length).toBe(1)
  })

  it("sends each event once, before the restart or after it, however many wait for one endpoint", async () => {
    const first = await start()
    const wide = 16
    await withMessages(first, wide + 4)
    await until(() => expect(received.length).toBe(wide))
    await stop(first)
    expect(received.length).toBe(wide)
    const second = await start()
    expect((await statuses(second)).filter((status) => status === "delivered").length).toBe(wide)
    await until(() => expect(received.length).toBe(wide + 4))
    respondToAll()
    await second.world.advance("1h")
    expect([received.length, new Set(received).size]).toEqual([wide + 4, wide + 4])
  })

  it("ends an advance where it is, says so, and records what the advance waits for", async () => {
    const minute = 60_000
    const first = await start({ messageLatency: minute })
    first.world.outcomes.add({ to: "*", outcome: "delivered", after: "10m" })
    await withMessages(first, 3, ["email.sent", "email.delivered"])
    const advanced = first.world.advance("1h")
    await until(() => expect(received.length).toBe(3))
    await stop(first)
    expect(await advanced).toMatchObject({ now: "2026-03-01T00:01:00.000Z", fired: 6 })
    const second = await start({ messageLatency: minute })
    expect(second.world.clock.get().now).toBe("2026-03-01T00:01:00.000Z")
    expect(await statuses(second)).toEqual(["delivered", "delivered", "delivered"])
    isOver = true
    await second.world.advance("1h")
    expect([received.length, new Set(received).size]).toEqual([6, 6])
  })
})
