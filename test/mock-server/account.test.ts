import { describe, expect, it } from "vitest"
import { countUse } from "../../mock-server/resources/billing/usage.ts"
import { Account } from "../../sdk/contract/account.ts"
import { mock } from "../support/mock.ts"

const day = 86_400_000

describe("the account", () => {
  it("shows plan, allowances, brands, usage and team [account.get] [2.1]", async () => {
    const { body } = await mock().call("GET", "/v1/my/account")
    expect(Account.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      id: 1,
      name: "Acme",
      avatar: null,
      commercial_tier: "unsubscribed",
      access: { source: "owner", delegated: false, manager_account_id: null },
      billing: {
        plan_name: "Free",
        plan: { id: 1, standard_recipient_cap_24h: 10_000 },
        brands: { used: 2, limit: 5, remaining: 3, unlimited: false, can_create: true },
        lifetime: { email_sent: 0, sms_sent: 0, ai_used: 0 },
      },
    })
  })

  it("gives the inbox entitlement the same in plan and billing [2.3]", async () => {
    const { billing } = (await mock().call("GET", "/v1/my/account")).body
    expect(billing.entitlements).toEqual(billing.plan.entitlements)
    expect(Object.keys(billing.entitlements.agent_inbox)).toHaveLength(12)
  })

  it("summarizes the team for the caller [3.1]", async () => {
    const { call } = mock()
    const teamFor = async (as: "owner" | "admin" | "member") => (await call("GET", "/v1/my/account", { as })).body.team
    expect(await teamFor("owner")).toEqual({
      seat_limit: 25,
      seat_count: 4,
      member_count: 3,
      invite_count: 1,
      current_role: "owner",
      can_manage_team: true,
    })
    expect(await teamFor("admin")).toMatchObject({ current_role: "admin", can_manage_team: true })
    expect(await teamFor("member")).toMatchObject({ current_role: "member", can_manage_team: false })
  })

  it("counts usage by calendar month and in total [2.2]", async () => {
    const { call, world, advance } = mock()
    countUse(world, 1, "email", 49_999)
    countUse(world, 1, "email", 2)
    countUse(world, 1, "sms")
    const usage = async () => (await call("GET", "/v1/my/account")).body.billing
    expect(await usage()).toMatchObject({
      resources: {
        email: { used: 50_001, allowance: 50_000, remaining: 0, mode: "budget" },
        sms: { used: 1, remaining: 99 },
        ai: { used: 0 },
      },
      lifetime: { email_sent: 50_001, sms_sent: 1 },
    })
    await advance(31 * day)
    expect(await usage()).toMatchObject({
      resources: { email: { used: 0, remaining: 50_000 } },
      lifetime: { email_sent: 50_001, sms_sent: 1 },
    })
    countUse(world, 1, "email")
    expect(await usage()).toMatchObject({ resources: { email: { used: 1 } }, lifetime: { email_sent: 50_002 } })
  })

  it("reports unlimited brands on a plan without a limit [2.1]", async () => {
    const { call } = mock()
    await call("POST", "/v1/oauth/subscribe", { as: "owner", body: { plan_id: 3, payment_token: "tok_test" } })
    expect((await call("GET", "/v1/my/account")).body.billing.brands).toEqual({
      used: 2,
      limit: null,
      remaining: null,
      unlimited: true,
      can_create: true,
    })
  })
})

describe("changing the account", () => {
  it("accepts a name and pictures by blob ID, and keeps fields that are not given [account.update] [19.1]", async () => {
    const { call } = mock()
    const { status, body } = await call("PATCH", "/v1/my/account", { body: { name: " Acme Two ", avatar: "blob--1" } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: "Acme Two", avatar: "http://127.0.0.1:4010/blobs/blob--1", banner: null })
    const { body: again } = await call("PATCH", "/v1/my/account", { body: { banner: "blob--2" } })
    expect(again).toMatchObject({
      name: "Acme Two",
      avatar: body.avatar,
      banner: "http://127.0.0.1:4010/blobs/blob--2",
    })
    expect((await call("GET", "/v1/my/account")).body).toEqual(again)
  })

  it("takes any text for a picture: a lone surrogate has no encoding in its address [19.1]", async () => {
    const { call } = mock()
    const { status, body } = await call("PATCH", "/v1/my/account", { body: { avatar: "a\ud800" } })
    expect([status, body.avatar]).toEqual([200, "http://127.0.0.1:4010/blobs/a%EF%BF%BD"])
    expect((await call("GET", "/v1/my/account/team")).status).toBe(200)
  })

  it.each([
    ["an empty name", { name: "" }, "name"],
    ["a blank name", { name: "  " }, "name"],
    ["an empty blob ID", { avatar: "" }, "avatar"],
    ["a read-only field", { id: 2 }, "id"],
  ])("refuses %s with 422 [19.1]", async (_what, changes, field) => {
    const { status, body } = await mock().call("PATCH", "/v1/my/account", { body: changes })
    expect(status).toBe(422)
    expect(Object.keys(body.validation_errors)).toEqual([field])
  })
})

describe("the team", () => {
  it("includes account, memberships, invitations and accessible accounts [account.team] [5.1]", async () => {
    const { call } = mock()
    const { body } = await call("GET", "/v1/my/account/team", { as: "admin" })
    expect(Object.keys(body)).toEqual(["account", "memberships", "invites", "accessible_accounts"])
    expect(body.account).toEqual((await call("GET", "/v1/my/account", { as: "admin" })).body)
    expect(body.memberships).toEqual((await call("GET", "/v1/my/account/memberships")).body)
    expect(body.invites).toEqual((await call("GET", "/v1/my/account/invites")).body)
    expect(body.accessible_accounts).toEqual((await call("GET", "/v1/my/accounts", { as: "admin" })).body)
  })

  it("shows a member no invitations: a token lets its holder join the team [5.1]", async () => {
    const { body } = await mock().call("GET", "/v1/my/account/team", { as: "member" })
    expect(body.invites).toEqual([])
    expect(body.memberships).toHaveLength(3)
  })
})

describe("accessible accounts", () => {
  it("are a person's own and those whose team they belong to, by id, in pages of 100 [accounts.list] [19.2] [36.2]", async () => {
    const { call, world } = mock()
    const invitation = { body: { email: "owner@client.test" } }
    const { token } = (await call("POST", "/v1/my/account/invites", invitation)).body
    await call("POST", `/v1/my/account/invites/${token}/accept`, { as: "client_owner" })
    const { body, headers } = await call("GET", "/v1/my/accounts", { as: "client_owner" })
    expect(body.map(({ id, team }: Account) => [id, team.current_role])).toEqual([
      [1, "member"],
      [3, "owner"],
    ])
    expect(headers.get("x-total-count")).toBe("2")
    const second = await call("GET", "/v1/my/accounts?per=1&page=2", { as: "client_owner" })
    expect(second.body.map(({ id }: Account) => id)).toEqual([3])
    expect(second.headers.get("x-prev-page")).toBe("1")
    expect(second.headers.get("x-next-page")).toBeNull()
    expect(world.tables.accounts.size).toBe(3)
  })

  it("of a key are only the account that it belongs to [29.3]", async () => {
    const { body } = await mock().call("GET", "/v1/my/accounts")
    expect(body.map(({ id }: Account) => id)).toEqual([1])
  })
})

describe("audience reach", () => {
  const reach = async (query: string) => mock().call("GET", `/v1/my/account/reach${query}`)

  it("has neither summary nor recommendation when the plan covers the audience [6.1]", async () => {
    const { status, body } = await reach("?audience=10000")
    expect(status).toBe(200)
    expect(body).toEqual({
      audience: 10_000,
      cohort: "standard",
      current: {
        plan_id: 1,
        slug: "free",
        name: "Free",
        tier_group: "free",
        daily_cap: 10_000,
        capacity: 10_000,
        days_to_reach: 1,
        covers: true,
      },
      covered: true,
    })
  })

  it("recommends the smallest plan that covers the audience [account.reach] [6.2]", async () => {
    const { body } = await reach("?audience=10001")
    expect(body).toMatchObject({
      covered: false,
      current: { days_to_reach: 2, covers: false },
      recommended: { plan_id: 2, daily_cap: 50_000, days_to_reach: 1, covers: true },
      summary: "A full send to 10001 recipients takes 2 days on Free; Starter takes 1 day.",
    })
    expect((await reach("?audience=50001")).body.recommended.plan_id).toBe(3)
  })

  it("recommends the largest plan when none covers the audience [6.2]", async () => {
    const { body } = await reach("?audience=1000000")
    expect(body.recommended).toMatchObject({ plan_id: 3, days_to_reach: 4, covers: false })
  })

  it("accepts a whole number of any length, up to the largest safe integer [account.reach] [19.8]", async () => {
    for (const [text, audience] of [
      ["1000000000000000", 1e15],
      ["9007199254740992", 9007199254740991],
      ["9".repeat(400), 9007199254740991],
    ]) {
      const { status, body } = await reach(`?audience=${text}`)
      expect([status, body.audience]).toEqual([200, audience])
    }
  })

  it.each([
    "",
    "?audience=",
    "?audience=0",
    "?audience=-1",
    "?audience=1.5",
    "?audience=many",
    "?audience=1&audience=2",
  ])("is 422 audience_invalid for %j [19.4]", async (query) => {
    const { status, body } = await reach(query)
    expect([status, body.error_code]).toEqual([422, "audience_invalid"])
    expect(Object.keys(body.validation_errors)).toEqual(["audience"])
  })
})
