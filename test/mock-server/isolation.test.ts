import { describe, expect, it } from "vitest"
import { toJsonSchema } from "../../sdk/contract/core/json-schema.ts"
import {
  type AccountIds,
  callAs,
  client,
  fillAccount,
  fillBrand,
  type Ids,
  marker,
  type Side,
  second,
} from "../support/foreign-records.ts"
import { mock } from "../support/mock.ts"
import { type Changes, endpoints, type Mock } from "../support/samples.ts"

const main: Side = { key: "maskey_live_mock", sid: "brand_main", brandId: 1 }

/** A request that names a record of someone else's: the endpoint, the field, what is sent. All are answered 404. */
type Attempt<I> = readonly [endpoint: string, field: string, send: (ids: I) => Changes]

const email = { channel: "email", to: "ada@example.test", from: "hello@acme.test", subject: "Hello" }
const file = { file: "email\nada@example.test\n", resource: "contacts" }
const form = { email: "visitor@example.test" }

/** Attempts on records that belong to a brand. */
const onBrand: readonly Attempt<Ids>[] = [
  ["messages.send", "body.template_id", (ids) => ({ body: { ...email, template_id: ids.template } })],
  ["webhooks.get", "params.id", (ids) => ({ params: { id: ids.webhook }, query: { reveal: true } })],
  ["webhooks.update", "params.id", (ids) => ({ params: { id: ids.webhook } })],
  ["webhooks.delete", "params.id", (ids) => ({ params: { id: ids.webhook } })],
  ["webhooks.test", "params.id", (ids) => ({ params: { id: ids.webhook } })],
  ["webhooks.deliveries", "params.id", (ids) => ({ params: { id: ids.webhook } })],
  ...(["validations.quote", "validations.start"] as const).flatMap((name): Attempt<Ids>[] => [
    [name, "body.list_id", (ids) => ({ body: { list_id: ids.list } })],
    [name, "body.segment_id", (ids) => ({ body: { segment_id: ids.segment } })],
    [name, "body.contact_ids", (ids) => ({ body: { contact_ids: [1, ids.contact] } })],
    [name, "body.contact_channel_ids", (ids) => ({ body: { contact_channel_ids: [1, ids.channel] } })],
  ]),
  ["validations.get", "params.id", (ids) => ({ params: { id: ids.validation } })],
  ["validations.items", "params.id", (ids) => ({ params: { id: ids.validation } })],
  ["imports.create", "body.list_ids", (ids) => ({ body: { ...file, options: { list_ids: [1, ids.list] } } })],
  ["imports.get", "params.id", (ids) => ({ params: { id: ids.import } })],
  ["events.track", "body.contact_id", (ids) => ({ body: { contact_id: ids.contact, event: "placed" } })],
  ["events.list", "query.contact_id", (ids) => ({ query: { contact_id: ids.contact } })],
  ...(["campaigns.create", "campaigns.update"] as const).flatMap((name): Attempt<Ids>[] => [
    [name, "body.template_id", (ids) => ({ body: { name: "Mine", template_id: ids.template } })],
    [
      name,
      "body.list_ids",
      (ids) => ({ body: { name: "Mine", audience: { type: "lists", list_ids: [1, ids.list] } } }),
    ],
    [
      name,
      "body.segment_id",
      (ids) => ({ body: { name: "Mine", audience: { type: "segment", segment_id: ids.segment } } }),
    ],
  ]),
  ["campaigns.get", "params.id", (ids) => ({ params: { id: ids.campaign } })],
  ["campaigns.update", "params.id", (ids) => ({ params: { id: ids.campaign } })],
  ["campaigns.send", "params.id", (ids) => ({ params: { id: ids.campaign } })],
  ["contacts.list", "query.list_id", (ids) => ({ query: { list_id: ids.list } })],
  ["lists.updateContacts", "params.id", (ids) => ({ params: { id: ids.list } })],
  ["templates.get", "params.id", (ids) => ({ params: { id: ids.template } })],
  ["templates.update", "params.id", (ids) => ({ params: { id: ids.template } })],
  ["templates.sendTest", "params.id", (ids) => ({ params: { id: ids.template } })],
  ["attachments.download", "params.conversation_id", (ids) => attachment({ conversation_id: ids.conversation })],
  [
    "attachments.download",
    "params.conversation_message_id",
    (ids) => attachment({ conversation_message_id: ids.mail }),
  ],
  ["attachments.download", "params.id", (ids) => attachment({ id: ids.attachment })],
  [
    "attachments.download",
    "params.id",
    ({ conversation, mail, attachment: id }) =>
      attachment({ conversation_id: conversation, conversation_message_id: mail, id }),
  ],
  ["publicForms.submit", "body.list_id", (ids) => ({ key: "maspk_live_mock", body: { ...form, list_id: ids.list } })],
]

/** Attempts on records that belong to an account. */
const onAccount: readonly Attempt<AccountIds>[] = [
  ["memberships.update", "params.id", (ids) => ({ params: { id: ids.membership } })],
  ["memberships.remove", "params.id", (ids) => ({ params: { id: ids.membership } })],
  ["invites.revoke", "params.id", (ids) => ({ params: { id: ids.invite } })],
  ["subscription.checkoutStatus", "query.purchase_id", (ids) => ({ query: { purchase_id: ids.checkout } })],
  ["fundingPurchases.get", "params.id", (ids) => ({ params: { id: ids.purchase } })],
]

/** Ids that are not of one account or brand: plans are on sale to all, a token is there to be used by the one who was sent it. */
const everyones = ["oauth.subscribe body.plan_id", "subscription.checkout body.plan_id", "invites.accept params.id"]

/** Ids that are tried apart, because a person tries them. */
const personal = [
  "oauth.subscribe body.account_id",
  "managementGrant.confirm body.management_grant_id",
  "managementGrant.revoke body.management_grant_id",
]

/** Ids that no record has. */
const nobodys: Ids & AccountIds = {
  contact: 999_991,
  channel: 999_991,
  list: 999_991,
  segment: 999_991,
  template: 999_991,
  campaign: 999_991,
  import: 999_991,
  webhook: 999_991,
  validation: "vop_999991",
  conversation: 999_991,
  mail: 999_991,
  attachment: 999_991,
  membership: 999_991,
  invite: 999_991,
  purchase: 999_991,
  checkout: 999_991,
}

const withoutIds = (body: object) => JSON.stringify(body).replaceAll(/\b\d+\b/g, "id")

const attachment = (params: Readonly<Record<string, number>>): Changes => ({
  params: { conversation_id: 1, conversation_message_id: 1, id: 1, ...params },
})

async function answersTo<I>(service: Mock, attempts: readonly Attempt<I>[], ids: I, nobodys: I) {
  const answers: Record<string, number> = {}
  for (const [at, [name, field, send]] of attempts.entries()) {
    const { status, body } = await callAs(service, main, name, { idempotencyKey: `attempt-${at}`, ...send(ids) })
    expect(JSON.stringify(body), `${name} ${field}`).not.toContain(marker)
    answers[`${at} ${name} ${field}`] = status
    expect(body, `${name} ${field}`).toMatchObject({ code: 404, error_code: "not_found" })
    // No record has this id: the answer must not tell it from one that somebody else has.
    const unknown = await callAs(service, main, name, { idempotencyKey: `unknown-${at}`, ...send(nobodys) })
    expect(withoutIds(unknown.body), `${name} ${field}`).toEqual(withoutIds(body))
  }
  return answers
}

const promised = <I>(attempts: readonly Attempt<I>[]) =>
  Object.fromEntries(attempts.map(([name, field], at) => [`${at} ${name} ${field}`, 404]))

/** Everything that someone can read without naming a record. */
async function readAll(service: Mock, side: Side): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const { name, spec } of endpoints) {
    const listed = spec.method === "GET" && spec.params === undefined && spec.auth.some((kind) => kind === "api_key")
    // A status is read of one checkout, by its id.
    if (!listed || name === "subscription.checkoutStatus") continue
    answers[name] = (await callAs(service, side, name, { query: {} })).body
  }
  return answers
}

/** The reads that show an account, and so all its brands. */
const ofAccount = ["account.get", "account.team", "accounts.list", "suppressions.list", "delivery.status"]

/** Fields that hold ids, as an endpoint's schemas have them. */
const idFields = endpoints.flatMap(({ name, spec }) =>
  (["params", "query", "body"] as const).flatMap((part) => {
    const schema = spec[part]
    const fields =
      schema === undefined ? [] : JSON.stringify(toJsonSchema(schema, "input")).matchAll(/"((?:\w+_)?ids?)":\{/g)
    return [...fields].map(([, field]) => `${name} ${part}.${field}`)
  }),
)

it("every field of the contract that holds an id is tried", () => {
  const tried = [...onBrand, ...onAccount].map(([name, field]) => `${name} ${field}`)
  expect([...new Set([...tried, ...everyones, ...personal])].sort()).toEqual([...new Set(idFields)].sort())
})

describe("another brand of the same account", () => {
  it("keeps its records to itself, whatever id is named in path, query or body [Authentication]", async () => {
    const service = mock()
    await callAs(service, main, "campaigns.create")
    const ids = await fillBrand(service, second)
    const before = await readAll(service, second)
    expect(await answersTo(service, onBrand, ids, nobodys)).toEqual(promised(onBrand))
    expect(await readAll(service, second)).toEqual(before)
  })

  it("shows nothing of its records in any list [Authentication]", async () => {
    const service = mock()
    const before = await readAll(service, main)
    await fillBrand(service, second)
    const after = await readAll(service, main)
    for (const name of ofAccount) {
      delete before[name]
      delete after[name]
    }
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).not.toContain(marker)
  })

  it("knows a contact, a sender and an idempotency key of the other brand as little [Authentication]", async () => {
    const service = mock()
    await fillBrand(service, second)
    const address = `${marker}@example.test`
    const track = await callAs(service, main, "events.track", { body: { contact_email: address, event: "placed" } })
    expect(track.status).toBe(404)
    const bulk = await callAs(service, main, "lists.updateContacts", { body: { action: "add", emails: [address] } })
    expect(bulk.body).toMatchObject({ added: 0, not_found: [address] })
    const sent = await callAs(service, main, "messages.send", {
      body: { ...email, from: "inbox@brand-second.test", body: "x" },
    })
    expect(sent.status).toBe(422)
    const again = await callAs(service, main, "messages.send", { idempotencyKey: "fill-messages.send" })
    expect(again.status).toBe(201)
  })
})

describe("another account", () => {
  it("keeps its records to itself, whatever id is named in path, query or body [Authentication]", async () => {
    const service = mock()
    const other = client(service)
    await callAs(service, main, "campaigns.create")
    const ids = { ...(await fillBrand(service, other)), ...(await fillAccount(service, other)) }
    const before = await readAll(service, other)
    expect(await answersTo(service, onBrand, ids, nobodys)).toEqual(promised(onBrand))
    expect(await answersTo(service, onAccount, ids, nobodys)).toEqual(promised(onAccount))
    expect(await readAll(service, other)).toEqual(before)
  })

  it("shows nothing of its records in anything that can be read [Authentication]", async () => {
    const service = mock()
    const other = client(service)
    const before = await readAll(service, main)
    await fillBrand(service, other)
    await fillAccount(service, other)
    expect(await readAll(service, main)).toEqual(before)
  })

  it("is out of a person's reach in the popup and in management grants [Authentication]", async () => {
    const { call } = mock()
    const subscribe = { plan_id: 1, account_id: 3 }
    expect((await call("POST", "/v1/oauth/subscribe", { as: "owner", body: subscribe })).status).toBe(403)
    const grant = { management_grant_id: 1 }
    for (const command of ["confirm", "revoke"]) {
      const path = `/v1/my/account/management_grant/${command}`
      expect((await call("POST", path, { as: "owner", body: grant })).status).toBe(404)
      expect((await call("POST", path, { as: "manager_owner", body: grant })).status).toBe(404)
    }
  })
})
