import { afterEach, describe, expect, it } from "vitest"
import { Mas } from "../../../sdk/index.ts"
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
    const both = await sandbox.run(["mock", "pay", "1"])
    expect([both.code, both.err]).toEqual([2, expect.stringContaining("1 is a funding purchase and a plan checkout")])
    const { checkout_url } = bought.json.purchase
    expect((await sandbox.run(["mock", "pay", checkout_url])).json.purchase.status).toBe("credited")
    expect((await sandbox.run(["mock", "pay", checkout_url])).code).toBe(5)
    expect((await sandbox.run(["mock", "pay", "7"])).code).toBe(4)
    expect((await sandbox.run(["mock", "pay"])).code).toBe(4)
    const more = await sandbox.run(["subscription", "checkout", "--plan-id", "3", "--idempotency-key", "l", "--yes"])
    expect((await sandbox.run(["mock", "pay"])).json.purchase_id).toBe(more.json.purchase_id)
    for (const address of ["https://pay.example.test/", "https://pay.example.test/funding/1"])
      expect((await sandbox.run(["mock", "pay", address])).code).toBe(2)
  })

  it("begins the newest purchase, not a checkout, and goes on past what is paid", async () => {
    const key = (name: string) => ["--idempotency-key", name, "--yes"]
    await sandbox.run(["funding-purchases", "create", "--amount-cents", "5000", ...key("a")])
    const { json } = await sandbox.run(["funding-purchases", "create", "--amount-cents", "7000", ...key("b")])
    await sandbox.run(["subscription", "checkout", "--plan-id", "2", ...key("c")])
    const begun = await sandbox.run(["mock", "pay", "--outcome", "begin"])
    expect(begun.json.purchase).toMatchObject({ id: json.purchase.id, amount_cents: 7_000 })
    await sandbox.run(["mock", "pay", json.purchase.checkout_url])
    await sandbox.run(["mock", "pay"])
    expect((await sandbox.run(["mock", "pay"])).json.purchase).toMatchObject({
      amount_cents: 5_000,
      status: "credited",
    })
    const nothing = await sandbox.run(["mock", "pay"])
    expect([nothing.code, JSON.parse(nothing.err).error.code]).toEqual([4, "nothing_to_pay"])
  })

  it("pays in the world that the address names", async () => {
    const { world, clientOptions } = sandbox.service
    const other = world.worlds.create()
    const purchase = async (options: typeof clientOptions) =>
      (await new Mas(options).fundingPurchases.create({ amount_cents: 5_000 }, { idempotencyKey: "k" })).purchase
    await purchase(clientOptions)
    const { checkout_url } = await purchase(other.clientOptions)
    expect((await sandbox.run(["mock", "pay", checkout_url ?? ""])).json.purchase.status).toBe("credited")
    const available = async (options: typeof clientOptions) => (await new Mas(options).funding.get()).available_cents
    expect([await available(clientOptions), await available(other.clientOptions)]).toEqual([0, 5_000])
  })
})
