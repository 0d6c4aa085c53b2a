import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { routes } from "../../sdk/client/routes.gen.ts"

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`

describe.each([5_000, 100_000])("JSON nested %i levels deep", (levels) => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer({ port: 0, clock: "frozen" })
  })
  afterAll(() => server.close())

  async function send(method: string, path: string, body: string) {
    const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
    const response = await fetch(server.url + path, { method, headers, body, redirect: "manual" })
    const text = await response.text()
    return { status: response.status, text }
  }

  it("causes no failure of any endpoint", async () => {
    for (const [name, { method, path }] of Object.entries(routes)) {
      if (method === "GET") continue
      const address = path.replaceAll(/\{\w+\}/g, "1")
      for (const body of [deep(levels), "[".repeat(levels), `{"data":${deep(levels)}}`]) {
        const { status } = await send(method, address, body)
        expect([name, status < 500]).toEqual([name, true])
      }
    }
  })

  it.each([
    ["POST", "/_mock/faults", `{"status":503,"body":${deep(levels)}}`, "body must be nested at most 100 levels deep"],
    [
      "PUT",
      "/_mock/fixtures",
      `{"accounts":{"main":{"brands":{"brand_main":{"contacts":[{"email":"a@x.test","data":${deep(levels)}}]}}}}}`,
      "body must be nested at most 200 levels deep",
    ],
    ["PUT", "/_mock/snapshot", deep(levels), "body must be nested at most 200 levels deep"],
    ["POST", "/_mock/inbound", deep(levels), "is required"],
    ["POST", "/_mock/worlds", deep(levels), "is not a known field"],
  ])("is refused by %s %s", async (method, path, body, message) => {
    const { status, text } = await send(method, path, body)
    expect([status, text]).toEqual([422, expect.stringContaining(message)])
  })

  it("is refused within a snapshot, and the world does not change", async () => {
    const contacts = [{ email: "deep@x.test", data: { here: true } }]
    server.world.state.setFixtures({ accounts: { main: { brands: { brand_main: { contacts } } } } })
    const before = await (await server.world.fetch("/_mock/snapshot")).text()
    const changed = before.replace('{"here":true}', deep(levels))
    expect(changed).not.toBe(before)
    const { status, text } = await send("PUT", "/_mock/snapshot", changed)
    expect([status, text]).toEqual([422, expect.stringContaining("at most 200 levels deep")])
    expect(() => server.world.state.restore(JSON.parse(changed))).toThrow("at most 200 levels deep")
    expect(await (await server.world.fetch("/_mock/snapshot")).text()).toBe(before)
  })
})

it("data of the maximum depth can be read, snapshot and restored", async () => {
  const server = await startMockServer({ port: 0, clock: "frozen" })
  try {
    const data = JSON.parse(deep(190))
    const contacts = [{ email: "deep@x.test", data }]
    server.world.state.setFixtures({ accounts: { main: { brands: { brand_main: { contacts } } } } })
    server.world.faults.add({ path: "/v1/none", status: 503, body: JSON.parse(deep(100)) })
    const snapshot = server.world.state.snapshot()
    server.world.state.restore(JSON.parse(JSON.stringify(snapshot)))
    expect(server.world.state.snapshot()).toEqual(snapshot)
    const headers = { Authorization: "Bearer maskey_live_mock" }
    const { status } = await fetch(`${server.url}/v1/my/contacts`, { headers })
    expect(status).toBe(200)
  } finally {
    await server.close()
  }
})
