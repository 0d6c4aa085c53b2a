import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

let place = homeWithService()
afterEach(async () => {
  await place.close()
  place = homeWithService()
})

describe("mas mock pay", () => {
  it("pays by number or by the purchase's address, and reports what cannot be paid", async () => {
    const key = ["--idempotency-key", "k", "--yes"]
    const bought = await place.run(["funding-purchases", "create", "--amount-cents", "5000", ...key])
    const checkout = await place.run(["subscription", "checkout", "--plan-id", "2", ...key])
    expect((await place.run(["mock", "pay", checkout.json.checkout_url])).json.status).toBe("active")
    expect((await place.run(["mock", "pay", "1"])).json.purchase.status).toBe("credited")
    expect((await place.run(["mock", "pay", bought.json.purchase.checkout_url])).code).toBe(5)
    expect((await place.run(["mock", "pay", "7"])).code).toBe(4)
    expect((await place.run(["mock", "pay"])).code).toBe(4)
    const more = await place.run(["subscription", "checkout", "--plan-id", "3", "--idempotency-key", "l", "--yes"])
    expect((await place.run(["mock", "pay"])).json.purchase_id).toBe(more.json.purchase_id)
    expect((await place.run(["mock", "pay", "https://pay.example.test/"])).code).toBe(2)
  })
})
