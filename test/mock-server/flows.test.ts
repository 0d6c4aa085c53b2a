import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

describe("flows", () => {
  it("creates a flow as a draft with its trigger and steps [flows.create] [flows.list] [28.12]", async () => {
    const { call } = mock()
    const now = "2026-03-01T12:00:00.000Z"
    const body = { name: "Welcome", trigger: { event: "signed_up" }, steps: [{ send_template: 1 }, { wait: "1d" }] }
    const created = await call("POST", "/v1/my/flows", { body })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({ id: 1, brand_id: 1, ...body, status: "draft", created_at: now, updated_at: now })
    const bare = await call("POST", "/v1/my/flows", { body: { name: "Bare" } })
    expect(bare.body).toMatchObject({ id: 2, trigger: null, steps: [] })
    expect((await call("GET", "/v1/my/flows")).body).toEqual([created.body, bare.body])
    expect((await call("GET", "/v1/my/flows", { headers: { "X-Brand-SID": "brand_second" } })).body).toEqual([])
  })

  it.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "X", steps: {} }, "steps"],
    [{ name: "X", steps: ["mail"] }, "steps.0"],
    [{ name: "X", status: "live" }, "status"],
  ])("refuses %j, naming the field [28.12]", async (body, field) => {
    const { call } = mock()
    const refusal = await call("POST", "/v1/my/flows", { body })
    expect([refusal.status, Object.keys(refusal.body.validation_errors)]).toEqual([422, [field]])
  })
})
