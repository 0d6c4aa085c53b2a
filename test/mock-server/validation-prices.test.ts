import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

const path = "/v1/my/validation_operations"
const day = 24 * 3_600_000
const cached = { status: "not_billable", verdict: "deliverable" }

/** A service whose list 1 has three contacts, and an account with only the cents that the test adds. */
function poor() {
  const service = mock()
  const { call, world, advance } = service
  const account = () => {
    const row = world.tables.accounts.get(1)
    if (row === undefined) throw new Error("The seed has an account")
    return row
  }
  const setBalance = (funding_available_cents: number) =>
    world.tables.accounts.update(account(), { funding_available_cents })
  const cents = () => [account().funding_available_cents, account().funding_reserved_cents]
  const start = async (key: string, body: object = { list_id: 1 }) =>
    (await call("POST", path, { body, headers: { "Idempotency-Key": key } })).body
  const items = async (id: string) => (await call("GET", `${path}/${id}/items`)).body
  const finish = () => advance(60_000)
  return { ...service, setBalance, cents, start, items, finish }
}

describe("an address validated by another operation meanwhile", () => {
  it("is not charged when an operation that needed funding resumes", async () => {
    const { call, setBalance, cents, start, items, finish } = poor()
    expect(await start("b")).toMatchObject({ status: "needs_funding", pricing: { maximum_charge_cents: 2 } })
    setBalance(1)
    await start("a", { contact_ids: [1, 2] })
    await finish()
    setBalance(1)
    const counts = { candidate_count: 3, cached_count: 2, eligible_count: 1 }
    const price = { counts, pricing: { maximum_charge_cents: 1, expires_at: "2026-03-01T13:01:00.000Z" } }
    expect((await call("POST", `${path}/quote`, { body: { list_id: 1 } })).body).toMatchObject(price)
    expect(await start("b")).toMatchObject({ operation_id: "vop_1", status: "held", ...price })
    expect(cents()).toEqual([0, 1])
    await finish()
    expect(await items("vop_1")).toMatchObject([cached, cached, { status: "billable" }])
    expect(cents()).toEqual([0, 0])
  })

  it("is not in the price of an operation that needs funding, nor is a suppressed one", async () => {
    const { call, setBalance, start, finish } = poor()
    await call("POST", "/v1/my/contacts", { body: { email: "bounced@simulator.test" } })
    const audience = { contact_ids: [1, 2, 3, 4] }
    await start("b", audience)
    setBalance(1)
    await start("a", { contact_ids: [1] })
    await finish()
    const message = { channel: "email", to: "bounced@simulator.test", subject: "S", body: "B", from: "hello@acme.test" }
    await call("POST", "/v1/my/messages", { body: message })
    const again = {
      status: "needs_funding",
      counts: { candidate_count: 4, cached_count: 1, ineligible_count: 1, eligible_count: 2 },
      pricing: { maximum_charge_cents: 1 },
      funding: { shortfall_cents: 1 },
    }
    expect([await start("b", audience), await start("b", audience)]).toMatchObject([again, again])
  })

  it("makes the resumption free if it covers all addresses", async () => {
    const { setBalance, cents, start, finish } = poor()
    await start("b")
    setBalance(2)
    await start("a")
    await finish()
    expect(await start("b")).toMatchObject({ status: "held", counts: { cached_count: 3, eligible_count: 0 } })
    await finish()
    expect(await start("b")).toMatchObject({ status: "committed" })
    expect(cents()).toEqual([0, 0])
  })

  it("is not charged by an operation that was started before its result arrived", async () => {
    const { setBalance, cents, start, items, finish } = poor()
    setBalance(4)
    await start("a")
    await start("b")
    expect(cents()).toEqual([0, 4])
    await finish()
    const counts = { candidate_count: 3, cached_count: 3, eligible_count: 0 }
    expect(await start("b")).toMatchObject({ status: "committed", counts, pricing: { maximum_charge_cents: 2 } })
    expect(await items("vop_2")).toMatchObject([cached, cached, cached])
    expect(cents()).toEqual([2, 0])
  })

  it("is charged again once its result is 30 days old", async () => {
    const { advance, setBalance, cents, start, finish } = poor()
    await start("b")
    setBalance(2)
    await start("a")
    await finish()
    await advance(30 * day)
    setBalance(2)
    expect(await start("b")).toMatchObject({ status: "held", counts: { cached_count: 0, eligible_count: 3 } })
    await finish()
    expect(cents()).toEqual([0, 0])
  })
})
