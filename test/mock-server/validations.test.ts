import { describe, expect, it } from "vitest"
import { fillContacts } from "../../mock-server/resources/contacts/contacts.ts"
import { movePurchase } from "../../mock-server/resources/funding-purchases/funding-purchases.ts"
import { standingWith } from "../../mock-server/resources/validations/validation-rules.ts"
import { importForm } from "../support/import-form.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/validation_operations"
const day = 24 * 3_600_000

/** A service with prepaid funding and contacts with the given addresses, besides the three on list 1. */
async function funded(cents = 5_000, emails: readonly string[] = []) {
  const service = mock()
  const { call, world, advance } = service
  for (const email of emails) await call("POST", "/v1/my/contacts", { body: { email } })
  const fund = async (amount_cents: number, key: string) => {
    const headers = { "Idempotency-Key": key }
    const { body } = await call("POST", "/v1/my/billing/funding/purchases", { headers, body: { amount_cents } })
    movePurchase(world, body.purchase.id, "pay")
  }
  if (cents > 0) await fund(cents, "funding")
  const start = (body: object, key = "k1") => call("POST", path, { body, headers: { "Idempotency-Key": key } })
  const quote = (body: object) => call("POST", `${path}/quote`, { body })
  const get = async (id = "vop_1") => (await call("GET", `${path}/${id}`)).body
  const items = async (id = "vop_1") => (await call("GET", `${path}/${id}/items?limit=100`)).body
  const funding = async () => (await call("GET", "/v1/my/billing/funding")).body
  const finish = () => advance(60_000)
  return { ...service, fund, start, quote, get, items, funding, finish }
}

describe("a validation quote", () => {
  it("reports the number of addresses, the maximum price, and whether the funding suffices [validations.quote] [26.1]", async () => {
    const { quote } = await funded()
    expect(await quote({ list_id: 1 })).toMatchObject({
      status: 200,
      body: {
        status: "quoted",
        source_kind: "list",
        counts: {
          candidate_count: 3,
          deduplicated_count: 0,
          cached_count: 0,
          ineligible_count: 0,
          eligible_count: 3,
        },
        pricing: {
          unit_rate_cents: 0.5,
          maximum_charge_cents: 2,
          currency: "usd",
          expires_at: "2026-03-01T13:00:00.000Z",
        },
        funding: { available: true, available_cents: 5_000, shortfall_cents: 0 },
      },
    })
  })

  it("needs funding if there is too little, and charges nothing [26.5]", async () => {
    const { quote, funding } = await funded(0)
    expect((await quote({ list_id: 1 })).body).toMatchObject({
      status: "needs_funding",
      funding: { available: false, available_cents: 0, shortfall_cents: 2 },
    })
    expect(await funding()).toMatchObject({ available_cents: 0, reserved_cents: 0 })
  })

  it.each([
    [{ contact_ids: [1, 2, 1] }, "contacts", 3, 1],
    [{ contact_channel_ids: [11, 11, 21, 31] }, "contact_channels", 4, 1],
    [{ segment_id: 1 }, "segment", 3, 0],
  ])("accepts the audience %j [26.2]", async (audience, source_kind, candidate_count, deduplicated_count) => {
    const { quote } = await funded()
    const eligible_count = candidate_count - deduplicated_count
    expect((await quote(audience)).body).toMatchObject({
      source_kind,
      counts: { candidate_count, deduplicated_count, eligible_count },
    })
  })

  it.each([
    [{}, "list_id"],
    [{ list_id: 1, segment_id: 1 }, "segment_id"],
    [{ contact_ids: [1], contact_channel_ids: [11] }, "contact_channel_ids"],
    [{ contact_ids: [] }, "contact_ids"],
  ])("refuses %j: exactly one audience field is needed [26.2]", async (audience, field) => {
    const { quote, start } = await funded(0)
    for (const response of [await quote(audience), await start(audience)]) {
      expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
    }
  })

  it.each([{ list_id: 9 }, { segment_id: 9 }, { contact_ids: [1, 9] }, { contact_channel_ids: [1] }])(
    "responds with 404 for %j, which is not of the brand [29.18]",
    async (audience) => {
      const { quote, start, call } = await funded(0)
      expect((await quote(audience)).status).toBe(404)
      expect((await start(audience)).status).toBe(404)
      const headers = { "X-Brand-SID": "brand_second" }
      const knownAudience = JSON.parse(JSON.stringify(audience).replaceAll(/\b9\b/g, "1").replace("[1]", "[11]"))
      expect((await call("POST", `${path}/quote`, { headers, body: knownAudience })).status).toBe(404)
      expect((await quote(knownAudience)).status).toBe(200)
    },
  )

  it("counts suppressed addresses as ineligible [26.1]", async () => {
    const { quote, call } = await funded(0, ["bounced@simulator.test"])
    const message = { channel: "email", to: "bounced@simulator.test", subject: "S", body: "B", from: "hello@acme.test" }
    await call("POST", "/v1/my/messages", { body: message })
    expect((await quote({ contact_ids: [1, 4] })).body.counts).toMatchObject({ ineligible_count: 1, eligible_count: 1 })
  })
})

describe("a validation", () => {
  it("responds with 202, reserves its price, executes over time, and charges for billable items [validations.start] [validations.get] [14.1]", async () => {
    const { start, get, funding, advance } = await funded()
    const started = await start({ list_id: 1 })
    expect(started.status).toBe(202)
    expect(started.body).toMatchObject({ operation_id: "vop_1", status: "held", started_at: null, completed_at: null })
    expect(await funding()).toMatchObject({ available_cents: 4_998, reserved_cents: 2 })
    await advance(10)
    expect(await get()).toMatchObject({ status: "executing", started_at: "2026-03-01T12:00:00.010Z" })
    await advance(10)
    expect(await get()).toMatchObject({ status: "committed", completed_at: "2026-03-01T12:00:00.020Z" })
    expect(await funding()).toMatchObject({ available_cents: 4_998, reserved_cents: 0 })
  })

  it("retains a result for every candidate [validations.items] [26.4]", async () => {
    const emails = ["bounced@simulator.test", "soft-bounced+x@simulator.test", "info@x.test", "a@gone.invalid"]
    const { start, items, finish, advance } = await funded(5_000, emails)
    await start({ contact_ids: [1, 4, 5, 6, 7] })
    const pending = { status: "pending", verdict: null, completed_at: null }
    expect(await items()).toMatchObject([
      { id: 1, contact_channel_id: 11, ...pending },
      pending,
      pending,
      pending,
      pending,
    ])
    await advance(10)
    expect(await items()).toMatchObject([{ status: "executing", verdict: null }, {}, {}, {}, {}])
    await finish()
    const ended = await items()
    expect(ended.map((item: { verdict: string }) => item.verdict)).toEqual([
      "deliverable",
      "undeliverable",
      "risky",
      "risky",
      "undeliverable",
    ])
    expect(ended[0]).toEqual({
      id: 1,
      contact_channel_id: 11,
      status: "billable",
      verdict: "deliverable",
      completed_at: "2026-03-01T12:00:00.020Z",
    })
  })

  it("charges for billable items only and releases the rest of the reserve [14.1]", async () => {
    const emails = ["unknown@simulator.test", "error@simulator.test", "error+2@simulator.test"]
    const { start, get, items, finish, funding } = await funded(5_000, emails)
    await start({ contact_ids: [1, 2, 4, 5, 6] })
    expect(await funding()).toMatchObject({ available_cents: 4_997, reserved_cents: 3 })
    await finish()
    expect(await get()).toMatchObject({ status: "partially_committed" })
    expect((await items()).map((item: { status: string }) => item.status)).toEqual([
      "billable",
      "billable",
      "not_billable",
      "failed",
      "failed",
    ])
    expect(await funding()).toMatchObject({ available_cents: 4_999, reserved_cents: 0 })
  })

  it("fails, at no charge, if no address could be validated [14.2]", async () => {
    const { start, get, finish, funding } = await funded(5_000, ["error@simulator.test"])
    await start({ contact_ids: [4] })
    await finish()
    expect(await get()).toMatchObject({ status: "failed" })
    expect(await funding()).toMatchObject({ available_cents: 5_000, reserved_cents: 0 })
  })

  it("answers the same operation to the same key and audience, whatever the order of its ids [26.3]", async () => {
    const { start, finish, world } = await funded()
    await start({ contact_ids: [1, 2] })
    expect(await start({ contact_ids: [2, 1, 2] })).toMatchObject({ status: 202, body: { operation_id: "vop_1" } })
    await finish()
    expect((await start({ contact_ids: [1, 2] })).body).toMatchObject({ operation_id: "vop_1", status: "committed" })
    expect(world.tables.validations.size).toBe(1)
  })

  it("conflicts if the key comes with a changed audience, and needs a key [26.3]", async () => {
    const { start, call } = await funded()
    await start({ contact_ids: [1, 2] })
    expect(await start({ contact_ids: [1] })).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } })
    expect(await start({ list_id: 1 })).toMatchObject({ status: 409 })
    const keyless = await call("POST", path, { body: { list_id: 1 } })
    expect(keyless).toMatchObject({ status: 400, body: { error_code: "idempotency_key_required" } })
  })

  it("waits if it needs funding, and the same key resumes it once there is enough [14.3]", async () => {
    const { start, get, finish, fund, funding } = await funded(0)
    const short = { status: "needs_funding", funding: { available: false, available_cents: 0, shortfall_cents: 2 } }
    expect(await start({ list_id: 1 })).toMatchObject({ status: 202, body: short })
    expect(await start({ list_id: 1 })).toMatchObject({ status: 202, body: short })
    await finish()
    await fund(1_000, "later")
    expect(await get()).toMatchObject({ status: "needs_funding", funding: { available: true, shortfall_cents: 0 } })
    expect((await start({ list_id: 1 })).body).toMatchObject({ operation_id: "vop_1", status: "held" })
    await finish()
    expect(await get()).toMatchObject({ status: "committed" })
    expect(await funding()).toMatchObject({ available_cents: 998, reserved_cents: 0 })
  })

  it("validates the addresses that were in the audience at its start [26.4]", async () => {
    const { start, call, items, finish, fund } = await funded(0)
    await start({ list_id: 1 })
    const emails = ["ada@example.test", "grace@example.test"]
    await call("POST", "/v1/my/lists/1/contacts/bulk", { body: { action: "remove", emails } })
    await fund(1_000, "later")
    await start({ list_id: 1 })
    await finish()
    expect(await items()).toHaveLength(3)
  })

  it("uses existing current results at no charge, and validates again after 30 days [26.6]", async () => {
    const { start, quote, items, finish, funding, advance } = await funded(5_000, ["unknown@simulator.test"])
    await start({ contact_ids: [1, 4] })
    await finish()
    const counts = (await quote({ contact_ids: [1, 2, 4] })).body.counts
    expect(counts).toMatchObject({ candidate_count: 3, cached_count: 1, eligible_count: 2 })
    await start({ contact_ids: [1] }, "k2")
    await finish()
    expect(await items("vop_2")).toMatchObject([{ status: "not_billable", verdict: "deliverable" }])
    expect((await funding()).available_cents).toBe(4_999)
    await advance(30 * day)
    expect((await quote({ contact_ids: [1] })).body.counts).toMatchObject({ cached_count: 0, eligible_count: 1 })
  })

  it("contributes current results to the standing that selects the plan's allowance [26.6]", async () => {
    const { start, call, world, finish } = await funded()
    const account = world.tables.accounts.get(1)
    if (account === undefined) throw new Error("The seed has an account")
    world.tables.accounts.update(account, { standing: "probation" })
    const limit = async () => (await call("GET", "/v1/my/delivery/status")).body.commercial_capacity.limit
    const before = await limit()
    await fillContacts(world, 1, 100)
    await start({ contact_ids: Array.from({ length: 100 }, (_, at) => at + 4) })
    await finish()
    expect([before, await limit()]).toEqual([1_000, 10_000])
  })

  it.each([
    [99, "probation", "probation"],
    [100, "probation", "standard"],
    [9_999, "standard", "standard"],
    [0, "standard", "standard"],
    [10_000, "probation", "trusted"],
    [0, "trusted", "trusted"],
  ] as const)("%i deliverable addresses make an account in %s one in %s [26.6]", (deliverable, before, after) => {
    expect(standingWith(deliverable, before)).toBe(after)
  })

  it("settles an operation of many steps exactly [14.1]", async () => {
    const { start, get, items, call, world, finish, funding } = await funded(1_000)
    await fillContacts(world, 1, 1_200)
    await start({ segment_id: 1 })
    await finish()
    expect(await get()).toMatchObject({ status: "committed", counts: { eligible_count: 1_203 } })
    expect((await funding()).available_cents).toBe(1_000 - 602)
    const { headers } = await call("GET", `${path}/vop_1/items`)
    expect(headers.get("x-total-count")).toBe("1203")
    expect(await items()).toHaveLength(100)
  })

  it("is never triggered by an import, a schedule or a send [26.7]", async () => {
    const { call, world, advance } = await funded()
    await call("POST", "/v1/my/imports", { form: importForm("email,opt_in\na@x.test,yes\n", { list_ids: [1] }) })
    const message = { channel: "email", to: "a@x.test", subject: "S", body: "B", from: "hello@acme.test" }
    await call("POST", "/v1/my/messages", { body: message })
    const campaign = { name: "C", template_id: 1, audience: { type: "all_contacts" } }
    await call("POST", "/v1/my/campaigns", { body: campaign })
    await call("POST", "/v1/my/campaigns/1/send", { body: { deliver_at: "2026-03-02T12:00:00Z" } })
    await advance(2 * day)
    expect((await call("GET", "/v1/my/campaigns/1")).body).toMatchObject({ status: "completed", sent_count: 4 })
    expect(world.tables.validations.size).toBe(0)
  })

  it("proves no consent: it subscribes no contacts [26.8]", async () => {
    const { start, call, finish } = await funded(5_000, ["a@x.test"])
    await start({ contact_ids: [4] })
    await finish()
    const { body } = await call("GET", "/v1/my/contacts?search=a@x.test")
    expect(body).toMatchObject([{ subscribed_email: false, channels: [{ subscribed: false, opt_in_at: null }] }])
  })

  it("is not found under another brand [29.18]", async () => {
    const { start, call } = await funded()
    await start({ list_id: 1 })
    const headers = { "X-Brand-SID": "brand_second" }
    for (const where of ["vop_1", "vop_1/items"]) {
      expect((await call("GET", `${path}/${where}`, { headers })).status).toBe(404)
    }
    expect((await call("GET", `${path}/vop_9`)).status).toBe(404)
  })
})
