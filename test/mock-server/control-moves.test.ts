import { describe, expect, it } from "vitest"
import { controlTable } from "../../mock-server/control/controls.ts"
import { Campaign } from "../../sdk/contract/campaigns.ts"
import { Flow } from "../../sdk/contract/flows.ts"
import { readProjectFile } from "../support/files.ts"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const control = { key: null }

/** The statuses in a record's schema. */
const namedStatuses = ({ shape }: typeof Campaign | typeof Flow) =>
  Object.values(shape.status.meta()?.examples ?? {})
    .map(String)
    .sort()

describe("POST /_mock/messages/{id}/events", () => {
  it.each([
    [{ type: "delivered" }, {}],
    [{ type: "email.opened" }, {}],
    [{ type: "bounced" }, { bounce: { type: "hard", subtype: expect.any(String) } }],
    [{ type: "bounced", bounce: { type: "soft", subtype: "mailbox_full" } }, { bounce: { type: "soft" } }],
    [{ type: "complained" }, { complaint: { feedback_type: expect.any(String) } }],
    [{ type: "clicked", url: "https://x.test/b" }, { url: "https://x.test/b" }],
    [{ type: "clicked" }, { url: "https://x.test/a" }],
    [{ type: "failed", failure: { code: "blocked" } }, { failure: { code: "blocked" } }],
  ])("%j reaches the webhook", async (body, data) => {
    const { call, addWebhook, send, sent, control: world } = mockWithEndpoint()
    world.outcomes.add({ to: "*", outcome: "unknown" })
    const html = '<a href="https://x.test/a">a</a><a href="https://x.test/b">b</a>'
    const { body: message } = await send("ana@example.test", { html })
    await addWebhook()
    const { status, body: detail } = await call("POST", `/_mock/messages/${message.id}/events`, { ...control, body })
    expect([status, detail.id]).toEqual([200, message.id])
    await world.advance(0)
    expect(sent.map(({ event }) => event.type)).toEqual([`email.${body.type.replace("email.", "")}`])
    expect(sent[0]?.event.data).toMatchObject({ message_id: message.id, ...data })
  })

  it("is 404 for an unknown message and 422 for an unknown event", async () => {
    const { call, send } = mockWithEndpoint()
    await send("ana@example.test")
    expect((await call("POST", "/_mock/messages/9/events", { ...control, body: { type: "opened" } })).status).toBe(404)
    expect((await call("POST", "/_mock/messages/x/events", { ...control, body: { type: "opened" } })).status).toBe(422)
    const wrong = [
      {},
      { type: "vanished" },
      { type: "bounced", bounce: { type: "medium" } },
      // What another event has.
      { type: "bounced", failure: { code: "x" } },
      { type: "opened", bounce: { type: "hard" } },
      { type: "email.delivered", url: "https://acme.test/" },
      { type: "delivered", bot: true },
      { type: "clicked", url: "javascript:alert(1)" },
      { type: "clicked", url: "" },
    ]
    for (const body of wrong) {
      expect((await call("POST", "/_mock/messages/1/events", { ...control, body })).status).toBe(422)
    }
  })
})

describe("GET /_mock/messages/{id}", () => {
  it("returns html, text, headers, tags and events", async () => {
    const { call, send } = mockWithEndpoint()
    const more = { html: "<p>Hi {{ data.name }}</p>", tags: { order: "7" }, headers: { "X-Order": "7" } }
    const { body: message } = await send("opened@simulator.test", { ...more, data: { name: "Ana" } })
    const { status, body } = await call("GET", `/_mock/messages/${message.id}`, control)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: message.id,
      html: "<p>Hi Ana</p>",
      tags: { order: "7" },
      headers: { "X-Order": "7" },
    })
    expect(body.timeline.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(["email.sent", "email.delivered", "email.opened"]),
    )
    expect((await call("GET", "/_mock/messages/99", control)).status).toBe(404)
  })
})

describe("POST /_mock/inbound", () => {
  const mail = { from: "ana@example.test", to: "inbox@acme.test", subject: "Re: Hello", text: "Thanks" }

  it("is 201, and emits email.received with its files", async () => {
    const { call, addWebhook, sent, control: world } = mockWithEndpoint()
    await addWebhook(["email.received"])
    const file = { filename: "a.txt", content_type: "text/plain", content_base64: "aGk=", scanned: true }
    const { status, body } = await call("POST", "/_mock/inbound", {
      ...control,
      body: { ...mail, attachments: [file] },
    })
    expect(status).toBe(201)
    await world.advance(0)
    expect(sent[0]?.event.data).toMatchObject({
      from: mail.from,
      text: "Thanks",
      conversation_id: body.conversation_id,
    })
    const [{ id }] = body.attachments
    const path = `/v1/my/conversations/${body.conversation_id}/messages/${body.conversation_message_id}/attachments/${id}`
    expect((await call("GET", path)).body).toBe("hi")
  })

  it.each([
    [{ to: "nobody@acme.test" }, "to"],
    [{ from: undefined }, "from"],
    [{ subject: undefined }, "subject"],
    [{ in_reply_to: 99 }, "in_reply_to"],
    [{ attachments: [{ filename: "a", content_type: "a/b", content_base64: "!" }] }, "attachments.0.content_base64"],
    [{ colour: "red" }, "colour"],
  ])("refuses %j", async (wrong, field) => {
    const { status, body } = await mock().call("POST", "/_mock/inbound", { ...control, body: { ...mail, ...wrong } })
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, [field]])
  })
})

describe("moves without an endpoint", () => {
  it("make a management grant ready for its owner to confirm, and end it", async () => {
    const { call, control: world } = mock()
    const confirm = () =>
      call("POST", "/v1/my/account/management_grant/confirm", { as: "client_owner", body: { management_grant_id: 1 } })
    for (const move of ["consent", "activate_payment"]) {
      expect((await confirm()).status).toBe(409)
      expect((await call("POST", `/_mock/grants/1/${move}`, control)).status).toBe(200)
    }
    expect((await confirm()).body.status).toBe("active")
    expect((await call("GET", "/v1/my/lists", { key: "masmc_live_mock" })).status).toBe(200)
    expect(world.transitions.grants.release(1).status).toBe("released")
    expect((await call("GET", "/v1/my/lists", { key: "masmc_live_mock" })).status).toBe(401)
    expect((await call("POST", "/_mock/grants/1/release", control)).status).toBe(409)
    expect((await call("POST", "/_mock/grants/9/consent", control)).status).toBe(404)
    expect((await call("POST", "/_mock/grants/1/bless", control)).status).toBe(422)
  })

  it("move a managed account through its lifecycle", async () => {
    const { call, control: world } = mock()
    const body = { managed_account: { owner_email: "new@client.test", account_name: "New" } }
    const headers = { "Idempotency-Key": "k1" }
    const { body: record } = await call("POST", "/v1/my/managed_accounts", { key: "maspc_live_mock", body, headers })
    const statuses = [record.status]
    for (const move of ["send_invitation", "claim"]) {
      const { body: moved } = await call("POST", `/_mock/managed_accounts/${record.id}/${move}`, control)
      statuses.push(moved.status)
    }
    const { pay, paymentFailed, release } = world.transitions.managedAccounts
    for (const move of [pay, paymentFailed, pay, release]) statuses.push(move(record.id).status)
    expect(statuses).toEqual([
      "preparing",
      "awaiting_owner",
      "payment_required",
      "active",
      "payment_issue",
      "active",
      "ended",
    ])
    expect(world.serviceMail({ to: "NEW@client.test" }).length).toBeGreaterThan(0)
  })

  it("pay, fail and expire purchases and checkouts", async () => {
    const { call, control: world } = mock()
    const buy = async (key: string) =>
      (
        await call("POST", "/v1/my/billing/funding/purchases", {
          body: { amount_cents: 5_000, currency: "usd" },
          headers: { "Idempotency-Key": key },
        })
      ).body.purchase.id
    expect(world.transitions.purchases.begin(await buy("a")).purchase.status).toBe("pending")
    expect((await call("POST", "/_mock/purchases/1/pay", control)).body.purchase.status).toBe("credited")
    expect((await call("POST", "/_mock/purchases/1/pay", control)).status).toBe(409)
    expect(world.transitions.purchases.fail(await buy("b")).purchase.status).toBe("failed")
    expect(world.transitions.purchases.expire(await buy("c")).purchase.status).toBe("expired")

    const check = async (key: string) =>
      (
        await call("POST", "/v1/my/subscription/checkout", {
          body: { plan_id: 2 },
          headers: { "Idempotency-Key": key },
        })
      ).body.purchase_id
    expect(world.transitions.checkouts.fail(await check("a")).status).toBe("failed")
    expect(world.transitions.checkouts.expire(await check("b")).status).toBe("expired")
    const id = await check("c")
    const { body } = await call("POST", `/_mock/checkouts/${id}/pay`, control)
    expect(body).toMatchObject({ status: "active", activated: true })
    expect((await call("POST", "/_mock/checkouts/99/pay", control)).status).toBe(404)
  })
})

describe("every status that the contract names", () => {
  it("of a campaign can be reached", async () => {
    const { call, control: world } = mock({ messageLatency: 1_000 })
    const statuses = new Set<string>()
    const campaign = async (deliver_at?: string) => {
      const body = { name: "Spring", template_id: 1, audience: { type: "all_contacts" } }
      const { id, status } = (await call("POST", "/v1/my/campaigns", { body })).body
      statuses.add(status)
      const when = deliver_at === undefined ? {} : { body: { deliver_at } }
      statuses.add((await call("POST", `/v1/my/campaigns/${id}/send`, when)).body.status)
      return id
    }
    const first = await campaign()
    for (const move of ["pause", "resume", "pause", "cancel", "archive"]) {
      const { status, body } = await call("POST", `/_mock/campaigns/${first}/${move}`, control)
      expect(status).toBe(200)
      statuses.add(body.status)
    }
    await campaign()
    await campaign("2026-04-01T00:00:00Z")
    await world.advance("1m")
    for (const { status } of (await call("GET", "/v1/my/campaigns")).body) statuses.add(status)
    expect([...statuses].sort()).toEqual(namedStatuses(Campaign))
    expect((await call("POST", `/_mock/campaigns/${first}/cancel`, control)).status).toBe(409)
    expect((await call("POST", "/_mock/campaigns/99/cancel", control)).status).toBe(404)
    expect((await call("POST", `/_mock/campaigns/${first}/complete`, control)).status).toBe(422)
  })

  it("of a flow can be reached, over HTTP and from code", async () => {
    const { call, control: world } = mock()
    const { id, status } = (await call("POST", "/v1/my/flows", { body: { name: "Welcome" } })).body
    const statuses = new Set<string>([status])
    for (const move of ["start", "pause"]) {
      statuses.add((await call("POST", `/_mock/flows/${id}/${move}`, control)).body.status)
    }
    expect(world.transitions.flows.resume(id).status).toBe("live")
    expect(world.transitions.flows.pause(id).status).toBe("paused")
    statuses.add(world.transitions.flows.cancel(id).status).add(world.transitions.flows.archive(id).status)
    expect([...statuses].sort()).toEqual(namedStatuses(Flow))
    expect((await call("GET", "/v1/my/flows")).body[0].status).toBe("archived")
    expect((await call("POST", `/_mock/flows/${id}/start`, control)).status).toBe(409)
    expect(() => world.transitions.flows.start(99)).toThrow("not found")
  })
})

describe("POST /_mock/credentials", () => {
  it("says when the token of a storefront expires, though its installation does not", async () => {
    const { call, control: world } = mock()
    const { token, expires_at } = world.credentials.mint({ kind: "storefront_token" })
    await world.advance({ to: new Date(Date.parse(expires_at ?? "") - 1) })
    expect((await call("GET", "/v1/my/account", { key: token })).status).toBe(200)
    await world.advance(1)
    expect((await call("GET", "/v1/my/account", { key: token })).status).toBe(401)
  })

  it.each([
    ["api_key", "/v1/my/lists"],
    ["jwt", "/v1/my/user"],
    ["storefront_token", "/v1/my/lists"],
    ["provisioning", "/v1/my/managed_accounts"],
  ])("mints a %s that is accepted until it is revoked", async (kind, path) => {
    const { call } = mock()
    const { status, body } = await call("POST", "/_mock/credentials", { ...control, body: { kind } })
    expect([status, body.kind, body.cookie]).toEqual([201, kind, null])
    expect((await call("GET", path, { key: body.token })).status).toBe(200)
    const revoke = () => call("DELETE", `/_mock/credentials/${body.token}`, control)
    expect((await revoke()).status).toBe(204)
    expect((await call("GET", path, { key: body.token })).status).toBe(401)
    expect((await revoke()).status).toBe(204)
  })

  it("mints for the given account, person and brand", async () => {
    const { call, control: world } = mock()
    const { token } = world.credentials.mint({ kind: "jwt", user_id: 2 })
    expect((await call("GET", "/v1/my/user", { key: token })).body.id).toBe(2)
    const second = world.credentials.mint({ kind: "public_key", brand_sid: "brand_second" })
    expect(second.brand_id).toBe(2)
    const client = world.credentials.mint({ kind: "api_key", account_id: 3 })
    expect((await call("GET", "/v1/my/account", { key: client.token })).body.id).toBe(3)
    const session = world.credentials.mint({ kind: "session_cookie", user_id: 3 })
    const cookie = { Cookie: session.cookie ?? "" }
    expect((await call("GET", "/v1/oauth/me", { key: null, headers: cookie })).status).toBe(200)
  })

  it("shows an endpoint's secret, and removes one rule of outcomes", async () => {
    const { control: world, addWebhook } = mockWithEndpoint()
    await addWebhook()
    expect(world.webhooks.get(1)).toMatchObject({ id: 1, secret: expect.stringMatching(/^whsec_[\w+/=]{20,}$/) })
    const rules = ["a@x.test", "b@x.test"].map((to) => world.outcomes.add({ to, outcome: "bounced" }))
    world.outcomes.remove(rules[0]?.id ?? 0)
    expect(world.outcomes.list().map(({ to }) => to)).toEqual(["b@x.test"])
    expect(() => world.outcomes.remove(99)).toThrow("not found")
  })

  it("mints a person's credential for no account that the person is no member of", () => {
    const { control: world } = mock()
    for (const kind of ["jwt", "session_cookie"] as const) {
      expect(() => world.credentials.mint({ kind, account_id: 2, user_id: 1 })).toThrow(
        "user_id is no member of the account",
      )
      expect(world.credentials.mint({ kind, account_id: 1, user_id: 3 })).toMatchObject({ account_id: 1, user_id: 3 })
    }
  })

  it("mints for the brand of a management grant, and for no other of its account", () => {
    const { control: world } = mock({ fixtures: { accounts: { client: { brands: { other: {} } } } } })
    const mint = (brand_sid: string) => world.credentials.mint({ kind: "management", brand_sid })
    expect(mint("brand_client")).toMatchObject({ kind: "management", account_id: 3 })
    expect(() => mint("other")).toThrow("brand_sid is not the brand of the management grant")
  })

  it.each([
    { kind: "password" },
    {},
    { kind: "jwt", user_id: 99 },
    { kind: "api_key", account_id: 99 },
    { kind: "public_key", brand_sid: "brand_client" },
    { kind: "api_key", brand_sid: "brand_second" },
    { kind: "api_key", user_id: 1 },
    { kind: "management", brand_sid: "brand_main" },
    { kind: "jwt", brand_sid: "brand_main" },
    { kind: "public_key", impersonated_user_id: 2 },
  ])("refuses %j", async (body) => {
    expect((await mock().call("POST", "/_mock/credentials", { ...control, body })).status).toBe(422)
  })

  it("is 404 for an unknown credential to revoke", async () => {
    expect((await mock().call("DELETE", "/_mock/credentials/maskey_live_none", control)).status).toBe(404)
  })
})

describe("POST /_mock/contacts", () => {
  it("fills the main brand, or the one named", async () => {
    const { call } = mock()
    const { status, body } = await call("POST", "/_mock/contacts", { ...control, body: { count: 40, prefix: "bulk" } })
    expect([status, body]).toEqual([201, { added: 40, total: 43 }])
    const page = await call("GET", "/v1/my/contacts?limit=1&page=43")
    expect(page.body[0].email).toMatch(/^bulk-\d+@load\.test$/)
    await call("POST", "/_mock/contacts", { ...control, body: { count: 2, brand_sid: "brand_second" } })
    const second = await call("GET", "/v1/my/contacts", { headers: { "X-Brand-SID": "brand_second" } })
    expect(second.headers.get("x-total-count")).toBe("2")
  })

  it.each([
    {},
    { count: -1 },
    { count: 1.5 },
    { count: "all" },
    { count: 1, prefix: "" },
    { count: 1, brand_sid: "x" },
  ])("refuses %j", async (body) => {
    expect((await mock().call("POST", "/_mock/contacts", { ...control, body })).status).toBe(422)
  })
})

describe("GET /_mock/deliveries", () => {
  it("lists every attempt with request headers, request body and response", async () => {
    const queuedResponses: (number | string)[] = ["refused", 500, 204]
    const { call, addWebhook, send, sent, control: world } = mockWithEndpoint(() => queuedResponses.shift() ?? 204)
    await addWebhook(["email.delivered"])
    await send("ana@example.test")
    await world.advance("10m")
    const { body } = await call("GET", "/_mock/deliveries", control)
    expect(
      body.map(({ attempt, response_status, error }: Record<string, unknown>) => [attempt, response_status, error]),
    ).toEqual([
      [1, null, "refused"],
      [2, 500, null],
      [3, 204, null],
    ])
    expect(body.map(({ request }: { request: unknown }) => request)).toEqual(
      sent.map(({ headers, body }) => ({ headers, body })),
    )
    expect(body[1].sent_at).toBe("2026-03-01T12:01:00.000Z")
    expect((await call("GET", "/_mock/deliveries?after=2", control)).body).toHaveLength(1)
    expect((await call("GET", "/_mock/deliveries?webhook_id=9", control)).body).toEqual([])
  })
})

describe("GET /_mock/outbox", () => {
  it("contains invitations with their token", async () => {
    const { call } = mock()
    const body = { email: "new@example.test", role: "member" }
    const { body: invite } = await call("POST", "/v1/my/account/invites", { body })
    const { body: mails } = await call("GET", "/_mock/outbox?to=new@example.test", control)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: "new@example.test", kind: expect.any(String), data: { token: invite.token } })
  })
})

describe("the methods of a world", () => {
  it("cover every call of the control API but the dashboard's and the health check", () => {
    const source = readProjectFile("mock-server/testing/mock-world.ts")
    const calls = Object.entries(controlTable).flatMap(([group, verbs]) =>
      Object.keys(verbs).map((verb) => `controls.${group}.${verb}`),
    )
    expect(calls.length).toBeGreaterThan(25)
    const forDashboard = [
      "history.list",
      "rows.list",
      "errors.list",
      "explanations.get",
      "tables.list",
      "tables.rows",
      "audiences.get",
    ]
    expect(calls.filter((call) => !source.includes(`this.#call(${call},`))).toEqual(
      ["world.health", "world.notice", ...forDashboard].map((name) => `controls.${name}`),
    )
  })

  it("throw the error that the call over HTTP would return", () => {
    const { control: world } = mock()
    expect(() => world.contacts.fill({ count: -1 })).toThrow(expect.objectContaining({ status: 422 }))
    expect(() => world.messages.get(99)).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => world.transitions.checkouts.pay(99)).toThrow("not found")
  })
})
