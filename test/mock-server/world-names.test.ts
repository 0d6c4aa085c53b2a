import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

const lists = "/v1/my/lists"
const key = "maskey_live_mock"

/** A service with a second world, and a request whose response tells which one answered. */
function twoWorlds() {
  const service = mock()
  const world = service.control.worlds.create()
  async function ask(path: string, headers: Readonly<Record<string, string>> = {}, credential = key) {
    const { status, body, headers: answered } = await service.call("GET", path, { key: credential, headers })
    const [, answeredBy] = /world=(\w+);/.exec(answered.get("x-mas-mock") ?? "") ?? []
    return { status, answeredBy, body }
  }
  return { ...service, world, ask }
}

describe("the world of a request", () => {
  it.each([
    ["a prefix", `/@w1${lists}`, {}, key],
    ["the header", lists, { "X-MAS-World": "w1" }, key],
    ["the key", lists, {}, "maskey_live_mock_w1"],
    ["all three", `/@w1${lists}`, { "X-MAS-World": "w1" }, "maskey_live_mock_w1"],
  ] as const)("is named by %s", async (_, path, headers, credential) => {
    const { ask } = twoWorlds()
    expect(await ask(path, headers, credential)).toMatchObject({ status: 200, answeredBy: "w1" })
  })

  it("is main if nothing names one, and if the header does", async () => {
    const { ask } = twoWorlds()
    expect((await ask(lists)).answeredBy).toBe("main")
    expect((await ask(lists, { "X-MAS-World": "main" })).answeredBy).toBe("main")
  })

  it.each([
    [`/@w9${lists}`, {}, key, "the path"],
    [lists, { "X-MAS-World": "w9" }, key, "the header X-MAS-World"],
    [lists, { "X-MAS-World": "" }, key, "the header X-MAS-World"],
    [lists, { "X-MAS-World": "w1, w1" }, key, "the header X-MAS-World"],
    [lists, {}, "maskey_live_mock_w9", "the key"],
    ["/_mock/health", { "X-MAS-World": "w9" }, key, "the header X-MAS-World"],
    ["/openapi.yaml", { "X-MAS-World": "w9" }, key, "the header X-MAS-World"],
  ] as const)("is a 404 for %s with %j and %s if it does not exist", async (path, headers, credential, by) => {
    const { ask, control } = twoWorlds()
    const { status, body } = await ask(path, headers, credential)
    expect([status, body.error_code]).toEqual([404, "not_found"])
    expect(body.message).toContain(by)
    expect(control.requests.list()).toEqual([])
  })

  it.each([
    [`/@w1${lists}`, { "X-MAS-World": "main" }, key],
    [`/@main${lists}`, { "X-MAS-World": "w1" }, key],
    [`/@w1${lists}`, {}, "maskey_live_mock_w2"],
    [lists, { "X-MAS-World": "main" }, "maskey_live_mock_w1"],
    ["/@w1/_mock/health", { "X-MAS-World": "w2" }, key],
  ] as const)("is a 400 for %s with %j and %s, which name two", async (path, headers, credential) => {
    const { ask, control } = twoWorlds()
    control.worlds.create()
    const { status, body } = await ask(path, headers, credential)
    expect([status, body.error_code]).toEqual([400, "world_mismatch"])
    expect(control.worlds.list().flatMap(({ id }) => [id])).toEqual(["main", "w1", "w2"])
  })

  it("is a 404 for its key after it ended", async () => {
    const { ask, world } = twoWorlds()
    const { apiKey } = world
    world.worlds.remove(world.id)
    expect(await ask(lists, {}, apiKey)).toMatchObject({ status: 404 })
  })

  it("has its own keys, even with the same seed", async () => {
    const { ask, world, control } = twoWorlds()
    const [there, here] = [world, control].map((each) => each.credentials.mint({ kind: "api_key" }).token)
    expect(there).toBe(`${here}_w1`)
    expect((await ask(lists, {}, there)).answeredBy).toBe("w1")
    expect((await ask(lists, {}, here)).answeredBy).toBe("main")
    world.credentials.revoke(there ?? "")
    expect((await ask(lists, {}, there)).status).toBe(401)
    expect((await ask(lists, {}, here)).status).toBe(200)
  })

  it("accepts each of the keys that it shows", async () => {
    const { call, world } = twoWorlds()
    const { public_key, provisioning_credential } = world.seeded().credentials
    const body = { email: "form@example.test", list_id: 1 }
    expect((await call("POST", "/v1/public/contacts", { key: public_key, body })).status).toBe(201)
    expect(world.requests.list({ path: "/v1/public/contacts" })).toHaveLength(1)
    expect((await call("GET", "/v1/my/managed_accounts", { key: provisioning_credential })).body).toHaveLength(1)
    expect(world.requests.list()).toHaveLength(2)
  })

  it("accepts control calls by the header too, and by the key", async () => {
    const { call, world, control } = twoWorlds()
    await call("POST", "/_mock/clock/advance", { key: null, headers: { "X-MAS-World": "w1" }, body: { by: "1d" } })
    await call("POST", "/_mock/clock/advance", { key: world.apiKey, body: { by: "1d" } })
    expect([world.clock.get().now, control.clock.get().now]).toEqual([
      "2026-03-03T12:00:00.000Z",
      "2026-03-01T12:00:00.000Z",
    ])
  })

  it("is its own for a MockWorld's fetch, whatever the address", async () => {
    const { world, control } = twoWorlds()
    const headers = { Authorization: `Bearer ${key}` }
    await world.fetch(`${control.url}${lists}`, { headers })
    expect([world.requests.list().length, control.requests.list().length]).toEqual([1, 0])
    expect((await world.fetch(`${control.url}/@main${lists}`, { headers })).status).toBe(400)
  })
})

describe("GET /_mock/worlds", () => {
  it("lists every world with its addresses, in every world", async () => {
    const { call } = twoWorlds()
    const { body } = await call("GET", "/_mock/worlds", { key: null })
    expect(body).toEqual([
      { id: "main", base_url: "http://127.0.0.1:4010", api_key: key },
      { id: "w1", base_url: "http://127.0.0.1:4010/@w1", api_key: "maskey_live_mock_w1" },
    ])
    expect((await call("GET", "/@w1/_mock/worlds", { key: null })).body).toEqual(body)
  })
})
