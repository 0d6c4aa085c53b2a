import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

let sandbox = homeWithService()
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService()
})

describe("mas mock pay", () => {
  it("pays by number or by the purchase's address, and reports what cannot be paid", async () => {
    const key = ["--idempotency-key", "k", "--yes"]
    const bought = await sandbox.run(["funding-purchases", "create", "--amount-cents", "5000", ...key])
    const checkout = await sandbox.run(["subscription", "checkout", "--plan-id", "2", ...key])
    expect((await sandbox.run(["mock", "pay", checkout.json.checkout_url])).json.status).toBe("active")
    expect((await sandbox.run(["mock", "pay", "1"])).json.purchase.status).toBe("credited")
    expect((await sandbox.run(["mock", "pay", bought.json.purchase.checkout_url])).code).toBe(5)
    expect((await sandbox.run(["mock", "pay", "7"])).code).toBe(4)
    expect((await sandbox.run(["mock", "pay"])).code).toBe(4)
    const more = await sandbox.run(["subscription", "checkout", "--plan-id", "3", "--idempotency-key", "l", "--yes"])
    expect((await sandbox.run(["mock", "pay"])).json.purchase_id).toBe(more.json.purchase_id)
    expect((await sandbox.run(["mock", "pay", "https://pay.example.test/"])).code).toBe(2)
  })
})
