import { describe, expect, it, onTestFinished } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { createMockService, type MockServiceOptions, startMockServer } from "../../mock-server/index.ts"
import { type FundingPurchaseResult, InvalidArgumentError, Mas, WaitError } from "../../sdk/index.ts"
import { rejection } from "../sdk/core/support.ts"
import { tableOf } from "../support/dashboard-data.ts"

const csv = { file: { content: "email\nana@example.test\n", filename: "a.csv" }, resource: "contacts" } as const

/** A service that records the client's pauses, which take no time. */
function withPauses(options: MockServiceOptions) {
  const pauses: number[] = []
  const wait = (ms: number, ended: AbortSignal) => {
    pauses.push(ms)
    return hostClock.wait(0, ended)
  }
  const service = createMockService({ ...options, hostClock: { ...hostClock, wait } })
  onTestFinished(() => service.close())
  return { service, pauses }
}

describe("a client made with clientOptions", () => {
  it("retries at once on a frozen clock, and does not advance time", async () => {
    const { service, pauses } = withPauses({ clock: "frozen", now: "2030-01-01" })
    const mas = new Mas(service.clientOptions)
    service.world.faults.add({ path: "/v1/my/account", status: 429, retry_after: 30, times: 1 })
    service.world.faults.add({ path: "/v1/my/account", status: 503, times: 1 })
    await mas.account.get()
    expect(pauses).toEqual([0, 0])
    expect(service.world.clock.get().now).toBe("2030-01-01T00:00:00.000Z")
    const requests = service.world.requests.list({ path: "/v1/my/account" })
    expect(requests.map(({ status }) => status)).toEqual([429, 503, 200])
  })

  it("still fails at once if the service asks for more than maxRetryDelay", async () => {
    const { service, pauses } = withPauses({ clock: "frozen" })
    service.world.faults.add({ path: "/v1/my/account", status: 429, retry_after: 61 })
    expect(await rejection(new Mas(service.clientOptions).account.get())).toMatchObject({ status: 429, attempts: 1 })
    expect(pauses).toEqual([])
  })

  it("pauses for the full time on a real clock, also after a change of mode", async () => {
    const { service, pauses } = withPauses({ clock: "real" })
    const mas = new Mas(service.clientOptions)
    service.world.faults.add({ path: "/v1/my/account", status: 429, retry_after: 2, times: 1 })
    await mas.account.get()
    expect(pauses).toEqual([expect.toSatisfy((ms: number) => ms >= 2_000 && ms < 2_100)])
    await service.world.clock.set({ mode: "frozen" })
    service.world.faults.add({ path: "/v1/my/account", status: 429, retry_after: 2, times: 1 })
    await mas.account.get()
    expect(pauses.slice(1)).toEqual([0])
  })

  it("pauses for less on a scaled clock, by its rate", async () => {
    const { service, pauses } = withPauses({ clock: "scaled", rate: 60 })
    service.world.faults.add({ path: "/v1/my/account", status: 429, retry_after: 30, times: 1 })
    await new Mas(service.clientOptions).account.get()
    expect(pauses).toEqual([expect.toSatisfy((ms: number) => ms >= 500 && ms < 510)])
  })

  it("ends a pause when its caller aborts", async () => {
    const { service } = withPauses({ clock: "real" })
    service.world.faults.add({ path: "/v1/my/account", status: 503 })
    const stop = new AbortController()
    const onResponse = () => stop.abort()
    const call = new Mas({ ...service.clientOptions, onResponse }).account.get({ signal: stop.signal })
    expect(await rejection(call)).toMatchObject({ name: "AbortError", attempts: 1 })
    expect(service.world.requests.list({ path: "/v1/my/account" })).toHaveLength(1)
  })

  it("takes now from the world's time", async () => {
    const { service } = withPauses({ clock: "frozen", now: "2030-01-01" })
    service.world.faults.add({ path: "/v1/my/account", status: 429, retry_after: 90 })
    const error = await rejection(new Mas(service.clientOptions).account.get())
    expect(error).toMatchObject({ retryAt: new Date("2030-01-01T00:01:30Z") })
    const { clock } = service.world.worlds.create({ clock: { mode: "frozen", now: "2040-01-01" } }).clientOptions
    expect(new Date(clock.now()).getUTCFullYear()).toBe(2040)
  })

  it("uses its own world, over a socket and in process", async () => {
    const server = await startMockServer({ port: 0, clock: "frozen" })
    onTestFinished(() => server.close())
    const { service } = withPauses({ clock: "frozen" })
    expect(server.clientOptions).not.toHaveProperty("fetch")
    for (const { world } of [server, service]) {
      const beside = world.worlds.create()
      const mas = new Mas(beside.clientOptions)
      await mas.lists.create({ name: "Beside" })
      await mas.close()
      expect([beside.requests.list().length, world.requests.list().length]).toEqual([1, 0])
    }
  })

  it("follows a reset of its world, and keeps working after its world has ended", async () => {
    const { service } = withPauses({ clock: "frozen", now: "2030-01-01" })
    const world = service.world.worlds.create()
    const { clock } = world.clientOptions
    await world.advance("1d")
    world.reset()
    expect(clock.now()).toBe(Date.UTC(2030, 0, 1))
    await world.close()
    expect(clock.now()).toBeGreaterThan(0)
  })

  it("fails as over a socket if its file cannot be read, and creates nothing from the part received", async () => {
    const server = await startMockServer({ port: 0 })
    const { service } = withPauses({ clock: "frozen" })
    onTestFinished(() => server.close())
    for (const { clientOptions, world } of [server, service]) {
      const content = async function* () {
        yield Buffer.from("email\nana@example.test\n")
        throw new Error("Out of paper")
      }
      const failed = await rejection(new Mas(clientOptions).imports.create({ ...csv, file: { content: content() } }))
      expect(failed).toBeInstanceOf(InvalidArgumentError)
      expect(failed).toMatchObject({ argument: "file", message: "file cannot be read: Out of paper" })
      expect((await tableOf(world, "imports")).total).toBe(0)
    }
  })

  it("refuses an invalid clock", () => {
    const { service } = withPauses({ clock: "frozen" })
    expect(() => new Mas({ ...service.clientOptions, clock: {} as never })).toThrow(InvalidArgumentError)
  })
})

describe.each([
  ["in process", async () => createMockService({ clock: "frozen" })],
  ["over a socket", () => startMockServer({ port: 0, clock: "frozen" })],
])("waiting on a frozen clock, %s", (_, start) => {
  it("fails at once with what to do, and succeeds after that", async () => {
    await using service = await start()
    await using mas = new Mas(service.clientOptions)
    const { id } = await mas.imports.create(csv)
    const error = await rejection(mas.imports.waitUntilDone(id))
    expect(error).toBeInstanceOf(WaitError)
    expect(error).toMatchObject({
      state: { id, status: "pending" },
      message: expect.stringContaining("mas mock advance 1m"),
    })
    expect(service.world.requests.list({ method: "GET" })).toHaveLength(2)
    await service.world.advance("1m")
    expect(await mas.imports.waitUntilDone(id)).toMatchObject({ status: "complete", success_rows: 1 })
  })

  it("continues while another caller is moving it", async () => {
    await using service = await start()
    await using mas = new Mas(service.clientOptions)
    const { id } = await mas.imports.create(csv)
    const [done] = await Promise.all([mas.imports.waitUntilDone(id), service.world.advance("1m")])
    expect(done).toMatchObject({ status: "complete" })
  })

  it("continues while its caller moves time in response to what it sees", async () => {
    await using service = await start()
    await using mas = new Mas(service.clientOptions)
    const { id } = await mas.imports.create(csv)
    const onProgress = () => void service.world.advance("1ms")
    expect(await mas.imports.waitUntilDone(id, { onProgress })).toMatchObject({ status: "complete" })
    const bought = await mas.fundingPurchases.create({ amount_cents: 5_000 }, { idempotencyKey: "k" })
    const statuses: string[] = []
    const pay = ({ purchase: { status } }: FundingPurchaseResult) => {
      if (statuses.push(status) === 1) service.world.transitions.purchases.pay(bought.purchase.id)
    }
    await mas.fundingPurchases.waitUntilCredited(bought.purchase.id, { onProgress: pay })
    expect([statuses.length, statuses.at(-1)]).toEqual([2, "credited"])
  })

  it("learns of it from the header of every response, which is absent while time runs", async () => {
    await using service = await start()
    const header = async (path: string) => (await fetchOf(service)(`${service.url}${path}`)).headers.get("x-mas-mock")
    const expectedHeader = /^mas-sdk\/\S+; world=main; instance=[^;]+; clock=frozen; now=\d{4}-\d\d-\d\dT\S+Z$/
    for (const path of ["/v1/my/account", "/v1/nowhere", "/_mock/clock"])
      expect(await header(path)).toMatch(expectedHeader)
    // The clock was frozen until now, for longer on a busy machine.
    await service.world.clock.set({ mode: "real", now: new Date() })
    expect(await header("/v1/my/account")).toMatch(/instance=[^;]+$/)
  })
})

const fetchOf = (service: { readonly clientOptions: { readonly fetch?: typeof fetch } }) =>
  service.clientOptions.fetch ?? fetch
