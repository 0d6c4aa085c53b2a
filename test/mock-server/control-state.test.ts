import { describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { refuseTooMany } from "../../mock-server/resources/contacts/contacts.ts"
import { seededCredentials } from "../../mock-server/seed/seeded-fixtures.ts"
import { mock } from "../support/mock.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const control = { key: null }
const mail = (to: string) => ({ channel: "email", to, subject: "Hello", html: '<a href="https://x.test">x</a>' })

describe("GET /_mock/health", () => {
  it("is 200 and says ok", async () => {
    const { status, body } = await mock().call("GET", "/_mock/health", control)
    expect([status, body]).toEqual([200, { status: "ok" }])
  })
})

describe("POST /_mock/contacts with many contacts", () => {
  const many = 60_000
  const fill = (server: MockServer) =>
    server.fetch("/_mock/contacts", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ count: many }),
    })
  const contactsIn = ({ world }: MockServer) => snapshotOf(world).tables.contacts?.rows.length ?? 0
  async function start() {
    const server = await startMockServer({ port: 0 })
    onTestFinished(() => server.close())
    return server
  }

  it("answers other requests between its pieces", { tags: "slow" }, async () => {
    const server = await start()
    let isFilled = false
    const filled = fill(server).finally(() => {
      isFilled = true
    })
    let healthy = 0
    for (; !isFilled; healthy++) expect((await fetch(`${server.controlUrl}/health`)).status).toBe(200)
    expect(await (await filled).json()).toEqual({ added: many, total: many + 3 })
    // At least 58 pieces, and a request takes a few turns of the event loop.
    expect(healthy).toBeGreaterThan(5)
  })

  it("ends with a 409 when its world is reset, and adds nothing to the new one", async () => {
    const server = await start()
    const filled = fill(server)
    while (contactsIn(server) < 100) await fetch(`${server.controlUrl}/health`)
    server.world.reset()
    const response = await filled
    expect([response.status, (await response.json()).message]).toEqual([409, expect.stringContaining("was reset")])
    expect(contactsIn(server)).toBe(3)
  })

  it("is refused when the process has no memory for them", () => {
    expect(() => refuseTooMany(1_000, 1e6)).not.toThrow()
    expect(() => refuseTooMany(5_000_000, 1e9)).toThrow(
      "count must be at most 1428571: the process has no memory for more; start the server with more",
    )
  })
})

describe("GET /_mock/world", () => {
  it("returns everything that a test starts from", async () => {
    const { body } = await mock().call("GET", "/_mock/world", control)
    const password = "mock-password"
    expect(body).toEqual({
      base_url: "http://127.0.0.1:4010",
      clock: { mode: "frozen", now: "2026-03-01T12:00:00.000Z", pending: expect.any(Number) },
      credentials: {
        api_key: "maskey_live_mock",
        public_key: "maspk_live_mock",
        provisioning_credential: "maspc_live_mock",
        management_credential: "masmc_live_mock",
        storefront_token: expect.stringMatching(/^eyJ/),
      },
      users: {
        owner: { id: 1, email: "owner@acme.test", password },
        admin: { id: 2, email: "admin@acme.test", password },
        member: { id: 3, email: "member@acme.test", password },
        manager_owner: { id: 4, email: "owner@manager.test", password },
        client_owner: { id: 5, email: "owner@client.test", password },
      },
      accounts: { main: 1, manager: 2, client: 3 },
      brands: {
        main: { id: 1, sid: "brand_main" },
        second: { id: 2, sid: "brand_second" },
      },
      senders: [
        { id: 1, email: "hello@acme.test" },
        { id: 2, email: "inbox@acme.test" },
      ],
      lists: [{ id: 1, name: "Newsletter" }],
      templates: [{ id: 1, name: "Welcome" }],
      segments: [{ id: 1, name: expect.any(String) }],
      plans: [
        { id: 1, name: "Free", slug: "free" },
        { id: 2, name: "Starter", slug: "starter" },
        { id: 3, name: "Growth", slug: "growth" },
      ],
    })
  })

  it("names valid credentials and people", async () => {
    const { call, control: world } = mock()
    const { credentials, users } = world.seeded()
    for (const key of [credentials.api_key, credentials.storefront_token]) {
      expect((await call("GET", "/v1/my/lists", { key })).status).toBe(200)
    }
    for (const { id, email, password } of Object.values(users)) {
      const { body } = await call("POST", "/v1/login", { key: null, body: { user: { email, password } } })
      expect(body.id).toBe(id)
    }
  })

  it("describes the seed, whatever was added since", async () => {
    const { call, control: world } = mock()
    const { clock: _, ...before } = world.seeded()
    await call("POST", "/v1/my/lists", { body: { name: "Another" } })
    expect(world.seeded()).toMatchObject(before)
    expect(world.seeded().lists).toHaveLength(1)
  })
})

describe("POST /_mock/reset", () => {
  it("restores the seed, byte for byte", async () => {
    const { call } = mock()
    const before = (await call("GET", "/v1/my/contacts")).body
    const snapshot = (await call("GET", "/_mock/snapshot", control)).body
    await call("POST", "/v1/my/contacts", { body: { email: "new@example.test" } })
    await call("POST", "/_mock/clock/advance", { ...control, body: { by: "1d" } })
    const { status, body } = await call("POST", "/_mock/reset", control)
    expect([status, body]).toEqual([204, null])
    expect((await call("GET", "/v1/my/contacts")).body).toEqual(before)
    expect((await call("GET", "/_mock/snapshot", control)).body).toEqual(snapshot)
  })

  it("makes the same ids and secrets again", async () => {
    const { call, control: world } = mock()
    const make = async () =>
      (await call("POST", "/v1/my/webhooks", { body: { url: "https://hooks.example.com/", events: ["email.sent"] } }))
        .body
    const first = await make()
    world.reset()
    expect(await make()).toEqual(first)
  })

  it("drops pending work, faults, the journal and minted credentials", async () => {
    const { call, control: world, addWebhook, send, sent } = mockWithEndpoint(() => 500)
    const { token } = world.credentials.mint({ kind: "api_key" })
    await addWebhook()
    await send("ana@example.test")
    world.faults.add({ status: 503 })
    const before = sent.length
    world.reset()
    await world.advance("2d")
    expect(sent).toHaveLength(before)
    expect(world.faults.list()).toEqual([])
    expect(world.requests.list()).toEqual([])
    expect((await call("GET", "/v1/my/account", { key: token })).status).toBe(401)
  })

  it("does not affect a response in progress", async () => {
    const { service, control: world } = mock()
    let finish: (value: string) => void = () => {}
    const rest = new Promise<string>((resolve) => {
      finish = resolve
    })
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'))
        controller.enqueue(new TextEncoder().encode(await rest))
        controller.close()
      },
    })
    const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
    const init = { method: "POST", headers, body, duplex: "half" }
    const response = service.fetch(new Request("http://mock.test/v1/my/lists", init))
    world.reset()
    finish('"Late"}')
    expect((await response).status).toBe(201)
    expect(await (await world.fetch("/v1/my/lists", { headers })).json()).toHaveLength(1)
  })

  it("restores the start time of a frozen world, and the machine's time in a real one", async () => {
    const frozen = mock()
    await frozen.control.advance("1d")
    frozen.control.reset()
    expect(frozen.control.clock.get().now).toBe("2026-03-01T12:00:00.000Z")
    await frozen.control.clock.set({ mode: "real" })
    frozen.control.reset()
    expect(frozen.control.clock.get().mode).toBe("frozen")
  })
})

describe("a snapshot", () => {
  it("taken at a busy moment gives byte-equal responses and the same future when restored", async () => {
    const { call, control: world, addWebhook, send, sent } = mockWithEndpoint(() => 500)
    await addWebhook()
    await send("clicked@simulator.test", {}, { "Idempotency-Key": "k1" })
    await call("POST", "/v1/my/account/invites", { body: { email: "new@example.test", role: "admin" } })
    await world.advance("7m")
    const { status, body: snapshot } = await call("GET", "/_mock/snapshot", control)
    expect(status).toBe(200)

    const future = async () => {
      sent.length = 0
      await call("POST", "/v1/my/messages", { body: mail("ana@example.test") })
      const { fired } = await world.advance("8d")
      const paths = ["/v1/my/messages", "/v1/my/webhooks", "/v1/my/webhooks/1/deliveries", "/v1/my/account/team"]
      const responses = await Promise.all(paths.map((path) => world.fetch(path, { headers: key })))
      const texts = await Promise.all(responses.map((response) => response.text()))
      return {
        fired,
        texts,
        sent: sent.map(({ headers, body }) => [headers, body]),
        deliveries: world.deliveries.list(),
      }
    }
    const key = { Authorization: "Bearer maskey_live_mock" }
    const first = await future()
    expect(first.sent.length).toBeGreaterThan(10)
    expect((await call("PUT", "/_mock/snapshot", { ...control, body: snapshot })).status).toBe(204)
    expect((await call("GET", "/_mock/snapshot", control)).body).toEqual(snapshot)
    expect(await future()).toEqual(first)
  })

  it("keeps keys, faults, revocations and sends in the capacity window", async () => {
    const { call, control: world } = mock()
    const body = mail("ana@example.test")
    const headers = { "Idempotency-Key": "k1" }
    const { body: message } = await call("POST", "/v1/my/messages", { body, headers })
    world.faults.add({ path: "/v1/my/segments", status: 503, times: 2 })
    await call("GET", "/v1/my/segments")
    world.credentials.revoke("maspk_live_mock")
    const capacity = (await call("GET", "/v1/my/delivery/status")).body
    const snapshot = JSON.parse(JSON.stringify(world.state.snapshot()))
    world.reset()
    world.state.restore(snapshot)
    expect((await call("POST", "/v1/my/messages", { body, headers })).body.id).toBe(message.id)
    expect((await call("GET", "/v1/my/delivery/status")).body).toEqual(capacity)
    expect(world.faults.list()[0]).toMatchObject({ fired: 1, times: 2 })
    expect((await call("GET", "/v1/my/segments")).status).toBe(503)
    const form = { email: "x@example.test", list_id: 1 }
    expect((await call("POST", "/v1/public/contacts", { key: "maspk_live_mock", body: form })).status).toBe(401)
  })

  it("can be restored into another world, and into one twice", async () => {
    const { control: world } = mock()
    await world.contacts.fill({ count: 5 })
    const snapshot = world.state.snapshot()
    const other = world.worlds.create()
    for (let turn = 0; turn < 2; turn++) {
      await other.contacts.fill({ count: 3, prefix: `turn-${turn}` })
      other.state.restore(snapshot)
      expect(other.state.snapshot()).toEqual(snapshot)
    }
  })

  it("of version 1, without spend caps but with rate limits, can be restored", async () => {
    const { call, control: world } = mock()
    await call("POST", "/v1/my/lists", { body: { name: "Mine" } })
    const { rows, lastId } = snapshotOf(world).tables.accounts ?? { rows: [], lastId: 0 }
    const accounts = { lastId, rows: rows.map((row) => ({ ...row, spend_cap_monthly_cents: undefined })) }
    const first = withTables({ ...world.state.snapshot() }, (tables) => ({ ...tables, accounts }))
    const body = { ...first, version: 1, rate_limits: [[1, { start: 0, count: 1 }]] }
    world.reset()
    expect((await call("PUT", "/_mock/snapshot", { ...control, body })).status).toBe(204)
    expect((await call("GET", "/v1/my/account")).body.billing.spend_cap_monthly_cents).toBe(50_000)
    expect((await call("GET", "/v1/my/lists")).body).toHaveLength(2)
    expect(world.state.snapshot().version).toBe(2)
  })

  it("whose credentials use the old field shop for storefront can be restored", async () => {
    const { call, control: world } = mock()
    const { rows, lastId } = snapshotOf(world).tables.credentials ?? { rows: [], lastId: 0 }
    const credentials = {
      lastId,
      rows: rows.map((row) => ({ ...row, storefront: undefined, shop: Reflect.get(row, "storefront") })),
    }
    const body = withTables({ ...world.state.snapshot() }, (tables) => ({ ...tables, credentials }))
    expect((await call("PUT", "/_mock/snapshot", { ...control, body })).status).toBe(204)
    expect(world.state.fixtures().accounts?.main?.brands?.brand_main?.storefronts).toEqual(["acme.storefront.test"])
    expect((await call("GET", "/v1/my/account", { key: seededCredentials.storefront_token })).status).toBe(200)
  })

  const broken: [string, (good: Record<string, unknown>) => unknown][] = [
    ["nothing", () => ({})],
    ["an array", () => []],
    ["another format", (good) => ({ ...good, format: "something else" })],
    ["another version", (good) => ({ ...good, version: 99 })],
    ["an extra part", (good) => ({ ...good, more: 1 })],
    ["no clock", ({ clock: _, ...rest }) => rest],
    ["a missing table", (good) => withTables(good, ({ users: _, ...rest }) => rest)],
    ["an extra table", (good) => withTables(good, (tables) => ({ ...tables, ghosts: { lastId: 0, rows: [] } }))],
    ["rows that are invalid", (good) => withTables(good, (tables) => ({ ...tables, users: { lastId: 9, rows: [1] } }))],
    ["two rows with one id", (good) => withUsers(good, (rows) => [...rows, rows[0]])],
    ["rows past the last id", (good) => withUsers(good, (rows) => [...rows, { ...rows[0], id: 99 }])],
    ["rows without the fields of their indexes", (good) => withUsers(good, (rows) => rows.map(({ id }) => ({ id })))],
    ["an unknown kind of timer", (good) => ({ ...good, timers: { lastId: 1, timers: [{ ...timer, kind: "x" }] } })],
    ["a timer without a time", (good) => ({ ...good, timers: { lastId: 1, timers: [{ ...timer, dueAt: "soon" }] } })],
  ]
  it.each(broken)("with %s is refused whole, and nothing changes", async (_what, corruptResponse) => {
    const { call, control: world } = mock()
    await call("POST", "/v1/my/lists", { body: { name: "Mine" } })
    const before = JSON.stringify(world.state.snapshot())
    // A partial restore before the refusal would show.
    const other = { ...JSON.parse(before), clock: { mode: "frozen", now: 5 } }
    const response = await call("PUT", "/_mock/snapshot", { ...control, body: corruptResponse(other) })
    expect([response.status, response.body.error]).toEqual([422, true])
    expect(JSON.stringify(world.state.snapshot())).toBe(before)
  })

  it("that is not JSON is 400, and nothing changes", async () => {
    const { call, control: world } = mock()
    const text = JSON.stringify(world.state.snapshot())
    const response = await call("PUT", "/_mock/snapshot", { ...control, raw: text.slice(0, text.length / 2) })
    expect([response.status, response.body.error_code]).toEqual([400, "bad_request"])
    expect(JSON.stringify(world.state.snapshot())).toBe(text)
  })
})

const timer = { id: 1, dueAt: 1, kind: "invite.expire", subject: 1 }

type Tables = Record<string, unknown>
const withTables = (good: Record<string, unknown>, change: (tables: Tables) => Tables) => ({
  ...good,
  tables: change(good.tables as Tables),
})

type Rows = { readonly id: number }[]
const withUsers = (good: Record<string, unknown>, change: (rows: Rows) => unknown[]) =>
  withTables(good, (tables) => {
    const { lastId, rows } = tables.users as { lastId: number; rows: Rows }
    return { ...tables, users: { lastId, rows: change(rows) } }
  })
