import { describe, expect, it } from "vitest"
import { measureReach } from "../../mock-server/resources/account/reach.ts"
import type { PlanRow } from "../../mock-server/resources/billing/plans-table.ts"
import { mock } from "../support/mock.ts"

const plans = [...mock().world.tables.plans.all()]
const plan = (id: number): PlanRow => {
  const planRow = plans.find((each) => each.id === id)
  if (planRow === undefined) throw new Error(`There is no plan ${id}`)
  return planRow
}

describe("whom a campaign reaches", () => {
  it.each([
    ["list/1", { contacts: 3, unsubscribed: 1, suppressed: 1, reached: 1, summary: null }],
    ["segment/1", { contacts: 2, unsubscribed: 0, suppressed: 1, reached: 1, summary: null }],
    ["campaign/1", { contacts: 3, unsubscribed: 1, suppressed: 1, reached: 1, summary: null }],
  ])("is counted by what keeps the others from it: %s", async (subject, view) => {
    const { call, control, advance } = mock()
    const [one, other] = (await call("GET", "/v1/my/contacts?limit=2")).body
    await call("POST", "/v1/my/messages", { body: { channel: "email", to: one.email, subject: "Hi", body: "Hi" } })
    await advance(0)
    control.messages.event(1, { type: "bounced" })
    await call("POST", "/v1/my/contacts", { body: { email: other.email, opt_in: false } })
    const audience = { type: "lists", list_ids: [1] }
    await call("POST", "/v1/my/campaigns", { body: { name: "Spring", template_id: 1, audience } })
    expect((await call("GET", `/_mock/audiences/${subject}`)).body).toEqual(view)
  })

  it.each(["List", "Segment", "Campaign"])("is a 404 for an unknown %s", async (kind) => {
    const { status, body } = await mock().call("GET", `/_mock/audiences/${kind.toLowerCase()}/99`)
    expect([status, body.message]).toEqual([404, `${kind} not found`])
  })
})

describe("the measure of an audience", () => {
  it("uses the cap of the account's standing [6.3]", () => {
    expect(measureReach(1_000, "probation", plan(1), plans).current.daily_cap).toBe(1_000)
    expect(measureReach(1_000, "trusted", plan(1), plans).current.daily_cap).toBe(25_000)
  })

  it("covers exactly what fits into 24 hours [6.3]", () => {
    for (const audience of [1, 999, 1_000, 1_001, 2_000, 2_001]) {
      const { current, covered } = measureReach(audience, "probation", plan(1), plans)
      expect(covered).toBe(audience <= 1_000)
      expect(current.covers).toBe(covered)
      expect(current.days_to_reach).toBe(Math.ceil(audience / 1_000))
    }
  })

  it("is a safe integer of days, even if a plan allows nothing", () => {
    const none = { ...plan(1), recipient_caps: { probation: 0, standard: 0, trusted: 0 } }
    const { current, summary } = measureReach(1, "trusted", none, [plan(3)])
    expect(current.days_to_reach).toBe(Number.MAX_SAFE_INTEGER)
    expect(summary).toBe(`A full send to 1 recipients is never over on ${none.name}; Growth takes 1 day.`)
  })

  it("recommends the largest plan even if it is the current one [6.2]", () => {
    const reach = measureReach(10_000_000, "standard", plan(3), plans)
    expect(reach.recommended).toEqual(reach.current)
    expect(reach.recommended).toMatchObject({ plan_id: 3, covers: false })
    expect(reach.summary).toBe("A full send to 10000000 recipients takes 40 days on Growth.")
  })

  it("never recommends a plan that is no longer sold [6.2]", () => {
    const withoutStarter = plans.map((each) => (each.id === 2 ? { ...each, active: false } : each))
    expect(measureReach(20_000, "standard", plan(1), withoutStarter).recommended?.plan_id).toBe(3)
  })
})
