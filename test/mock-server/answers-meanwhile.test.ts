import { afterEach, describe, expect, it } from "vitest"
import { type Fixtures, type MockServer, startMockServer } from "../../mock-server/index.ts"

const many = 30_000
const largeBrand = {
  contacts: Array.from({ length: many }, (_, n) => ({ email: `contact-${n}@load.test`, first_name: "Load" })),
}
const large: Fixtures = { accounts: { main: { brands: { brand_main: largeBrand } } } }

const servers: MockServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function started(options: Parameters<typeof startMockServer>[0] = {}): Promise<MockServer> {
  const server = await startMockServer({ port: 0, clock: "frozen", ...options })
  servers.push(server)
  return server
}

/** A call of the control API. */
async function control(server: MockServer, method: string, path: string, body?: unknown): Promise<unknown> {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }
  const response = await fetch(`${server.controlUrl}${path}`, { method, ...sent })
  const text = await response.text()
  expect([response.status, response.status < 300 ? "" : text]).toEqual([expect.any(Number), ""])
  return text === "" ? undefined : JSON.parse(text)
}

/** How many requests, one after the other, are answered before the work is done. */
async function answeredDuring(server: MockServer, work: () => Promise<unknown>): Promise<number> {
  await control(server, "GET", "/health")
  let [answered, isDone] = [0, false]
  const worked = work().finally(() => {
    isDone = true
  })
  for (;;) {
    await control(server, "GET", "/health")
    if (isDone) break
    answered++
  }
  await worked
  return answered
}

/** A long call is in pieces of 10 ms; with one stop in it, a request or two would be answered before and after. */
const several = 5

describe("a mock server", () => {
  it.each([
    ["POST", "/contacts", { count: many }],
    ["GET", "/snapshot"],
    ["PUT", "/snapshot", (server: MockServer) => JSON.stringify(server.world.state.snapshot())],
    ["GET", "/fixtures"],
    ["PUT", "/fixtures", JSON.stringify(large)],
    ["POST", "/worlds", JSON.stringify({ fixtures: large })],
    ["POST", "/reset", {}],
    ["POST", "/checkpoints/full/rewind", {}],
  ] as const)("answers others during %s %s", { tags: "slow" }, async (method, path, body?: unknown) => {
    const server = await started()
    if (path !== "/contacts") server.world.state.setFixtures(large)
    server.world.checkpoints.save("full")
    const sent = typeof body === "function" ? body(server) : body
    expect(await answeredDuring(server, () => control(server, method, path, sent))).toBeGreaterThanOrEqual(several)
  })

  it("answers nobody during the same work at once, which the count shows", { tags: "slow" }, async () => {
    const server = await started()
    const work = async () => server.world.state.setFixtures(large)
    expect(await answeredDuring(server, work)).toBeLessThan(several)
  })
})

describe("a mock server with much work due at one moment", () => {
  const messages = 400
  const latency = 60_000

  /** A server on whose world many messages wait for one moment, of which an endpoint is told. */
  async function withWork(options: Parameters<typeof startMockServer>[0] = {}) {
    let delivered = 0
    const server = await started({
      messageLatency: latency,
      // Half a millisecond on every machine.
      deliver: () => {
        delivered++
        for (const end = performance.now() + 0.5; performance.now() < end; );
        return { status: 204, duration: 1 }
      },
      ...options,
    })
    const post = (path: string, body: object) =>
      server.world.fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    await post("/v1/my/webhooks", { url: "https://hooks.example.com/", events: ["email.sent", "email.delivered"] })
    for (let n = 0; n < messages; n++) {
      await post("/v1/my/messages", { channel: "email", to: `to-${n}@load.test`, subject: "Hello", body: "Hello" })
    }
    expect(server.world.clock.get().pending).toBeGreaterThanOrEqual(messages)
    return { server, delivered: () => delivered }
  }

  it.each([{ by: latency }, { by: "365d" }, { to: "next" }])(
    "answers others during an advance %j",
    { tags: "slow" },
    async (advance) => {
      const { server, delivered } = await withWork()
      const answered = await answeredDuring(server, () => control(server, "POST", "/clock/advance", advance))
      expect(answered).toBeGreaterThanOrEqual(several)
      expect(delivered()).toBe(2 * messages)
    },
  )

  it("answers others while a running clock does it, without a call", { tags: "slow" }, async () => {
    const { server, delivered } = await withWork()
    await control(server, "PUT", "/clock", { mode: "scaled", rate: 3_600 })
    let answered = 0
    while (delivered() < 2 * messages) {
      await control(server, "GET", "/health")
      if (delivered() > 0 && delivered() < 2 * messages) answered++
    }
    expect(answered).toBeGreaterThanOrEqual(several)
  })
})
