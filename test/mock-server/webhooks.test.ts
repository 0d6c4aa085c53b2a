import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"
import { allTypes, mockWithEndpoint } from "../support/webhook-stub.ts"

const path = "/v1/my/webhooks"
const url = "https://hooks.example.com/mas"
const endpoint = { url, events: ["email.delivered", "email.bounced"] }
const day = 86_400_000

describe("a webhook", () => {
  it("is added with its signing secret in full [webhooks.create] [23.1]", async () => {
    const { call } = mock()
    const { status, body } = await call("POST", path, { body: endpoint })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 1,
      url,
      events: ["email.delivered", "email.bounced"],
      enabled: true,
      status: "active",
      failing_since: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
      last_delivery: null,
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    })
  })

  it("has its own secret, which a world of the same seed repeats", async () => {
    const secrets = async (seed: number) => {
      const { call } = mock({ seed })
      const add = async () => (await call("POST", path, { body: endpoint })).body.secret
      return [await add(), await add()]
    }
    const [first, again, other] = [await secrets(1), await secrets(1), await secrets(2)]
    expect(again).toEqual(first)
    expect(new Set([...first, ...other]).size).toBe(4)
  })

  it("shows its secret masked in other reads, and in full with reveal=true [webhooks.list] [webhooks.get] [23.1]", async () => {
    const { call } = mock()
    const { secret } = (await call("POST", path, { body: endpoint })).body
    const masked = `whsec_••••${secret.slice(-4)}`
    expect((await call("GET", `${path}/1`)).body.secret).toBe(masked)
    expect((await call("GET", `${path}/1?reveal=false`)).body.secret).toBe(masked)
    expect((await call("GET", path)).body[0].secret).toBe(masked)
    expect((await call("PATCH", `${path}/1`, { body: { url } })).body.secret).toBe(masked)
    expect((await call("GET", `${path}/1?reveal=true`)).body.secret).toBe(secret)
  })

  it.each([
    [{ events: ["email.sent"] }, "url"],
    [{ url }, "events"],
    [{ url, events: [] }, "events"],
    [{ url, events: ["email.sent", "email.unknown"] }, "events.1"],
    [{ url: "not a url", events: ["email.sent"] }, "url"],
    [{ ...endpoint, secret: "whsec_AAAA" }, "secret"],
  ])("added with %j is 422 [23.2]", async (body, field) => {
    const { call } = mock()
    const response = await call("POST", path, { body })
    expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
  })

  it("counts a repeated type once", async () => {
    const { call } = mock()
    const { body } = await call("POST", path, { body: { url, events: ["email.sent", "email.sent"] } })
    expect(body.events).toEqual(["email.sent"])
  })

  it.each([
    "http://hooks.example.com/",
    "https://user:password@hooks.example.com/",
    "https://127.0.0.1/",
    "https://[::ffff:10.0.0.1]/",
    "https://0x7f.1/",
    "https://localhost/",
  ])("at %s is 422, on create and on update [36.6]", async (wrong) => {
    const { call } = mock()
    const created = await call("POST", path, { body: { ...endpoint, url: wrong } })
    expect(created).toMatchObject({ status: 422, body: { validation_errors: { url: [expect.any(String)] } } })
    await call("POST", path, { body: endpoint })
    const updated = await call("PATCH", `${path}/1`, { body: { url: wrong, enabled: false } })
    expect(updated).toMatchObject({ status: 422, body: { validation_errors: { url: [expect.any(String)] } } })
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ url, enabled: true })
  })

  it("that is the eleventh of its brand is 422 [36.5]", async () => {
    const { call } = mock()
    for (let i = 0; i < 10; i++) expect((await call("POST", path, { body: endpoint })).status).toBe(201)
    expect((await call("POST", path, { body: endpoint })).status).toBe(422)
    const headers = { "X-Brand-SID": "brand_second" }
    expect((await call("POST", path, { body: endpoint, headers })).status).toBe(201)
    await call("DELETE", `${path}/3`)
    expect((await call("POST", path, { body: endpoint })).status).toBe(201)
  })

  it("changes its URL and its types, and keeps omitted fields [webhooks.update] [23.3]", async () => {
    const { call, advance } = mock()
    await call("POST", path, { body: endpoint })
    await advance(1_000)
    const { body } = await call("PATCH", `${path}/1`, { body: { events: ["email.opened"] } })
    expect(body).toMatchObject({ url, events: ["email.opened"], updated_at: "2026-03-01T12:00:01.000Z" })
    const moved = await call("PATCH", `${path}/1`, { body: { url: "https://other.example.com/" } })
    expect(moved.body).toMatchObject({ url: "https://other.example.com/", events: ["email.opened"], enabled: true })
  })

  it("is disabled and enabled again with enabled [23.3]", async () => {
    const { call } = mock()
    await call("POST", path, { body: endpoint })
    const off = await call("PATCH", `${path}/1`, { body: { enabled: false } })
    expect(off.body).toMatchObject({ enabled: false, status: "disabled" })
    const still = await call("PATCH", `${path}/1`, { body: { enabled: false } })
    expect(still).toMatchObject({ status: 200, body: { enabled: false } })
    const on = await call("PATCH", `${path}/1`, { body: { enabled: true } })
    expect(on.body).toMatchObject({ enabled: true, status: "active", failing_since: null })
  })

  it("is deleted with its delivery history: 200 with the record [webhooks.delete] [23.4]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook()
    await m.send("ada@example.test")
    const pending = m.world.timers.size
    const { status, body } = await m.call("DELETE", `${path}/1`)
    expect([status, body.id]).toEqual([200, 1])
    expect((await m.call("GET", `${path}/1`)).status).toBe(404)
    expect((await m.call("GET", `${path}/1/deliveries`)).status).toBe(404)
    expect(m.world.tables.webhookDeliveries.size).toBe(0)
    expect(m.world.timers.size).toBe(pending - 2)
    const attemptCount = m.sent.length
    await m.advance(2 * day)
    expect(m.sent).toHaveLength(attemptCount)
  })

  it("of another brand or account is 404 everywhere [29.18]", async () => {
    const { call } = mock()
    await call("POST", path, { body: endpoint })
    const calls: [string, string, object?][] = [
      ["GET", `${path}/1`],
      ["PATCH", `${path}/1`, { enabled: false }],
      ["DELETE", `${path}/1`],
      ["POST", `${path}/1/test`, {}],
      ["GET", `${path}/1/deliveries`],
    ]
    for (const [method, to, body] of calls) {
      expect((await call(method, to, { body, headers: { "X-Brand-SID": "brand_second" } })).status).toBe(404)
      expect((await call(method, to, { body, as: "client_owner" })).status).toBe(404)
    }
    expect((await call("GET", path, { as: "client_owner" })).body).toEqual([])
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ enabled: true })
  })

  it("is managed by owner and admins, not by members [29.17]", async () => {
    const { call } = mock()
    for (const as of ["owner", "admin"] as const) {
      expect((await call("POST", path, { body: endpoint, as })).status).toBe(201)
    }
    expect((await call("POST", path, { body: endpoint, as: "member" })).status).toBe(403)
    for (const to of [path, `${path}/1`, `${path}/1?reveal=true`, `${path}/1/deliveries`]) {
      expect((await call("GET", to, { as: "member" })).status).toBe(403)
    }
  })
})

describe("a test of a webhook", () => {
  it("sends email.delivered by default: 202 with the delivery [webhooks.test] [23.5]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.bounced"])
    for (const options of [{}, { body: {} }]) {
      const { status, body } = await m.call("POST", `${path}/1/test`, options)
      expect(status).toBe(202)
      expect(body).toMatchObject({ event_type: "email.delivered", status: "pending", attempts: 0 })
    }
    await m.advance(0)
    expect(m.types()).toEqual(["email.delivered", "email.delivered"])
    expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([
      { status: "delivered" },
      { status: "delivered" },
    ])
  })

  it.each(allTypes)("sends a sample of %s, signed, with test true and message_id null [32.4]", async (type) => {
    const m = mockWithEndpoint()
    const { secret } = await m.addWebhook()
    const { body } = await m.call("POST", `${path}/1/test`, { body: { type } })
    await m.advance(0)
    expect(m.sent[0]?.event).toMatchObject({ type, data: { test: true, message_id: null } })
    expect(m.sent[0]?.event).toEqual(body.payload)
    expect(m.sent[0]?.headers["webhook-id"]).toBe(body.event_id)
    expect(secret).toMatch(/^whsec_/)
  })

  it("has the tags of the service, as real events do [22.13]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook()
    await m.call("POST", `${path}/1/test`)
    await m.send("ana@example.test")
    await m.advance(0)
    const tags = (isTest: boolean) => m.sent.find(({ event }) => "test" in event.data === isTest)?.event.data.tags
    expect(tags(true)).toEqual({ sample: "yes", account_id: "1", brand_id: "1", message_id: "0" })
    expect(tags(false)).toEqual({ account_id: "1", brand_id: "1", message_id: "1" })
  })

  it("of a disabled endpoint, or of an unknown type, is 422 [23.5]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook()
    const unknown = await m.call("POST", `${path}/1/test`, { body: { type: "email.unknown" } })
    expect(unknown).toMatchObject({ status: 422, body: { validation_errors: { type: [expect.any(String)] } } })
    await m.call("PATCH", `${path}/1`, { body: { enabled: false } })
    expect((await m.call("POST", `${path}/1/test`)).status).toBe(422)
    await m.advance(day)
    expect(m.sent).toEqual([])
  })
})

describe("the delivery history of a webhook", () => {
  it("contains each delivery with status, response code and attempt count, newest first [webhooks.deliveries] [23.6]", async () => {
    const m = mockWithEndpoint(({ event }) => (event.type === "email.sent" ? 503 : 200))
    await m.addWebhook()
    await m.send("ada@example.test")
    const { status, body } = await m.call("GET", `${path}/1/deliveries`)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: 2,
        event_id: m.sent[1]?.headers["webhook-id"],
        event_type: "email.delivered",
        status: "delivered",
        attempts: 1,
        last_response_status: 200,
        last_error: null,
        next_attempt_at: null,
        payload: m.sent[1]?.event,
        created_at: "2026-03-01T12:00:00.000Z",
        updated_at: "2026-03-01T12:00:00.000Z",
      },
      {
        id: 1,
        event_id: m.sent[0]?.headers["webhook-id"],
        event_type: "email.sent",
        status: "pending",
        attempts: 1,
        last_response_status: 503,
        last_error: expect.stringContaining("503"),
        next_attempt_at: "2026-03-01T12:01:00.000Z",
        payload: m.sent[0]?.event,
        created_at: "2026-03-01T12:00:00.000Z",
        updated_at: "2026-03-01T12:00:00.000Z",
      },
    ])
    const { last_delivery } = (await m.call("GET", `${path}/1`)).body
    expect(last_delivery).toEqual({
      id: 2,
      event_id: body[0].event_id,
      event_type: "email.delivered",
      status: "delivered",
      attempts: 1,
      last_response_status: 200,
      updated_at: "2026-03-01T12:00:00.000Z",
    })
  })

  it("contains no delivery of another webhook", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.sent"])
    await m.addWebhook(["email.delivered"])
    await m.send("ada@example.test")
    const typesOf = async (id: number) => {
      const { body } = await m.call("GET", `${path}/${id}/deliveries`)
      return body.map((delivery: { event_type: string }) => delivery.event_type)
    }
    expect([await typesOf(1), await typesOf(2)]).toEqual([["email.sent"], ["email.delivered"]])
  })

  it("is paged, newest first [36.1]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.sent"])
    for (let i = 0; i < 5; i++) await m.send("ada@example.test")
    const page = async (number: number) => m.call("GET", `${path}/1/deliveries?limit=2&page=${number}`)
    const ids = async (number: number) => (await page(number)).body.map(({ id }: { id: number }) => id)
    expect([await ids(1), await ids(2), await ids(3), await ids(4)]).toEqual([[5, 4], [3, 2], [1], []])
    expect((await page(1)).headers.get("x-total-count")).toBe("5")
  })

  it("keeps deliveries for seven days [36.8]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(day)
    await m.send("ada@example.test")
    const count = async () => (await m.call("GET", `${path}/1/deliveries`)).headers.get("x-total-count")
    await m.advance(6 * day - 1)
    expect(await count()).toBe("2")
    await m.advance(1)
    expect(await count()).toBe("1")
    await m.advance(day)
    expect(await count()).toBe("0")
    expect((await m.call("GET", `${path}/1`)).body.last_delivery).toBeNull()
    expect(m.world.tables.webhookEvents.size).toBe(0)
  })

  it("also drops them if the clock was set back to before they were made", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.sent"])
    const deliveryIds = async () =>
      (await m.call("GET", `${path}/1/deliveries`)).body.map(({ id }: { id: number }) => id)
    for (const now of ["2026-06-01", "2026-03-02"]) {
      await m.control.clock.set({ mode: "frozen", now: `${now}T00:00:00Z` })
      await m.send("ada@example.test")
    }
    await m.advance(7 * day - 1)
    expect(await deliveryIds()).toEqual([2, 1])
    await m.advance(1)
    expect(await deliveryIds()).toEqual([1])
    expect(m.world.tables.webhookEvents.size).toBe(1)
  })
})
