import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest"
import {
  connectMock,
  ExpectationError,
  MockConnectionError,
  type MockServer,
  type MockWorld,
  type RemoteWorld,
  startMockServer,
} from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

let server: MockServer
let world: RemoteWorld
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen", now: "2026-03-01T12:00:00Z" })
  world = await connectMock(`${server.url}/`)
})
beforeEach(() => server.world.reset())
afterAll(() => server.close())

const mail = { channel: "email", to: "ana@example.test", subject: "Hello", body: "Hi" } as const

describe("connectMock", () => {
  it("returns the world of a remote server, with each method returning a promise of the same result", async () => {
    expect([world.id, world.url, world.apiKey]).toEqual(["main", server.url, server.apiKey])
    expect(await world.seeded()).toEqual(server.world.seeded())
    expect(await world.clock.get()).toEqual(server.world.clock.get())
    expect(await world.advance("1h")).toEqual({ now: "2026-03-01T13:00:00.000Z", fired: 0 })
    await world.checkpoints.save("one hour/on")
    expect(await world.advance({ to: new Date("2026-03-01T14:00:00Z") })).toMatchObject({ fired: 0 })
    expect(await world.checkpoints.rewind("one hour/on")).toMatchObject({ now: "2026-03-01T13:00:00.000Z" })
    expect(await world.faults.add({ status: 503 })).toEqual(server.world.faults.list()[0])
    expect(await world.faults.clear()).toBeUndefined()
    expect(await world.state.snapshot()).toEqual(JSON.parse(JSON.stringify(server.world.state.snapshot())))
    expect(await world.requests.list({ since: new Date(0), limit: 1 })).toEqual([])
    expect(await world.rule("22.5")).toEqual(await server.world.rule("22.5"))
    await expect(world.messages.why(1)).rejects.toMatchObject({ status: 404 })
    expect(await world.transitions.grants.consent(1)).toMatchObject({ id: 1 })
  })

  it("expects and waits like a world in the same process", async () => {
    const mas = new Mas({ baseUrl: world.url, apiKey: world.apiKey })
    await world.outcomes.add({ to: "*", outcome: "failed", after: "10m" })
    await mas.messages.send(mail)
    expect(await world.expect.message({ to: mail.to, status: "failed" })).toMatchObject({ id: 1, text: "Hi" })
    expect(await world.clock.get()).toMatchObject({ now: "2026-03-01T12:10:00.000Z" })
    expect((await world.messages.why(1)).at(-1)?.what).toBe("Status failed: nothing more can happen to it.")
    await expect(world.expect.nothingSent()).rejects.toBeInstanceOf(ExpectationError)
    expect(await world.requests.wait({ path: "/v1/my/messages" })).toHaveLength(1)
    await mas.messages.send({ ...mail, body: "Hi null" })
    await expect(world.expect.message({ clean: true })).rejects.toThrow("error null, text:1:4")
    expect(await world.expect.message({ clean: { off: ["null"] } })).toMatchObject({ id: 2 })
    await mas.close()
  })

  it("creates further worlds, sends requests, and ends worlds", async () => {
    const beside = await world.worlds.create({ clock: { mode: "frozen", now: "2030-01-01" } })
    expect(beside.url).toBe(`${server.url}/@${beside.id}`)
    expect(await beside.clock.get()).toMatchObject({ now: "2030-01-01T00:00:00.000Z" })
    const headers = { Authorization: `Bearer ${beside.apiKey}` }
    expect((await beside.fetch("/v1/my/account", { headers })).status).toBe(200)
    expect([(await beside.requests.list()).length, (await world.requests.list()).length]).toEqual([1, 0])
    const main = { Authorization: `Bearer ${world.apiKey}` }
    for (const base of [server.url, beside.url, "https://mas.example"]) {
      const response = await beside.fetch(new URL(`${base}/v1/my/account?x=1`), { headers: main })
      expect([response.status, response.headers.get("x-mas-mock")?.includes(`world=${beside.id};`)]).toEqual([
        200,
        true,
      ])
    }
    const body = JSON.stringify({ name: "Of the world beside" })
    const post = new Request("https://mas.example/v1/my/lists", {
      method: "POST",
      headers: { ...main, "content-type": "application/json" },
      body,
    })
    expect((await beside.fetch(post)).status).toBe(201)
    expect((await beside.requests.list()).length).toBe(5)
    expect((await beside.fetch(`${server.url}/@w99/v1/my/account`, { headers: main })).status).toBe(400)
    const again = await connectMock(beside.url)
    expect(again.id).toBe(beside.id)
    await beside.worlds.remove(beside.id)
    await expect(again.clock.get()).rejects.toMatchObject({ status: 404 })
  })

  it("rejects with the server's reason for refusing a call", async () => {
    const error = await world.credentials.revoke("none").catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MockConnectionError)
    expect(error).toMatchObject({ status: 404, message: "Credential not found" })
    await expect(world.advance("soon")).rejects.toThrow("such as 30s, 5m, 2h or 3d")
  })

  it("resolves to undefined or rejects for calls without a result", async () => {
    const nothing = [() => world.requests.clear(), () => world.reset()]
    for (const call of nothing) await expect(call()).resolves.toBeUndefined()
    const beside = await world.worlds.create()
    await beside.worlds.remove(beside.id)
    const refusedCalls = [
      () => world.state.restore({} as never),
      () => world.state.setFixtures({ accounts: { main: { plan: "none" } } }),
      () => world.worlds.remove(world.id),
      () => beside.reset(),
    ]
    for (const call of refusedCalls) await expect(call()).rejects.toBeInstanceOf(MockConnectionError)
  })

  it("closes a world that has already ended", async () => {
    const beside = await world.worlds.create()
    await beside.worlds.remove(beside.id)
    await expect(beside.close()).resolves.toBeUndefined()
  })

  it("refuses a missing address", async () => {
    for (const [address, words] of [
      [undefined, "not [object Undefined] undefined"],
      ["127.0.0.1:4010", 'not "127.0.0.1:4010"'],
      ["", 'not ""'],
      [new URL("http://127.0.0.1:4010"), "not [object URL] http://127.0.0.1:4010/"],
    ] as const)
      await expect(connectMock(address as never)).rejects.toThrow(`as text, such as http://127.0.0.1:4010, ${words}`)
  })

  it("reports that no mock server responds, or that something else does", async () => {
    const other = createServer((_request, response) => response.writeHead(200).end("{}"))
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const { port } = other.address() as AddressInfo
    await expect(connectMock(`http://127.0.0.1:${port}`)).rejects.toThrow("is not a mock server")
    await new Promise((resolve) => other.close(resolve))
    await expect(connectMock(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
      name: "MockConnectionError",
      status: undefined,
      message: `No mock server responds at http://127.0.0.1:${port}`,
    })
  })

  it("sends with the given fetch", async () => {
    const send = vi.fn(fetch)
    const remoteWorld = await connectMock(server.url, { fetch: send })
    await remoteWorld.clock.get()
    expect(send).toHaveBeenCalledTimes(2)
  })

  it("has the types of a world in the same process, as promises", () => {
    expectTypeOf<keyof RemoteWorld>().toEqualTypeOf<keyof MockWorld>()
    expectTypeOf<RemoteWorld["requests"]["list"]>().returns.toEqualTypeOf<
      Promise<ReturnType<MockWorld["requests"]["list"]>>
    >()
    expectTypeOf<RemoteWorld["advance"]>().toEqualTypeOf<MockWorld["advance"]>()
    expectTypeOf<RemoteWorld["faults"]["add"]>().parameters.toEqualTypeOf<Parameters<MockWorld["faults"]["add"]>>()
    expectTypeOf<RemoteWorld["url"]>().toEqualTypeOf<string>()
  })
})
