import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { movePurchase } from "../../mock-server/resources/funding-purchases/funding-purchases.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/billing/funding/purchases"
const hour = 3_600_000

function buyer() {
  const service = mock()
  const buy = (key: string | null, body: object = { amount_cents: 5_000, currency: "usd" }) =>
    service.call("POST", path, { body, headers: key === null ? {} : { "Idempotency-Key": key } })
  const get = async (id: number) => (await service.call("GET", `${path}/${id}`)).body
  const funding = async () => (await service.call("GET", "/v1/my/billing/funding")).body
  return { ...service, buy, get, funding }
}

describe("funding purchases", () => {
  it("respond with 201 with the purchase and the current funding [fundingPurchases.create] [25.4]", async () => {
    const { buy, funding } = buyer()
    const created = await buy("k1")
    const purchase = {
      id: 1,
      status: "checkout_created",
      currency: "usd",
      amount_cents: 5_000,
      credited_cents: 0,
      checkout_url: expect.stringMatching(/^http.*\/1$/),
      expires_at: "2026-03-02T12:00:00.000Z",
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    }
    expect(created.status).toBe(201)
    expect(created.body.purchase).toEqual(purchase)
    expect(created.body.funding).toMatchObject({ available_cents: 0, reserved_cents: 0, pending_purchase: purchase })
    expect(await funding()).toEqual(created.body.funding)
  })

  it("respond with 200 with the same purchase to the same key, currency in any case [25.4]", async () => {
    const { buy, world, funding } = buyer()
    const first = await buy("k1")
    expect(await buy("k1", { amount_cents: 5_000, currency: "USD" })).toMatchObject({ status: 200, body: first.body })
    expect(await buy("k1", { amount_cents: 5_000 })).toMatchObject({ status: 200 })
    movePurchase(world, 1, "pay")
    expect(await buy("k1")).toMatchObject({ status: 200, body: { purchase: { id: 1, status: "credited" } } })
    expect((await funding()).available_cents).toBe(5_000)
  })

  it("need a key, and conflict if the key comes with another amount [25.4]", async () => {
    const { buy } = buyer()
    expect(await buy(null)).toMatchObject({ status: 400, body: { error_code: "idempotency_key_required" } })
    await buy("k1")
    expect(await buy("k1", { amount_cents: 6_000 })).toMatchObject({
      status: 409,
      body: { code: "idempotency_conflict" },
    })
  })

  it.each([
    [{ amount_cents: 999 }, "amount_cents"],
    [{ amount_cents: 1_000_001 }, "amount_cents"],
    [{ amount_cents: -5_000 }, "amount_cents"],
    [{ amount_cents: 50.5 }, "amount_cents"],
    [{ amount_cents: 5_000, currency: "eur" }, "currency"],
    [{ amount_cents: 5_000, currency: "dollars" }, "currency"],
    [{ currency: "usd" }, "amount_cents"],
  ])("refuse %j, within what the funding offers, and leave the key unused [25.4]", async (body, field) => {
    const { buy } = buyer()
    const refusal = await buy("k1", body)
    expect([refusal.status, Object.keys(refusal.body.validation_errors)]).toEqual([422, [field]])
    expect((await buy("k1")).status).toBe(201)
  })

  it("end when they are credited, and are never credited twice [fundingPurchases.get] [13.2]", async () => {
    const { buy, get, world, funding } = buyer()
    await buy("k1")
    expect(movePurchase(world, 1, "begin").purchase.status).toBe("pending")
    expect((await get(1)).purchase).toMatchObject({ status: "pending", credited_cents: 0 })
    movePurchase(world, 1, "pay")
    expect(() => movePurchase(world, 1, "pay")).toThrow("cannot credit")
    expect(() => movePurchase(world, 1, "expire")).toThrow("cannot expire")
    expect((await get(1)).purchase).toMatchObject({ status: "credited", credited_cents: 5_000, checkout_url: null })
    expect(await funding()).toMatchObject({ available_cents: 5_000, pending_purchase: null })
  })

  it("expire after 24 hours or fail, and credit nothing [13.3]", async () => {
    const { buy, get, world, advance, funding } = buyer()
    await buy("k1")
    await buy("k2")
    movePurchase(world, 1, "fail")
    await advance(24 * hour - 1)
    expect((await get(2)).purchase.status).toBe("checkout_created")
    await advance(1)
    expect((await get(1)).purchase.status).toBe("failed")
    expect((await get(2)).purchase.status).toBe("expired")
    expect(() => movePurchase(world, 2, "pay")).toThrow("cannot credit")
    expect(await funding()).toMatchObject({ available_cents: 0, pending_purchase: null })
  })

  it("create one purchase from many concurrent requests with one key [25.4]", async () => {
    const { buy, world } = buyer()
    const responses = await Promise.all(Array.from({ length: 20 }, () => buy("k1")))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => body.purchase.id)).size).toBe(1)
    expect(world.tables.fundingPurchases.size).toBe(1)
  })

  it("credit exactly what was paid, after any sequence of requests and payments [13.2]", { tags: "slow" }, async () => {
    const step = fc.oneof(
      fc.record({ buy: fc.constantFrom("a", "b", "c") }),
      fc.record({ move: fc.constantFrom("begin", "pay", "fail", "expire"), id: fc.integer({ min: 1, max: 3 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const { buy, world, funding } = buyer()
        const bought = new Set<string>()
        const ended = new Set<number>()
        let credited = 0
        for (const each of steps) {
          if ("buy" in each) {
            expect((await buy(each.buy)).status).toBe(bought.has(each.buy) ? 200 : 201)
            bought.add(each.buy)
            continue
          }
          const move = () => movePurchase(world, each.id, each.move)
          if (each.id > bought.size || ended.has(each.id)) expect(move).toThrow()
          else if (each.move !== "begin") {
            move()
            ended.add(each.id)
            if (each.move === "pay") credited += 5_000
          } else if (world.tables.fundingPurchases.get(each.id)?.status === "pending") expect(move).toThrow()
          else move()
        }
        expect((await funding()).available_cents).toBe(credited)
      }),
      { numRuns: 50 },
    )
  })

  it("are the account's own: 404 for another's, 403 for members and managers [29.18]", async () => {
    const { buy, call } = buyer()
    await buy("k1")
    expect((await call("GET", `${path}/1`, { as: "client_owner" })).status).toBe(404)
    expect((await call("GET", `${path}/2`)).status).toBe(404)
    expect((await call("GET", `${path}/1`, { as: "member" })).status).toBe(403)
    expect((await call("GET", "/v1/my/billing/funding", { as: "member" })).status).toBe(403)
  })
})

describe("funding", () => {
  it("reports the balance and what can be bought [funding.get] [25.3]", async () => {
    const { funding } = buyer()
    expect(await funding()).toEqual({
      currency: "usd",
      available_cents: 0,
      reserved_cents: 0,
      purchase: {
        available: true,
        minimum_cents: 1_000,
        maximum_cents: 1_000_000,
        preset_cents: [2_500, 5_000, 10_000, 25_000],
      },
      pending_purchase: null,
    })
  })
})
