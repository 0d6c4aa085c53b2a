import { describe, expect, it } from "vitest"
import { moveCheckout } from "../../mock-server/resources/subscription/subscription.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/subscription/checkout"
const status = (id: number) => `/v1/my/subscription/checkout_status?purchase_id=${id}`
const hour = 3_600_000

function buyer() {
  const service = mock()
  const buy = (key: string | null, plan_id = 2) =>
    service.call("POST", path, { body: { plan_id }, headers: key === null ? {} : { "Idempotency-Key": key } })
  const planName = async () => (await service.call("GET", "/v1/my/account")).body.billing.plan_name
  return { ...service, buy, planName }
}

describe("plan checkout", () => {
  it("responds with 201 with a pending checkout and its payment URL [subscription.checkout] [25.1]", async () => {
    const { buy, planName } = buyer()
    const created = await buy("k1")
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      purchase_id: 1,
      status: "pending",
      activated: false,
      plan_name: "Starter",
      checkout_url: expect.stringMatching(/^http.*\/1$/),
    })
    expect(await planName()).toBe("Free")
  })

  it("responds with 200 with the same purchase, in its current status, to the same key [25.1]", async () => {
    const { buy, world } = buyer()
    const first = await buy("k1")
    expect(await buy("k1")).toMatchObject({ status: 200, body: first.body })
    moveCheckout(world, 1, "pay")
    expect(await buy("k1")).toMatchObject({ status: 200, body: { purchase_id: 1, status: "active", activated: true } })
  })

  it("needs a key, and conflicts if the key comes with another plan [25.1]", async () => {
    const { buy } = buyer()
    expect(await buy(null)).toMatchObject({ status: 400, body: { error_code: "idempotency_key_required" } })
    await buy("k1")
    expect(await buy("k1", 3)).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } })
  })

  it("responds with 404 for an unknown plan and 409 while another checkout is pending [25.2]", async () => {
    const { buy, world } = buyer()
    expect((await buy("k1", 99)).status).toBe(404)
    expect((await buy("k1", 2)).status).toBe(201)
    expect(await buy("k2", 3)).toMatchObject({ status: 409, body: { error_code: "conflict" } })
    moveCheckout(world, 1, "fail")
    expect((await buy("k2", 3)).status).toBe(201)
  })

  it("ends when the requested plan is active, not before [subscription.checkoutStatus] [13.1]", async () => {
    const { buy, call, world, planName } = buyer()
    await buy("k1", 3)
    expect((await call("GET", status(1))).body).toMatchObject({ status: "pending", activated: false })
    expect(moveCheckout(world, 1, "pay")).toMatchObject({ status: "active", activated: true, plan_name: "Growth" })
    expect((await call("GET", status(1))).body).toEqual({
      purchase_id: 1,
      status: "active",
      activated: true,
      plan_name: "Growth",
      checkout_url: null,
    })
    expect(await planName()).toBe("Growth")
    expect(() => moveCheckout(world, 1, "pay")).toThrow("cannot pay")
  })

  it("expires after 24 hours, and then cannot be paid [13.3]", async () => {
    const { buy, call, advance, world, planName } = buyer()
    await buy("k1")
    await advance(24 * hour - 1)
    expect((await call("GET", status(1))).body.status).toBe("pending")
    await advance(1)
    expect((await call("GET", status(1))).body).toMatchObject({ status: "expired", activated: false })
    expect(() => moveCheckout(world, 1, "pay")).toThrow("cannot pay")
    expect(await planName()).toBe("Free")
  })

  it("stays active or failed when its 24 hours are over [13.3]", async () => {
    const { buy, call, advance, world } = buyer()
    await buy("k1")
    moveCheckout(world, 1, "fail")
    await buy("k2")
    moveCheckout(world, 2, "pay")
    await advance(25 * hour)
    expect((await call("GET", status(1))).body.status).toBe("failed")
    expect((await call("GET", status(2))).body.status).toBe("active")
  })

  it("is the account's own: 404 for another's, 403 for members and managers [29.18]", async () => {
    const { buy, call } = buyer()
    await buy("k1")
    expect((await call("GET", status(1), { as: "client_owner" })).status).toBe(404)
    expect((await call("GET", status(9))).status).toBe(404)
    expect((await call("GET", status(1), { as: "member" })).status).toBe(403)
    expect((await call("GET", status(1), { as: "admin" })).status).toBe(200)
    expect((await call("GET", "/v1/my/subscription/checkout_status")).status).toBe(422)
  })
})
