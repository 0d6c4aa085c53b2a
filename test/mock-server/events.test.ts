import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

const path = "/v1/my/events"

describe("contact events", () => {
  it("records an event of a contact named by id or by e-mail in any case [events.track] [28.4]", async () => {
    const { call } = mock()
    const now = "2026-03-01T12:00:00.000Z"
    const byEmail = { contact_email: "ADA@example.test", event: "order_placed", data: { order: "1001" }, amount: 49.9 }
    expect(await call("POST", path, { body: byEmail })).toMatchObject({
      status: 201,
      body: {
        id: 1,
        account_id: 1,
        contact_id: 1,
        event: "order_placed",
        data: { order: "1001" },
        amount: 49.9,
        idempotency_key: null,
        created_at: now,
        updated_at: now,
      },
    })
    const byId = await call("POST", path, { body: { contact_id: 2, event: "viewed" } })
    expect(byId.body).toMatchObject({ id: 2, contact_id: 2, data: {}, amount: null })
    expect(Object.keys(byId.body)).not.toContain("brand_id")
  })

  it("responds with 404 when the contact does not exist in the brand [28.4]", async () => {
    const { call } = mock()
    const headers = { "X-Brand-SID": "brand_second" }
    for (const body of [{ contact_id: 99 }, { contact_email: "who@example.test" }]) {
      expect((await call("POST", path, { body: { ...body, event: "viewed" } })).status).toBe(404)
    }
    for (const body of [{ contact_id: 1 }, { contact_email: "ada@example.test" }]) {
      expect((await call("POST", path, { headers, body: { ...body, event: "viewed" } })).status).toBe(404)
    }
    expect((await call("GET", `${path}?contact_id=1`, { headers })).status).toBe(404)
  })

  it.each(["Order", "1st", "order-placed", "", "a".repeat(65), "_x"])("refuses the name %j [28.4]", async (event) => {
    const { call } = mock()
    const { status, body } = await call("POST", path, { body: { contact_id: 1, event } })
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, ["event"]])
  })

  it("accepts names of 64 characters and data of 32 KiB, and refuses one byte more [28.4]", async () => {
    const { call } = mock()
    const event = `a${"_9".repeat(31)}z`
    const data = (bytes: number) => ({ d: "é".repeat((bytes - '{"d":""}'.length) / 2) })
    expect((await call("POST", path, { body: { contact_id: 1, event, data: data(32 * 1024) } })).status).toBe(201)
    const refusal = await call("POST", path, { body: { contact_id: 1, event, data: data(32 * 1024 + 2) } })
    expect([refusal.status, Object.keys(refusal.body.validation_errors)]).toEqual([422, ["data"]])
  })

  it("needs exactly one of contact_id and contact_email [28.4]", async () => {
    const { call } = mock()
    const both = await call("POST", path, { body: { contact_id: 1, contact_email: "ada@example.test", event: "x" } })
    const none = await call("POST", path, { body: { event: "x" } })
    expect([both.status, Object.keys(both.body.validation_errors)]).toEqual([422, ["contact_email"]])
    expect([none.status, Object.keys(none.body.validation_errors)]).toEqual([422, ["contact_id"]])
  })

  it.each(["header", "body"])("replays 200 with the stored event for a key in the %s [28.4]", async (where) => {
    const { call } = mock()
    const send = (event: string, contact: object = { contact_id: 1 }) =>
      call("POST", path, {
        headers: where === "header" ? { "Idempotency-Key": "k1" } : {},
        body: { ...contact, event, ...(where === "body" ? { idempotency_key: "k1" } : {}) },
      })
    const first = await send("viewed")
    const again = await send("viewed", { contact_email: "Ada@example.test" })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    expect(first.body.idempotency_key).toBe("k1")
    const other = await send("bought")
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } })
    for (const stranger of [{ contact_id: 999 }, { contact_email: "nobody@example.test" }])
      expect(await send("viewed", stranger)).toMatchObject({ status: 409 })
    expect((await call("GET", path)).headers.get("x-total-count")).toBe("1")
  })

  it("is 422 if header and body have different keys [28.22]", async () => {
    const { call } = mock()
    const body = { contact_id: 1, event: "viewed", idempotency_key: "k1" }
    const apart = await call("POST", path, { headers: { "Idempotency-Key": "k2" }, body })
    expect([apart.status, Object.keys(apart.body.validation_errors)]).toEqual([422, ["idempotency_key"]])
    const alike = await call("POST", path, { headers: { "Idempotency-Key": "k1" }, body })
    expect([alike.status, alike.body.idempotency_key]).toEqual([201, "k1"])
  })

  it("does not use up a key on a failed attempt", async () => {
    const { call } = mock()
    const headers = { "Idempotency-Key": "k1" }
    expect((await call("POST", path, { headers, body: { contact_id: 9, event: "viewed" } })).status).toBe(404)
    expect((await call("POST", path, { headers, body: { contact_id: 1, event: "viewed" } })).status).toBe(201)
  })

  it("creates one event from many concurrent requests with one key", async () => {
    const { call } = mock()
    const send = () =>
      call("POST", path, { headers: { "Idempotency-Key": "k1" }, body: { contact_id: 1, event: "viewed" } })
    const responses = await Promise.all(Array.from({ length: 20 }, send))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
  })

  it("filters by event, contact_id, created_after and created_before [events.list] [28.5]", async () => {
    const { call, advance } = mock()
    for (const [contact_id, event] of [
      [1, "viewed"],
      [2, "viewed"],
      [1, "bought"],
      [1, "viewed"],
    ] as const) {
      await call("POST", path, { body: { contact_id, event } })
      await advance(60_000)
    }
    const ids = async (query: string) =>
      (await call("GET", `${path}?${query}`)).body.map((each: { id: number }) => each.id)
    expect(await ids("")).toEqual([1, 2, 3, 4])
    expect(await ids("event=viewed")).toEqual([1, 2, 4])
    expect(await ids("contact_id=1")).toEqual([1, 3, 4])
    expect(await ids("contact_id=1&event=viewed")).toEqual([1, 4])
    expect(await ids("created_after=2026-03-01T12:00:00Z&created_before=2026-03-01T12:03:00.000Z")).toEqual([2, 3])
    expect(await ids("contact_id=1&created_after=2026-03-01T12:02:00Z")).toEqual([4])
    expect(await ids("created_after=2026-03-01T14:02:00%2B02:00")).toEqual([4])
    expect(await ids("created_before=2026-03-01T07:01:00-05:00")).toEqual([1])
    expect(await ids("event=other")).toEqual([])
    const spaced = await call("GET", `${path}?created_after=2026-03-01T14:02:00+02:00`)
    expect(spaced.body.validation_errors.created_after[0]).toContain("%2B")
    const { status, body } = await call("GET", `${path}?created_after=yesterday`)
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, ["created_after"]])
  })

  it("filters by creation time, even if the clock was set back in between", async () => {
    const { call, control } = mock()
    const record = async (now: string) => {
      await control.clock.set({ mode: "frozen", now })
      await call("POST", path, { body: { contact_id: 1, event: "viewed" } })
    }
    for (const day of ["10", "05", "06"]) await record(`2026-03-${day}T00:00:00Z`)
    const ids = async (query: string) =>
      (await call("GET", `${path}?${query}`)).body.map((each: { id: number }) => each.id)
    expect(await ids("created_after=2026-03-09T00:00:00Z")).toEqual([1])
    expect(await ids("created_before=2026-03-09T00:00:00Z")).toEqual([2, 3])
  })
})
