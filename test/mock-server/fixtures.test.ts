import { describe, expect, it } from "vitest"
import { createMockService, type Fixtures, FixturesError } from "../../mock-server/index.ts"
import { mock } from "../support/mock.ts"

/** A service started with these fixtures, and a reader with an account's key. */
function begin(fixtures: Fixtures) {
  const service = mock({ fixtures })
  const get = async (path: string, key = "maskey_live_mock") => (await service.call("GET", path, { key })).body
  return { ...service, get }
}

const key = "maskey_live_shop"

describe("an invitation of the fixtures that has expired", () => {
  it("is already expired", async () => {
    const { get } = begin({ accounts: { main: { invites: [{ email: "y@z.test", status: "expired" }] } } })
    expect((await get("/v1/my/account/invites"))[0]).toMatchObject({
      status: "expired",
      expires_at: "2026-03-01T12:00:00.000Z",
    })
  })
})

describe("an account of the fixtures", () => {
  it("starts like a new sign-up by default", async () => {
    const { get, call } = begin({ accounts: { shop: {} } })
    const account = await get("/v1/my/account", key)
    expect(account).toMatchObject({ id: 4, name: "shop", safe_mode_enabled: false, billing: { plan_name: "Free" } })
    expect(account.team).toMatchObject({ member_count: 1, invite_count: 0 })
    expect((await get("/v1/my/delivery/status", key)).commercial_capacity.limit).toBe(1_000)
    expect(await get("/v1/my/contacts", key)).toEqual([])
    const user = { email: "owner@shop.test", password: "mock-password" }
    expect((await call("POST", "/v1/login", { key: null, body: { user } })).status).toBe(200)
  })

  it("has the given plan, standing, caps, spend cap, funding and entitlements", async () => {
    const { get } = begin({
      plans: {
        shop: { name: "Shop plan", recipient_caps: { trusted: 77 }, base_price_cents: 500, email_allowance: 9 },
      },
      accounts: {
        shop: {
          plan: "shop",
          standing: "trusted",
          safe_mode_enabled: true,
          spend_cap_monthly_cents: 123,
          funding_available_cents: 456,
          entitlements: { agent_inbox: { max_inboxes: 9 } },
        },
      },
    })
    const { billing, safe_mode_enabled, commercial_tier } = await get("/v1/my/account", key)
    expect([safe_mode_enabled, commercial_tier]).toEqual([true, "subscribed"])
    expect(billing).toMatchObject({ plan_name: "Shop plan", spend_cap_monthly_cents: 123 })
    expect(billing.plan).toMatchObject({ trusted_recipient_cap_24h: 77, standard_recipient_cap_24h: 10_000 })
    expect(billing.resources.email.allowance).toBe(9)
    expect(billing.entitlements.agent_inbox).toMatchObject({ max_inboxes: 9, enabled: true })
    expect(billing.plan.entitlements.agent_inbox.max_inboxes).toBe(1)
    expect((await get("/v1/my/billing/funding", key)).available_cents).toBe(456)
    expect((await get("/v1/my/delivery/status", key)).commercial_capacity.limit).toBe(77)
  })

  it("has the given capacity and plan usage, which frees over time", async () => {
    const { get, call, control } = begin({
      plans: { free: { recipient_caps: { standard: 100 } } },
      accounts: {
        main: {
          capacity_used: [
            { recipients: 35, ago: "2h" },
            { recipients: 65, ago: 82_800_000 },
          ],
          usage: { email: { month: 12, lifetime: 34 }, sms: { month: 5 } },
        },
      },
    })
    const capacity = async () => (await get("/v1/my/delivery/status")).commercial_capacity
    expect(await capacity()).toMatchObject({ limit: 100, accepted: 100, remaining: 0 })
    const message = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi" }
    const { status, body } = await call("POST", "/v1/my/messages", { body: message })
    expect([status, body.retry_at]).toEqual([429, "2026-03-01T13:00:00.000Z"])
    await control.advance("1h")
    expect(await capacity()).toMatchObject({ remaining: 65 })
    const { resources, lifetime } = (await get("/v1/my/account")).billing
    expect([resources.email.used, resources.sms.used, resources.ai.used]).toEqual([12, 5, 0])
    expect(lifetime).toEqual({ email_sent: 34, sms_sent: 5, ai_used: 0 })
    expect(
      (await begin({ accounts: { main: { capacity_used: 7 } } }).get("/v1/my/delivery/status")).commercial_capacity,
    ).toMatchObject({ accepted: 7 })
  })

  it("has the given team and invitations, each moved to its status", async () => {
    const { get, call, control } = begin({
      accounts: {
        shop: {
          owner: "olga@shop.test",
          members: [{ email: "ann@shop.test", role: "admin" }, { email: "Ben@shop.test" }],
          invites: [
            { email: "new@shop.test", token: "token-new" },
            { email: "came@shop.test", role: "admin", status: "accepted" },
            { email: "not@shop.test", status: "revoked" },
            { email: "late@shop.test", status: "expired" },
          ],
        },
      },
    })
    const team = await get("/v1/my/account/team", key)
    expect(team.memberships.map(({ email, role }: { email: string; role: string }) => [email, role])).toEqual([
      ["olga@shop.test", "owner"],
      ["ann@shop.test", "admin"],
      ["Ben@shop.test", "member"],
      ["came@shop.test", "admin"],
    ])
    const statuses = async () =>
      (await get("/v1/my/account/invites", key)).map(({ status }: { status: string }) => status)
    expect(await statuses()).toEqual(["pending", "accepted", "revoked", "expired"])
    expect(team.invites[1].accepted_at).toBe("2026-03-01T12:00:00.000Z")
    const user = { email: "new@shop.test", password: "secret-password", invite_token: "token-new" }
    expect((await call("POST", "/v1/signup", { key: null, body: { user } })).status).toBe(201)
    await control.advance("8d")
    expect(await statuses()).toEqual(["accepted", "accepted", "revoked", "expired"])
  })

  it("does not send to suppressed addresses, each for as long as its reason lasts", async () => {
    const { get, call, control } = begin({
      accounts: {
        main: {
          suppressions: [
            { email: "Ada@example.test" },
            { email: "gone@example.test", reason: "hard_bounce", provider_diagnostic: "550" },
            { email: "full@example.test", reason: "soft_bounce", bounce_subtype: "quota" },
            { email: "angry@example.test", reason: "complaint", source_provider: "other" },
          ],
        },
      },
    })
    const rows = await get("/v1/my/suppressions")
    expect(rows).toMatchObject([
      { reason: "manual", source_provider: null, contact_id: 1, expires_at: null, event_occurred_at: null },
      { reason: "hard_bounce", source_provider: "simulator", provider_diagnostic: "550", bounce_type: "hard" },
      { reason: "soft_bounce", bounce_subtype: "quota", expires_at: "2026-03-08T12:00:00.000Z" },
      { reason: "complaint", source_provider: "other", complaint_feedback_type: "abuse" },
    ])
    const message = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi" }
    const { body } = await call("POST", "/v1/my/messages", { body: message })
    await control.advance(0)
    expect(control.messages.get(body.id)).toMatchObject({ status: "failed", failure_code: "suppressed" })
    await control.advance("7d")
    expect(await get("/v1/my/suppressions")).toHaveLength(3)
  })

  it("has the given affiliate status and figures", async () => {
    const figures = { visitors: 1_200, leads: 40, conversions: 7, earnings_cents: 20_300 }
    const { call, control } = begin({
      accounts: {
        main: { affiliate: { status: "active", code: "acme", ...figures } },
        manager: { affiliate: { status: "pending", visitors: 3 } },
        client: { affiliate: { entitled: false } },
      },
    })
    const { body } = await call("GET", "/v1/my/affiliate", { as: "owner" })
    expect(body).toMatchObject({ enrolled: true, state: "active", share_url: "http://127.0.0.1:4010/r/acme" })
    expect(body.stats).toEqual({ visitors: 1_200, leads: 40, conversions: 7 })
    expect(body.earnings).toEqual({ known: true, total_cents: 20_300, currency: "usd" })
    expect((await call("GET", "/v1/my/affiliate", { as: "client_owner" })).status).toBe(403)
    const manager = async () => (await call("GET", "/v1/my/affiliate", { as: "manager_owner" })).body
    expect(await manager()).toMatchObject({ state: "pending", stats: { visitors: 3 } })
    await control.advance("1s")
    expect(await manager()).toMatchObject({ state: "active", stats: { visitors: 3 } })
  })
})

describe("a brand of the fixtures", () => {
  it("sends from its verified senders, and receives mail at its inbox", async () => {
    const senders = [
      { email: "news@shop.test", verified: false },
      { email: "help@shop.test", inbox: true },
    ]
    const { call, control } = begin({ accounts: { shop: { brands: { brand_shop: { senders } } } } })
    const send = async (from: string) => {
      const body = { channel: "email", to: "eva@example.test", subject: "Hi", body: "Hi", from }
      return (await call("POST", "/v1/my/messages", { key, body })).status
    }
    expect([await send("news@shop.test"), await send("help@shop.test")]).toEqual([422, 201])
    const mail = { from: "eva@example.test", to: "help@shop.test", subject: "Hi" }
    expect(control.inbound(mail).reported).toBe(true)
  })

  it("has the given contacts, lists, segments and templates", async () => {
    const { get } = begin({
      accounts: {
        shop: {
          brands: {
            brand_shop: {
              contacts: [
                {
                  email: "eva@example.test",
                  first_name: "Eva",
                  opt_in: true,
                  data: { tier: "gold" },
                  source: "import",
                },
                { email: "max@example.test" },
              ],
              lists: [{ name: "All", contacts: ["EVA@example.test", "max@example.test"] }, { name: "None" }],
              segments: [{ name: "Agreed", filters: { subscribed_email: true } }],
              templates: [
                { name: "Receipt", subject: "Order {{ data.order }}", body: "{{contact.first_name}}", version: 3 },
              ],
            },
          },
        },
      },
    })
    expect(await get("/v1/my/contacts", key)).toMatchObject([
      { email: "eva@example.test", subscribed_email: true, data: { tier: "gold" }, source: "import" },
      { email: "max@example.test", subscribed_email: false, source: "api" },
    ])
    expect(await get("/v1/my/lists", key)).toMatchObject([{ contacts_count: 2 }, { contacts_count: 0 }])
    expect(await get("/v1/my/segments", key)).toMatchObject([{ origin: "user", cached_count: 1 }])
    expect(await get("/v1/my/templates", key)).toMatchObject([
      { version: 3, variables: ["data.order", "contact.first_name"], html: null },
    ])
  })

  it("has webhooks with the given secrets, and disables those that are to be disabled", async () => {
    const url = "https://hooks.example.com/"
    const secret = "whsec_c2hvcC1zZWNyZXQ="
    const webhooks = [
      { url, events: ["email.sent" as const], secret },
      { url, events: ["email.sent" as const], enabled: false },
    ]
    const { call, control } = begin({ accounts: { main: { brands: { brand_second: { webhooks } } } } })
    const headers = { "X-Brand-SID": "brand_second" }
    const { body } = await call("GET", "/v1/my/webhooks/1?reveal=true", { headers })
    expect([body.secret, body.status, body.enabled]).toEqual([secret, "active", true])
    expect((await call("GET", "/v1/my/webhooks/2", { headers })).body.status).toBe("disabled")
    expect((await call("GET", "/v1/my/webhooks")).body).toEqual([])
    expect(control.deliveries.list()).toEqual([])
  })

  it("has no contacts if the list is empty, and lists with those that remain", async () => {
    const none = begin({ accounts: { main: { brands: { brand_main: { contacts: [] } } } } })
    expect(await none.get("/v1/my/contacts")).toEqual([])
    expect(await none.get("/v1/my/lists")).toHaveLength(1)
    const contacts = [{ email: "Grace@example.test" }, { email: "new@example.test" }]
    const some = begin({ accounts: { main: { brands: { brand_main: { contacts } } } } })
    expect([...some.world.tables.contacts.in("list", 1)].map(({ email }) => email)).toEqual(["Grace@example.test"])
  })
})

describe("a manager's clients", () => {
  const stages = ["preparing", "awaiting_owner", "payment_required", "active", "payment_issue"] as const

  it.each(stages)("reach %s by the moves that lead there", async (status) => {
    const { get, control } = begin({ accounts: { manager: { clients: { shop: { status } } }, shop: {} } })
    const [, record] = (await get("/v1/my/managed_accounts?sort=created_at&direction=asc", "maspc_live_mock")) ?? []
    expect(record).toMatchObject({ status, source: "dashboard", managed_account: { id: 4, name: "shop" } })
    const mail = control.serviceMail({ to: "owner@shop.test" }).map(({ kind }) => kind)
    const reminders = { payment_required: 1, active: 1, payment_issue: 2 }[String(status)] ?? 0
    const invited = status === "preparing" ? [] : ["managed_account_invitation"]
    expect(mail).toEqual([...invited, ...Array(reminders).fill("payment_reminder")])
  })

  it("are managed with a credential once the grant is active, after all its steps", async () => {
    const client = { grant: "active" as const, management_credentials: ["masmc_live_shop"] }
    const { get } = begin({ accounts: { manager: { clients: { shop: client } }, shop: {} } })
    expect((await get("/v1/my/account", "masmc_live_shop")).access).toMatchObject({ source: "management_grant" })
    const [, record] = await get("/v1/my/managed_accounts?direction=asc", "maspc_live_mock")
    expect(record).toMatchObject({ status: "active", invitation: { claimed_at: "2026-03-01T12:00:00.000Z" } })
  })

  it("end with a revoked grant by default", () => {
    const { control } = begin({ accounts: { manager: { clients: { shop: { status: "ended" } } }, shop: {} } })
    expect(control.state.fixtures().accounts?.manager?.clients?.shop).toMatchObject({
      status: "ended",
      grant: "revoked",
    })
  })

  it.each(["revoked", "released"] as const)("are ended if the grant is %s", async (grant) => {
    const { get, control } = begin({ accounts: { manager: { clients: { shop: { grant } } }, shop: {} } })
    expect((await get("/v1/my/managed_accounts?direction=asc", "maspc_live_mock"))[1].status).toBe("ended")
    expect(control.state.fixtures().accounts?.manager?.clients?.shop).toMatchObject({ status: "ended", grant })
  })
})

describe("fixtures", () => {
  it("keep the seed for parts that they do not name", () => {
    const plain = createMockService({ clock: "frozen", now: 0 })
    for (const main of [{}, { name: "Acme" }, { plan: undefined }, { brands: { brand_main: {} } }]) {
      const service = createMockService({ clock: "frozen", now: 0, fixtures: { accounts: { main } } })
      expect(service.world.state.snapshot()).toEqual(plain.world.state.snapshot())
    }
  })

  it("generate random values from the seed", () => {
    const fixtures = { accounts: { shop: { invites: [{ email: "new@shop.test" }] } } }
    const tokens = [1, 1, 2].map((seed) => {
      const { world } = createMockService({ clock: "frozen", seed, fixtures })
      return world.state.fixtures().accounts?.shop?.invites?.[0]?.token
    })
    expect(tokens[0]).toBe(tokens[1])
    expect(tokens[0]).not.toBe(tokens[2])
  })

  it("appear in the description of a fresh world", async () => {
    const brand_main = { lists: [{ name: "One" }, { name: "Two" }], senders: [], public_keys: ["maspk_live_other"] }
    const { control, call } = begin({
      plans: { gold: {} },
      users: { "owner@acme.test": { password: "other-password" } },
      accounts: { main: { api_keys: ["maskey_live_other"], brands: { brand_main } }, shop: {} },
    })
    const world = control.seeded()
    expect(world.credentials).toMatchObject({ api_key: "maskey_live_other", public_key: "maspk_live_other" })
    expect(control.apiKey).toBe("maskey_live_other")
    expect(world).toMatchObject({
      senders: [],
      lists: [
        { id: 1, name: "One" },
        { id: 2, name: "Two" },
      ],
    })
    expect(world.accounts).toEqual({ main: 1, manager: 2, client: 3, shop: 4 })
    expect(world.plans[3]).toEqual({ id: 4, name: "gold", slug: "gold" })
    const { email, password } = world.users.owner
    expect((await call("POST", "/v1/login", { key: null, body: { user: { email, password } } })).status).toBe(200)
    const { body } = await call("GET", "/v1/my/lists", { key: world.credentials.api_key })
    expect(body).toMatchObject(world.lists)
  })

  it("show the owners that they name, who can sign in", async () => {
    const { control, call } = begin({
      users: { "new@else.test": {} },
      accounts: { main: { owner: "Boss@new.test" }, shop: {}, client: { owner: "new@else.test" } },
    })
    const { owner, client_owner, manager_owner } = control.seeded().users
    expect([owner.email, client_owner.email, manager_owner.email]).toEqual([
      "Boss@new.test",
      "new@else.test",
      "owner@manager.test",
    ])
    for (const { id, email, password } of [owner, client_owner, manager_owner]) {
      const { body } = await call("POST", "/v1/login", { key: null, body: { user: { email, password } } })
      expect(body).toMatchObject({ id, email })
    }
  })

  it("are restored by a reset, and used by further worlds", async () => {
    const { control, call } = begin({ accounts: { main: { name: "Begun" } } })
    const nameIn = async (prefix = "") => (await call("GET", `${prefix}/v1/my/account`)).body.name
    await call("PATCH", "/v1/my/account", { body: { name: "Changed" } })
    control.reset()
    expect(await nameIn()).toBe("Begun")
    control.worlds.create()
    control.worlds.create({ fixtures: { accounts: { main: { name: "Its own" } } } }).reset()
    expect([await nameIn("/@w1"), await nameIn("/@w2"), await nameIn()]).toEqual(["Begun", "Its own", "Begun"])
    control.state.setFixtures({ accounts: { main: { name: "Anew" } } })
    control.reset()
    expect(await nameIn()).toBe("Anew")
    // What was not loaded empties nothing.
    for (const missing of [null, undefined])
      expect(() => control.state.setFixtures(missing as never)).toThrow("body must be an object")
    expect(await nameIn()).toBe("Anew")
    control.state.setFixtures({})
    expect([await nameIn(), await nameIn("/@w1")]).toEqual(["Acme", "Begun"])
  })
})

describe("PUT /_mock/fixtures", () => {
  it("starts the world again, and drops pending work", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/lists", { body: { name: "Gone" } })
    control.faults.add({ status: 503 })
    const body = { accounts: { main: { name: "Anew" } } }
    expect((await call("PUT", "/_mock/fixtures", { key: null, body })).status).toBe(204)
    expect((await call("GET", "/v1/my/account")).body.name).toBe("Anew")
    expect((await call("GET", "/v1/my/lists")).body).toHaveLength(1)
  })

  it.each<[path: string, accounts: object]>([
    ["accounts.main.colour", { main: { colour: "red" } }],
    ["accounts.main.plan", { main: { plan: "gold" } }],
    ["accounts.main.standing", { main: { standing: "best" } }],
    [
      "accounts.main.brands.brand_main.senders.1.email",
      { main: { brands: { brand_main: { senders: [{ email: "a@b.test" }, { email: "A@b.test" }] } } } },
    ],
    [
      "accounts.shop.brands.b.senders.0.email",
      { shop: { brands: { b: { senders: [{ email: "inbox@acme.test", inbox: true }] } } } },
    ],
    [
      "accounts.main.brands.brand_main.contacts.1.email",
      { main: { brands: { brand_main: { lists: [], contacts: [{ email: "a@b.test" }, { email: "a@b.test" }] } } } },
    ],
    [
      "accounts.main.brands.brand_main.lists.0.contacts.0",
      { main: { brands: { brand_main: { lists: [{ name: "x", contacts: ["no@b.test"] }] } } } },
    ],
    [
      "accounts.main.brands.brand_main.webhooks.0.url",
      { main: { brands: { brand_main: { webhooks: [{ url: "https://127.0.0.1/", events: ["email.sent"] }] } } } },
    ],
    [
      "accounts.main.brands.brand_main.webhooks.0.secret",
      {
        main: {
          brands: {
            brand_main: { webhooks: [{ url: "https://a.test/", events: ["email.sent"], secret: "whsec_abcde" }] },
          },
        },
      },
    ],
    ["accounts.shop.brands.brand_main", { shop: { brands: { brand_main: {} } } }],
    [
      "accounts.main.brands.brand_second.default",
      { main: { brands: { brand_main: { default: true }, brand_second: { default: true } } } },
    ],
    ["accounts.main.members.0.email", { main: { members: [{ email: "owner@acme.test" }] } }],
    [
      "accounts.main.invites.1.token",
      {
        main: {
          invites: [
            { email: "a@b.test", token: "x" },
            { email: "c@b.test", token: "x" },
          ],
        },
      },
    ],
    ["accounts.main.invites.0.email", { main: { invites: [{ email: "Admin@acme.test" }] } }],
    ["accounts.main.invites.0.email", { main: { invites: [{ email: "a@b.test" }], members: [{ email: "a@b.test" }] } }],
    [
      "accounts.main.brands.brand_main.segments.0.filters.nonsense",
      { main: { brands: { brand_main: { segments: [{ name: "x", filters: { nonsense: 1 } }] } } } },
    ],
    [
      "accounts.main.brands.brand_second.segments.0.filters.list_ids.0",
      { main: { brands: { brand_second: { segments: [{ name: "x", filters: { list_ids: [1] } }] } } } },
    ],
    ["accounts.main.invites.1.email", { main: { invites: [{ email: "a@b.test" }, { email: "A@b.test" }] } }],
    [
      "accounts.main.suppressions.1.email",
      { main: { suppressions: [{ email: "a@b.test" }, { email: "A@b.test", reason: "manual" }] } },
    ],
    ["accounts.main.usage.email.lifetime", { main: { usage: { email: { month: 10, lifetime: 5 } } } }],
    ["accounts.manager.clients.manager", { manager: { clients: { manager: {} } } }],
    [
      "accounts.main.brands.brand_main.webhooks",
      {
        main: {
          brands: {
            brand_main: { webhooks: Array(11).fill({ url: "https://hooks.example.com/", events: ["email.sent"] }) },
          },
        },
      },
    ],
    ["accounts.__proto__", JSON.parse('{"__proto__":{}}')],
    [
      "accounts.main.brands.brand_main.contacts.0.data.__proto__",
      {
        main: {
          brands: {
            brand_main: { contacts: [{ email: "a@b.test", data: JSON.parse('{"__proto__":{"x":1},"k":1}') }] },
          },
        },
      },
    ],
    ["accounts.main.capacity_used.0.ago", { main: { capacity_used: [{ recipients: 1, ago: "long" }] } }],
    ["accounts.main.affiliate.code", { main: { affiliate: { code: "acme" } } }],
    ["accounts.client.affiliate", { client: { affiliate: { status: "active" } } }],
    ["accounts.main.api_keys.0", { main: { api_keys: ["maskey_live_x_w1"] } }],
    ["accounts.shop.api_keys.0", { shop: { api_keys: ["maskey_live_mock"] } }],
    ["accounts.shop.provisioning_credentials.0", { shop: { provisioning_credentials: ["maspc_live_x"] } }],
    ["accounts.manager.clients.nobody", { manager: { clients: { nobody: {} } } }],
    ["accounts.shop.clients.main", { shop: { clients: { main: {} } } }],
    [
      "accounts.manager.clients.client.status",
      { manager: { clients: { client: { status: "preparing", grant: "active" } } } },
    ],
    ["accounts.Shop", { Shop: {} }],
  ])("refuses an invalid document as a whole, by its path: %s", async (path, accounts) => {
    const { call, control } = mock({ onWarning: () => {} })
    const before = control.state.snapshot()
    const { status, body } = await call("PUT", "/_mock/fixtures", { key: null, body: { accounts } })
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, [path]])
    expect(control.state.snapshot()).toEqual(before)
    expect(() => createMockService({ onWarning: () => {}, fixtures: { accounts } as Fixtures })).toThrow(FixturesError)
  })
})

describe("people in fixtures", () => {
  it("need valid time zones, and one user per address", () => {
    const problemPaths = (users: Fixtures["users"]) => {
      try {
        createMockService({ fixtures: { users } })
      } catch (error) {
        return error instanceof FixturesError ? error.problems.map(({ path }) => path) : error
      }
      return undefined
    }
    expect(problemPaths({ "a@b.test": { time_zone: "Mars/Base" } })).toEqual(["users.a@b.test.time_zone"])
    expect(problemPaths({ "Owner@acme.test": {} })).toEqual(["users.Owner@acme.test"])
    expect(problemPaths({ nobody: {} })).toEqual(["users.nobody"])
    expect(problemPaths({ "owner@acme.test": null })).toEqual(["users.owner@acme.test"])
    expect(problemPaths({ "owner@acme.test": null, "Owner@acme.test": {} })).toBe(undefined)
    expect(problemPaths({ "nobody@acme.test": null })).toBe(undefined)
    expect(problemPaths({ "a@b.test": { time_zone: "Europe/Paris" } })).toBe(undefined)
  })
})

describe("GET /_mock/fixtures", () => {
  it("is a document that recreates this world, and that is exported again unchanged", async () => {
    const { call, control } = begin({ accounts: { shop: { members: [{ email: "ann@shop.test" }] } } })
    const user = { email: "zoe@example.test", password: "zoe-password", first_name: "Zoe" }
    await call("POST", "/v1/signup", { key: null, body: { user } })
    await call("POST", "/v1/my/contacts", { body: { email: "new@example.test", opt_in: true } })
    await call("POST", "/v1/my/lists/1/contacts/bulk", { body: { action: "remove", emails: ["ada@example.test"] } })
    await call("POST", "/v1/my/webhooks", { body: { url: "https://hooks.example.com/", events: ["email.sent"] } })
    await call("PATCH", "/v1/my/webhooks/1", { body: { enabled: false } })
    await call("PATCH", "/v1/my/templates/1", { body: { subject: "Hi {% if data.x %}{{ data.y }}{% endif %}" } })
    await call("POST", "/v1/my/account/invites", { body: { email: "late@example.test", role: "admin" } })
    await call("GET", "/v1/my/affiliate", { as: "owner" })
    for (const to of ["bounced@simulator.test", "complained@simulator.test", "soft-bounced@simulator.test"]) {
      await call("POST", "/v1/my/messages", { body: { channel: "email", to, subject: "Hi", body: "Hi" } })
    }
    control.transitions.managedAccounts.sendInvitation(1)
    control.transitions.managedAccounts.claim(1)
    await control.advance("3h")

    const document = control.state.fixtures()
    expect(document.accounts?.main).toMatchObject({ capacity_used: [{ recipients: 3, ago: 10_800_000 }] })
    expect(document.accounts?.["account-5"]).toMatchObject({ owner: user.email, name: "Zoe" })
    const again = begin(JSON.parse(JSON.stringify(document)))
    expect(again.control.state.fixtures()).toEqual(document)
    for (const path of [
      "contacts",
      "lists",
      "segments",
      "templates",
      "suppressions",
      "account/memberships",
      "webhooks",
    ]) {
      const [there, here] = [await again.get(`/v1/my/${path}`), (await call("GET", `/v1/my/${path}`)).body]
      expect(there.map(untimed)).toEqual(here.map(untimed))
    }
  })
})

describe("what a world's export leaves out", () => {
  it("returns its reserved amount to the funding", async () => {
    const { call, control } = begin({ accounts: { main: { funding_available_cents: 1_000 } } })
    const headers = { "Idempotency-Key": "v" }
    await call("POST", "/v1/my/validation_operations", { headers, body: { contact_ids: [1, 2, 3] } })
    const funding = (await call("GET", "/v1/my/billing/funding")).body
    expect([funding.available_cents, funding.reserved_cents]).toEqual([998, 2])
    expect(control.state.fixtures().accounts?.main?.funding_available_cents).toBe(1_000)
  })

  it("is an invitation of a person who has joined by another address", async () => {
    const { call, control } = begin({})
    const invite = { email: "mia@else.test", role: "member" }
    await call("POST", "/v1/my/account/invites", { body: invite })
    await call("PATCH", "/v1/my/user", { as: "member", body: { email: invite.email } })
    const document = control.state.fixtures()
    expect(document.accounts?.main?.members).toContainEqual(invite)
    expect(begin(JSON.parse(JSON.stringify(document))).control.state.fixtures()).toEqual(document)
  })

  it("does not change which lists a segment refers to", async () => {
    const lists = (...names: string[]) => names.map((name) => ({ name }))
    const { call, control, world } = begin({
      accounts: {
        main: {
          brands: {
            brand_second: { lists: lists("Two"), segments: [{ name: "On it", filters: { list_ids: [2] } }] },
          },
        },
      },
    })
    await call("POST", "/v1/my/lists", { body: { name: "Sooner" } })
    expect(world.tables.lists.get(2)?.name).toBe("Two")
    const again = begin(JSON.parse(JSON.stringify(control.state.fixtures())))
    const [, segment] = again.world.tables.segments.all()
    expect([segment?.filters, again.world.tables.lists.get(3)?.name]).toEqual([{ list_ids: [3] }, "Two"])
  })
})

/** A record without its timestamps, and without the traces of past events. */
const untimed = ({
  created_at,
  updated_at,
  event_occurred_at,
  expires_at,
  last_delivery,
  channels,
  ...rest
}: Record<string, unknown>) => rest
