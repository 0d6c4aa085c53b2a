import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { prepare } from "../../support/prepare.ts"
import { endpointNamed, type Mock, sample } from "../../support/samples.ts"
import { callerOf, control, type Scene } from "./observe.ts"
import { type FieldPath, nameOf, type RequestParts } from "./paths.ts"

/** Two requests that differ in one field alone, where none are found by the contract's own values. */
export interface FieldCase extends Scene {
  readonly requests: readonly [RequestParts, RequestParts]
  /** The field only decides whether a request is accepted, as the first is and the second is not: who refuses it. */
  readonly judged?: "contract" | "service"
}

/** Two bodies, each with one value of a field. */
const bodies = (one: unknown, other: unknown, scene: Scene = {}): FieldCase => ({
  requests: [{ body: one }, { body: other }],
  ...scene,
})
const accepts = (judged: "contract" | "service", accepted: unknown, rejectedValue: unknown): FieldCase => ({
  ...bodies(accepted, rejectedValue),
  judged,
})
const queries = (one: RequestParts["query"], other: RequestParts["query"], scene: Scene = {}): FieldCase => ({
  requests: [{ query: one ?? {} }, { query: other ?? {} }],
  ...scene,
})

/** The cases of fields that many endpoints have: pages and idempotency keys. */
export function commonCase(endpoint: NamedEndpoint, path: FieldPath): FieldCase | undefined {
  const name = nameOf(path)
  if (name === "query.page") return queries({ page: 1, per_page: 1 }, { page: 2, per_page: 1 }, { before: filled })
  if (name === "query.per_page") return queries({ per_page: 1 }, { per_page: 2 }, { before: filled })
  if (name !== "idempotencyKey") return undefined
  const request = endpoint.spec.example
  return {
    requests: [
      { ...request, idempotencyKey: "first-key" },
      { ...request, idempotencyKey: "second-key" },
    ],
    before: withoutRecords,
    // A repetition is the same request, or a new one.
    async after({ call }) {
      const again = sample(endpoint, { ...callerOf(endpoint), idempotencyKey: "first-key" })
      const { status, body } = await call(...again)
      return [status, body]
    },
  }
}

/** The usual records and those that further calls make. */
const prepared =
  (...calls: readonly [endpoint: string, body: unknown][]) =>
  async (service: Mock): Promise<void> => {
    await prepare(service)
    for (const [name, body] of calls)
      await service.call(
        ...sample(endpointNamed(name), { ...callerOf(endpointNamed(name)), body, idempotencyKey: null }),
      )
    await service.advance(10_000)
  }
const withoutRecords = async () => {}
const secondList = prepared(["lists.create", { name: "Second" }], ["contacts.create", { email: "new@example.test" }])

const client = { owner_email: "owner@newclient.test", account_name: "New Client" }
const provision = (names: object) => ({ managed_account: { ...client, ...names } })
const mail = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" }

/** At least two records in every list. */
async function filled(service: Mock): Promise<void> {
  await prepared(
    ["messages.send", mail],
    ["messages.send", { ...mail, to: "bounced@simulator.test" }],
    ["messages.send", { ...mail, to: "complained@simulator.test" }],
    ["events.track", { contact_id: 1, event: "opened" }],
    ["events.track", { contact_id: 2, event: "closed" }],
    ["webhooks.create", { url: "https://hooks.example.com/other", events: ["email.opened"] }],
    ["webhooks.test", { type: "email.bounced" }],
    ["webhooks.test", { type: "email.delivered" }],
    ["invites.create", { email: "third@acme.test", role: "member" }],
    ["campaigns.create", { name: "Second" }],
    ["lists.create", { name: "Second" }],
    ["templates.create", { name: "Second" }],
    ["flows.create", { name: "First" }],
    ["flows.create", { name: "Second" }],
  )(service)
  const key = { "Idempotency-Key": "before" }
  await service.call("POST", "/v1/my/managed_accounts", {
    as: "manager_owner",
    headers: key,
    body: provision({ owner_email: "a@newclient.test" }),
  })
  await service.call("POST", "/v1/my/account/invites/mock-owner-invite-token/accept", { as: "owner" })
  service.world.tables.segments.add(service.world, { brand_id: 1, name: "Second", origin: "user", filters: {} })
}

const person = { first_name: "Zoe", last_name: "Zett", email: "zoe@example.test", password: "zoe-password" }
const signIn = (password: string) => ({
  after: async ({ call }: Mock) =>
    (await call("POST", "/v1/login", { key: null, body: { user: { email: person.email, password } } })).status,
})

const secondSender: Scene = {
  async before(service) {
    await prepare(service)
    service.control.senders.set({ email: "second@acme.test" })
  },
}

/** The page that a launched sign-in opens, and where it leads once a person has signed in. */
const launchPage = (email: string): Scene => ({
  async after(service, { body }) {
    const page = await service.service.fetch(new Request(body.launch_url))
    const html = await page.text()
    const action = /action="([^"]*)"/.exec(html)?.[1]
    if (action === undefined) return [page.status]
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ""
    const signedIn = await service.service.fetch(
      new Request(action, {
        method: "POST",
        headers: { Cookie: page.headers.get("set-cookie")?.split(";")[0] ?? "", "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams({
          launch: field("launch"),
          authenticity_token: field("authenticity_token"),
          email,
        }),
      }),
    )
    return [/(\/auth\/\w+)$/.exec(action)?.[1], signedIn.status, signedIn.headers.get("location")]
  },
})

/** The profile of a client's owner, who has claimed the account. */
const claimed: Scene = {
  async after(service, { body }) {
    for (const move of ["send_invitation", "claim"])
      await control(service, `/managed_accounts/${body.id}/${move}`, "POST")
    const user = { email: "owner@newclient.test", password: "mock-password" }
    const { headers } = await service.call("POST", "/v1/login", { key: null, body: { user } })
    const jwt = headers.get("authorization")?.replace("Bearer ", "") ?? ""
    return (await service.call("GET", "/v1/my/user", { key: jwt })).body
  },
}

const audience = {
  "body.list_id": bodies({ list_id: 1 }, { list_id: 2 }, { before: secondList }),
  "body.segment_id": accepts("service", { segment_id: 1 }, { segment_id: 99 }),
  "body.contact_ids": bodies({ contact_ids: [1] }, { contact_ids: [1, 2] }),
  "body.contact_channel_ids": bodies({ contact_channel_ids: [11] }, { contact_channel_ids: [11, 21] }),
}
const to = (type: string, ids: object = {}) => ({ name: "Spring", audience: { type, ...ids } })
const campaignAudience = {
  "body.audience.list_ids": bodies(to("lists", { list_ids: [1] }), to("lists", { list_ids: [1, 2] }), {
    before: secondList,
  }),
  "body.audience.type": accepts("contract", to("segment", { segment_id: 1 }), to("lists", { segment_id: 1 })),
  "body.audience.segment_id": accepts("service", to("segment", { segment_id: 1 }), to("segment", { segment_id: 99 })),
}
const ofName = "no resource shows an affiliate's name"

/** The cases of fields by endpoint and field. */
export const cases: Readonly<Record<string, Readonly<Record<string, FieldCase>>>> = {
  "auth.signup": {
    "body.user.invite_token": bodies(
      { user: { ...person, email: "invited@acme.test" } },
      { user: { ...person, email: "invited@acme.test", invite_token: "mock-invite-token" } },
    ),
    "body.user.password": bodies(
      { user: person },
      { user: { ...person, password: "other-password" } },
      signIn("other-password"),
    ),
    "body.user.password_confirmation": accepts(
      "contract",
      { user: { ...person, password_confirmation: "zoe-password" } },
      { user: { ...person, password_confirmation: "other-password" } },
    ),
  },
  "auth.login": {
    "body.user.password": accepts(
      "service",
      { user: { email: "owner@acme.test", password: "mock-password" } },
      { user: { email: "owner@acme.test", password: "other-password" } },
    ),
  },
  "oauth.subscribe": {
    "body.account_id": accepts(
      "service",
      { plan_id: 2, account_id: 1, payment_token: "tok_test" },
      { plan_id: 2, account_id: 3, payment_token: "tok_test" },
    ),
    "body.payment_token": accepts(
      "service",
      { plan_id: 2, payment_token: "tok_test" },
      { plan_id: 2, payment_token: "tok_declined" },
    ),
  },
  "oauth.launch": {
    "body.provider": bodies({ provider: "github" }, { provider: "google_oauth2" }, launchPage("owner@acme.test")),
    "body.auth_intent": accepts(
      "contract",
      { provider: "github", auth_intent: "app" },
      { provider: "github", auth_intent: "agent" },
    ),
    "body.auth_step": bodies(
      { provider: "github", auth_step: "login" },
      { provider: "github", auth_step: "signup" },
      launchPage("somebody@example.test"),
    ),
    "body.resume_url": bodies(
      { provider: "github" },
      { provider: "github", resume_url: "https://app.acme.test/connect" },
      launchPage("owner@acme.test"),
    ),
  },
  "managementGrant.confirm": {
    "body.management_grant_id": {
      ...accepts("service", { management_grant_id: 1 }, { management_grant_id: 2 }),
      async before(service) {
        for (const move of ["consent", "activate_payment"]) await control(service, `/grants/1/${move}`, "POST")
      },
    },
  },
  "managementGrant.revoke": {
    "body.management_grant_id": accepts("service", { management_grant_id: 1 }, { management_grant_id: 2 }),
  },
  "affiliate.link": {
    "body.first_name": { ...bodies({}, { first_name: "Olga" }, { before: withoutRecords }), hidden: ofName },
    "body.last_name": { ...bodies({}, { last_name: "Other" }, { before: withoutRecords }), hidden: ofName },
  },
  "account.reach": { "query.audience": queries({ audience: 10 }, { audience: 5_000 }) },
  "accounts.list": {
    "query.per_page": {
      requests: [
        { query: { per_page: 1 }, as: "owner" },
        { query: { per_page: 2 }, as: "owner" },
      ],
      before: filled,
    },
  },
  "managedAccounts.list": {
    "query.q": queries({}, { q: "New Client" }, { before: filled }),
    "query.status": queries({}, { status: "active" }, { before: filled }),
    "query.sort": queries({ direction: "asc" }, { direction: "asc", sort: "owner_email" }, { before: filled }),
    "query.direction": queries({ direction: "asc" }, { direction: "desc" }, { before: filled }),
  },
  "webhooks.get": { "query.reveal": queries({}, { reveal: true }) },
  "suppressions.list": {
    "query.email": queries({}, { email: "bounced@simulator.test" }, { before: filled }),
    "query.reason": queries({}, { reason: "hard_bounce" }, { before: filled }),
    "query.source_provider": queries({}, { source_provider: "nobody" }, { before: filled }),
    "query.active": queries({}, { active: false }, { before: filled }),
  },
  "subscription.checkoutStatus": {
    "query.purchase_id": { ...queries({ purchase_id: 1 }, { purchase_id: 2 }), judged: "service" },
  },
  "events.list": {
    "query.event": queries({}, { event: "opened" }, { before: filled }),
    "query.contact_id": queries({}, { contact_id: 1 }, { before: filled }),
    "query.created_after": queries({}, { created_after: "2027-01-01T00:00:00Z" }, { before: filled }),
    "query.created_before": queries({}, { created_before: "2025-01-01T00:00:00Z" }, { before: filled }),
  },
  "contacts.list": {
    "query.search": queries({}, { search: "grace" }),
    "query.list_id": queries({}, { list_id: 2 }, { before: filled }),
  },
  "attachments.download": {
    "query.acknowledge_unscanned": { ...queries({ acknowledge_unscanned: true }, {}), judged: "service" },
  },
  "imports.create": {
    "body.resource": accepts(
      "contract",
      { file: "email\nzoe@example.test\n", resource: "contacts" },
      { file: "email\nzoe@example.test\n", resource: "others" },
    ),
  },
  "managedAccounts.create": {
    "body.managed_account.owner_first_name": bodies(provision({}), provision({ owner_first_name: "Nia" }), claimed),
    "body.managed_account.owner_last_name": bodies(provision({}), provision({ owner_last_name: "New" }), claimed),
  },
  "messages.send": {
    "body.channel": accepts("contract", mail, { ...mail, channel: "sms" }),
    "body.from": bodies(mail, { ...mail, from: "second@acme.test" }, secondSender),
    "body.from_email": bodies(mail, { ...mail, from_email: "second@acme.test" }, secondSender),
    "body.data": bodies(
      { ...mail, template_id: 1, data: { order: "1" } },
      { ...mail, template_id: 1, data: { order: "2" } },
    ),
  },
  "webhooks.create": {
    "body.url": bodies(
      { url: "https://hooks.example.com/mas", events: ["email.delivered"] },
      { url: "https://hooks.example.com/other", events: ["email.delivered"] },
    ),
  },
  "webhooks.update": {
    "body.url": bodies({}, { url: "https://hooks.example.com/other" }),
  },
  "subscription.checkout": {
    "body.plan_id": bodies({ plan_id: 2 }, { plan_id: 3 }, { before: withoutRecords }),
  },
  "fundingPurchases.create": {
    "body.amount_cents": bodies({ amount_cents: 5_000 }, { amount_cents: 6_000 }),
    "body.currency": accepts(
      "service",
      { amount_cents: 5_000, currency: "usd" },
      { amount_cents: 5_000, currency: "eur" },
    ),
  },
  "validations.quote": audience,
  "validations.start": audience,
  "events.track": {
    "body.contact_id": bodies({ contact_id: 1, event: "opened" }, { contact_id: 2, event: "opened" }),
    "body.contact_email": bodies(
      { contact_email: "ada@example.test", event: "opened" },
      { contact_email: "grace@example.test", event: "opened" },
    ),
    "body.idempotency_key": {
      requests: [
        { body: { contact_id: 1, event: "opened" }, idempotencyKey: null },
        { body: { contact_id: 1, event: "opened", idempotency_key: "own-key" }, idempotencyKey: null },
      ],
    },
  },
  "campaigns.create": campaignAudience,
  "campaigns.update": campaignAudience,
  "templates.update": {
    "body.html": bodies({ subject: "New" }, { subject: "New", html: "<p>New</p>" }),
    "body.body": bodies({ subject: "New" }, { subject: "New", body: "New" }),
    "body.if_version": accepts("service", { subject: "New", if_version: 1 }, { subject: "New", if_version: 2 }),
  },
  "publicForms.submit": {
    "body.list_id": bodies(
      { email: "visitor@example.test", list_id: 1 },
      { email: "visitor@example.test", list_id: 2 },
      { before: secondList },
    ),
  },
}
