import { describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { errorsOf, rowsOf, tableOf, tablesOf } from "../support/dashboard-data.ts"
import { post } from "../support/post.ts"

const message = (to: string, subject = "Hi") => ({ channel: "email", to, subject, html: "The body" })
const start = () => createMockService({ clock: "frozen", now: "2026-03-01T12:00:00Z" })

describe("GET /rows", () => {
  it("pages from the newest, with the total, and without bodies", async () => {
    const service = start()
    for (let count = 1; count <= 25; count++) await post(service, "/v1/my/messages", message(`a${count}@example.test`))
    const first = await rowsOf(service.world, "message", "limit=10")
    expect([first.total, first.rows.map(({ id }) => id)]).toEqual([25, [25, 24, 23, 22, 21, 20, 19, 18, 17, 16]])
    const last = await rowsOf(service.world, "message", "limit=10&before=6")
    expect([last.total, last.rows.map(({ id }) => id)]).toEqual([25, [5, 4, 3, 2, 1]])
    expect(JSON.stringify(await rowsOf(service.world, "request", "limit=100"))).not.toContain("The body")
    expect((await rowsOf(service.world, "request")).rows[0]).toMatchObject({ id: 25, endpoint: "messages.send" })
    await service.close()
  })

  it("finds rows that contain every word in any letter case, and counts them all", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message("ana@example.test", "Your Receipt"))
    await post(service, "/v1/my/messages", message("ben@example.test", "Your receipt"))
    await post(service, "/v1/my/messages", message("bounced@simulator.test", "Invitation"))
    const findMessages = (search: string) => rowsOf(service.world, "message", `search=${search}&limit=1`)
    const receipts = await findMessages("RECEIPT")
    expect([receipts.total, receipts.rows[0]?.to]).toEqual([2, "ben@example.test"])
    expect((await findMessages("receipt ana")).rows.map(({ to }) => to)).toEqual(["ana@example.test"])
    expect((await findMessages("email.bounced")).rows.map(({ to }) => to)).toEqual(["bounced@simulator.test"])
    expect(await findMessages("nothing")).toEqual({ total: 0, rows: [] })
    await service.close()
  })
})

describe("GET /errors", () => {
  it("groups equal errors, each field with its rule", async () => {
    const service = start()
    for (let count = 0; count < 3; count++) await post(service, "/v1/my/messages", { channel: "email", subject: "Hi" })
    await post(service, "/v1/nowhere", {})
    service.world.faults.add({ drop: "before", times: 1 })
    await post(service, "/v1/my/lists", { name: "x" }).catch(() => undefined)
    const errors = await errorsOf(service.world)
    expect(errors[0]).toMatchObject({
      endpoint: "messages.send",
      status: 422,
      field: "to",
      count: 3,
      last_request_id: 3,
    })
    expect(errors[0]?.rule).toMatch(/required/)
    expect(errors).toContainEqual(expect.objectContaining({ endpoint: "POST /v1/nowhere", status: 404, field: null }))
    expect(errors).toContainEqual(expect.objectContaining({ status: null, rule: "The connection was cut" }))
    expect(service.world.requests.list({ failed: true })).toHaveLength(5)
    expect(service.world.requests.get(1)).toMatchObject({ status: 422, request_body: { subject: "Hi" } })
    expect(() => service.world.requests.get(99)).toThrow("Request not found")
    await service.close()
  })
})

describe("GET /tables", () => {
  it("shows rows as stored, with the moves that the state tables allow", async () => {
    const service = start()
    const moves = async (name: string) =>
      (await tableOf(service.world, name)).rows.map((row) => [row.status, row.moves])
    expect(await tablesOf(service.world)).toContainEqual({ name: "contacts", size: 3 })
    expect((await tableOf(service.world, "contacts", "limit=1")).rows[0]).toMatchObject({ id: 3 })
    expect(await moves("grants")).toEqual([["pending", ["consent", "activate_payment"]]])
    await post(
      service,
      "/v1/my/billing/funding/purchases",
      { amount_cents: 5_000 },
      { "Idempotency-Key": "a-purchase-key" },
    )
    expect(await moves("fundingPurchases")).toEqual([["checkout_created", ["begin", "fail", "expire", "pay"]]])
    service.world.transitions.purchases.begin(1)
    expect(await moves("fundingPurchases")).toEqual([["pending", ["fail", "expire", "pay"]]])
    service.world.transitions.purchases.pay(1)
    expect(await moves("fundingPurchases")).toEqual([["credited", []]])
    expect((await tableOf(service.world, "contacts")).rows[0]).not.toHaveProperty("moves")
    await service.close()
  })

  it("redacts secrets", async () => {
    const service = start()
    const text = JSON.stringify([await tableOf(service.world, "credentials"), await tableOf(service.world, "users")])
    for (const secret of [service.apiKey, "mock-password"]) expect(text).not.toContain(secret)
    await service.close()
  })

  it("is a 422 for an unknown table", async () => {
    const service = start()
    await expect(tableOf(service.world, "nothing")).rejects.toThrow(/name/)
    await service.close()
  })
})

describe("GET /capacity", () => {
  it("reports what each account has sent and can still send", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message("ana@example.test"))
    const [main] = service.world.capacity()
    expect(main).toMatchObject({ account_id: 1, used: 1, frees_at: null })
    expect((main?.limit ?? 0) - (main?.remaining ?? 0)).toBe(1)
    await service.close()
  })
})

describe("GET /messages/latest", () => {
  it("returns the newest match in full, and waits for one", async () => {
    const service = start()
    const waiting = service.world.messages.latest({ to: "ana@*", timeout: "30s" })
    await post(service, "/v1/my/messages", message("ana@example.test", "First"))
    expect(await waiting).toMatchObject({ subject: "First", html: expect.stringContaining("The body") })
    await post(service, "/v1/my/messages", message("ana@example.test", "Second"))
    await post(service, "/v1/my/messages", message("ben@example.test", "Third"))
    expect((await service.world.messages.latest({ to: "ana@example.test" })).subject).toBe("Second")
    await expect(service.world.messages.latest({ to: "eve@example.test", timeout: 1 })).rejects.toThrow(
      "nearest is message",
    )
    await service.close()
  })

  it("redirects a browser to the mail as its recipient sees it", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message("ana@example.test"))
    const { id } = service.world.worlds.create()
    const browser = { headers: { Accept: "text/html,*/*" }, redirect: "manual" } as const
    const response = await service.fetch("/_mock/messages/latest?to=ana@example.test", browser)
    expect([response.status, response.headers.get("location")]).toEqual([303, "1/html"])
    const none = await service.fetch(`/@${id}/_mock/messages/latest?timeout=1`, browser)
    expect(none.status).toBe(408)
    await service.close()
  })
})

describe("the address of the server", () => {
  it("redirects a browser to the page of its world, and is a 404 in JSON for other clients", async () => {
    const service = start()
    const { id } = service.world.worlds.create()
    const redirectOf = async (path: string, accept: string) => {
      const response = await service.fetch(path, { headers: { Accept: accept } })
      return [response.status, response.headers.get("location")]
    }
    expect(await redirectOf("/", "text/html,application/xhtml+xml")).toEqual([303, "/_mock/"])
    expect(await redirectOf(`/@${id}/`, "text/html")).toEqual([303, `/@${id}/_mock/`])
    expect(await redirectOf(`/@${id}`, "text/html")).toEqual([303, `/@${id}/_mock/`])
    for (const accept of ["application/json", "*/*"]) expect(await redirectOf("/", accept)).toEqual([404, null])
    expect(await redirectOf("/v1/nowhere", "text/html")).toEqual([404, null])
    expect(service.world.requests.list({ path: "/" })).toHaveLength(2)
    await service.close()
  })
})
