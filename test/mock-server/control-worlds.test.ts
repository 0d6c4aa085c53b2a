import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"
import { snapshotOf } from "../support/snapshot-of.ts"

const control = { key: null }

describe("POST /_mock/worlds", () => {
  it("is 201 with a name and an address; the new world accepts the same credentials", async () => {
    const { call } = mock()
    const { status, body } = await call("POST", "/_mock/worlds", { ...control, body: {} })
    expect(status).toBe(201)
    expect(body).toEqual({ id: "w1", base_url: "http://127.0.0.1:4010/@w1", api_key: "maskey_live_mock_w1" })
    const { headers, body: contacts } = await call("GET", "/@w1/v1/my/contacts")
    expect(headers.get("x-mas-mock")).toContain("world=w1;")
    expect(contacts).toHaveLength(3)
    expect((await call("GET", "/@w1/_mock/world", control)).body.base_url).toBe(body.base_url)
  })

  it("needs no body", async () => {
    expect((await mock().call("POST", "/_mock/worlds", control)).status).toBe(201)
  })

  it("accepts a clock and a seed of its own", async () => {
    const { call } = mock()
    await call("POST", "/_mock/worlds", { ...control, body: { clock: "real" } })
    expect((await call("GET", "/@w1/_mock/clock", control)).body.mode).toBe("real")
    const clock = { mode: "frozen", now: "2030-01-01T00:00:00Z" }
    await call("POST", "/_mock/worlds", { ...control, body: { clock, seed: 7 } })
    expect((await call("GET", "/@w2/_mock/clock", control)).body.now).toBe("2030-01-01T00:00:00.000Z")
    const webhook = { url: "https://hooks.example.com/", events: ["email.sent"] }
    const secrets = []
    for (const prefix of ["", "/@w1", "/@w2"]) {
      secrets.push((await call("POST", `${prefix}/v1/my/webhooks`, { body: webhook })).body.secret)
    }
    expect(secrets[0]).toBe(secrets[1])
    expect(secrets[0]).not.toBe(secrets[2])
  })

  it.each([{ clock: "slow" }, { clock: { mode: "frozen", now: "soon" } }, { seed: -1 }, { seed: 1.5 }, { name: "x" }])(
    "refuses %j",
    async (body) => {
      expect((await mock().call("POST", "/_mock/worlds", { ...control, body })).status).toBe(422)
    },
  )

  it("reports what is wrong with a clock", async () => {
    const refuse = async (clock: unknown) =>
      (await mock().call("POST", "/_mock/worlds", { ...control, body: { clock } })).body.validation_errors.clock
    expect(await refuse({ mode: "frozen", now: "2026-02-30" })).toEqual(["now must be a day and time that exist"])
    expect(await refuse("slow")).toEqual(["must be one of real, frozen"])
  })
})

describe("a world", () => {
  it("has state, clock, faults, journal and credentials of its own", async () => {
    const { call, control: main } = mock()
    const world = main.worlds.create()
    await call("POST", `/@${world.id}/v1/my/lists`, { body: { name: "Only here" } })
    await world.advance("1d")
    world.faults.add({ path: "/v1/my/segments", status: 503 })
    const { token } = world.credentials.mint({ kind: "api_key" })
    const there = `/@${world.id}`
    expect((await call("GET", `${there}/v1/my/lists`)).body).toHaveLength(2)
    expect((await call("GET", `${there}/v1/my/lists`, { key: token })).status).toBe(200)
    expect((await call("GET", `${there}/v1/my/segments`)).status).toBe(503)
    expect(world.requests.list()).toHaveLength(4)

    expect((await call("GET", "/v1/my/lists")).body).toHaveLength(1)
    expect((await call("GET", "/v1/my/lists", { key: token.replace("_w1", "") })).status).toBe(401)
    expect((await call("GET", "/v1/my/segments")).status).toBe(200)
    expect(main.clock.get().now).toBe("2026-03-01T12:00:00.000Z")
    expect(main.requests.list()).toHaveLength(3)
  })

  it("is reset without touching the others", async () => {
    const { control: main } = mock()
    const [one, two] = [main.worlds.create(), main.worlds.create()]
    for (const world of [main, one, two]) await world.contacts.fill({ count: 2 })
    one.reset()
    const sizes = [main, one, two].map((world) => snapshotOf(world).tables.contacts?.rows.length)
    expect(sizes).toEqual([5, 3, 5])
  })

  it("is unknown after DELETE, and its name is not reused", async () => {
    const { call, control: main } = mock()
    const world = main.worlds.create()
    expect((await call("DELETE", `/_mock/worlds/${world.id}`, control)).status).toBe(204)
    const { status, body, headers } = await call("GET", `/@${world.id}/_mock/health`, control)
    expect([status, body.error_code]).toEqual([404, "not_found"])
    expect(headers.get("x-mas-mock")).toContain("world=main;")
    expect((await call("DELETE", `/_mock/worlds/${world.id}`, control)).status).toBe(404)
    expect(() => world.clock.get()).toThrow("not found")
    expect(main.worlds.create().id).not.toBe(world.id)
  })

  it("can create and end worlds itself", async () => {
    const { control: main } = mock()
    const inner = main.worlds.create().worlds.create()
    expect(inner.url).toBe("http://127.0.0.1:4010/@w2")
    inner.worlds.remove(inner.id)
    expect(() => inner.clock.get()).toThrow()
  })

  it("called main cannot be deleted", async () => {
    const { call } = mock()
    expect((await call("DELETE", "/_mock/worlds/main", control)).status).toBe(409)
    expect((await call("GET", "/_mock/health", control)).status).toBe(200)
  })

  it("is reached only by its prefix", async () => {
    const { call } = mock()
    for (const path of ["/@", "/@nobody", "/@nobody/v1/my/lists", "/@/v1/my/lists", "/@w1v1/my/lists"]) {
      expect((await call("GET", path)).status, path).toBe(404)
    }
    expect((await call("GET", "/@main/v1/my/lists")).status).toBe(200)
  })
})
