import { describe, expect, it } from "vitest"
import { toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { rowOf, rows } from "../spec/index.ts"
import {
  type AccountIds,
  type BrandIds,
  callAs,
  client,
  fillAccount,
  fillBrand,
  isAccountKind,
  marker,
  type Side,
  second,
} from "../support/foreign-records.ts"
import { mock } from "../support/mock.ts"
import { type Changes, endpoints, type Mock } from "../support/samples.ts"

const main: Side = { key: "maskey_live_mock", sid: "brand_main", brandId: 1 }

/** A request that names another owner's record: the endpoint, the field, the changes. All get 404. */
type Attempt<I> = readonly [endpoint: string, field: string, send: (ids: I) => Changes]

/** Attempts on records of a brand, and on those of an account. */
const onBrand: Attempt<BrandIds>[] = []
const onAccount: Attempt<AccountIds>[] = []

for (const { name, ids = {} } of rows) {
  for (const [field, foreign] of Object.entries(ids)) {
    for (const one of [foreign].flat()) {
      if (typeof one === "function") onBrand.push([name, field, one])
      else if (isAccountKind(one)) onAccount.push([name, field, (ids) => placed(field, ids[one])])
      else if (one !== "everyone" && one !== "person") onBrand.push([name, field, (ids) => placed(field, ids[one])])
    }
  }
}

/** A request with an id in a field such as `params.id`. */
function placed(field: string, id: string | number): Changes {
  const [part = "", name = ""] = field.split(".")
  return { [part]: { [name]: id } }
}

const email = { channel: "email", to: "ada@example.test", from: "hello@acme.test", subject: "Hello" }

/** Ids that do not exist. */
const unknownIds: BrandIds & AccountIds = {
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

/** A mock that delivers webhooks at once: responses of endpoints that do not exist are irrelevant here. */
const reached = () => mock({ deliver: () => ({ status: 204, duration: 0 }) })

const withoutIds = (body: object) => JSON.stringify(body).replaceAll(/\b\d+\b/g, "id")

async function answersTo<I>(service: Mock, attempts: readonly Attempt<I>[], ids: I, unknownIds: I) {
  const statuses: Record<string, number> = {}
  for (const [at, [name, field, send]] of attempts.entries()) {
    const { status, body } = await callAs(service, main, name, { idempotencyKey: `attempt-${at}`, ...send(ids) })
    expect(JSON.stringify(body), `${name} ${field}`).not.toContain(marker)
    statuses[`${at} ${name} ${field}`] = status
    expect(body, `${name} ${field}`).toMatchObject({ code: 404, error_code: "not_found" })
    // This id does not exist: the response must be the same as for another owner's record.
    const unknown = await callAs(service, main, name, { idempotencyKey: `unknown-${at}`, ...send(unknownIds) })
    expect(withoutIds(unknown.body), `${name} ${field}`).toEqual(withoutIds(body))
  }
  return statuses
}

const promised = <I>(attempts: readonly Attempt<I>[]) =>
  Object.fromEntries(attempts.map(([name, field], at) => [`${at} ${name} ${field}`, 404]))

/** All reads without a record id. */
async function readAll(service: Mock, side: Side): Promise<Record<string, unknown>> {
  const bodies: Record<string, unknown> = {}
  for (const { name, spec } of endpoints) {
    const listed = spec.method === "GET" && spec.params === undefined && spec.auth.some((kind) => kind === "api_key")
    if (!listed || rowOf(name).reads === "record") continue
    bodies[name] = (await callAs(service, side, name, { query: {} })).body
  }
  return bodies
}

/** The reads that show an account, including all its brands. */
const ofAccount = rows.filter(({ reads }) => reads === "account").map(({ name }) => name)

/** Fields with ids, according to an endpoint's schemas. */
const idFields = endpoints.flatMap(({ name, spec }) =>
  (["params", "query", "body"] as const).flatMap((part) => {
    const schema = spec[part]
    const fields =
      schema === undefined ? [] : JSON.stringify(toJsonSchema(schema, "input")).matchAll(/"((?:\w+_)?ids?)":\{/g)
    return [...fields].map(([, field]) => `${name} ${part}.${field}`)
  }),
)

it("every id field of the contract has its record in test/spec [29.18]", () => {
  const stated = rows.flatMap(({ name, ids = {} }) => Object.keys(ids).map((field) => `${name} ${field}`))
  expect(stated.sort()).toEqual([...new Set(idFields)].sort())
})

describe("another brand of the same account", () => {
  it("hides its records, whatever id is named in path, query or body [29.18]", async () => {
    const service = reached()
    await callAs(service, main, "campaigns.create")
    const ids = await fillBrand(service, second)
    const before = await readAll(service, second)
    expect(await answersTo(service, onBrand, ids, unknownIds)).toEqual(promised(onBrand))
    expect(await readAll(service, second)).toEqual(before)
  })

  it("shows none of its records in any list [29.18]", async () => {
    const service = reached()
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

  it("hides its contacts, senders and idempotency keys too [29.18] [36.3]", async () => {
    const service = reached()
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
  it("hides its records, whatever id is named in path, query or body [29.18]", async () => {
    const service = reached()
    const other = client(service)
    await callAs(service, main, "campaigns.create")
    const ids = { ...(await fillBrand(service, other)), ...(await fillAccount(service, other)) }
    const before = await readAll(service, other)
    expect(await answersTo(service, onBrand, ids, unknownIds)).toEqual(promised(onBrand))
    expect(await answersTo(service, onAccount, ids, unknownIds)).toEqual(promised(onAccount))
    expect(await readAll(service, other)).toEqual(before)
  })

  it("shows none of its records in any read [29.18]", async () => {
    const service = reached()
    const other = client(service)
    const before = await readAll(service, main)
    await fillBrand(service, other)
    await fillAccount(service, other)
    expect(await readAll(service, main)).toEqual(before)
  })

  it("cannot be reached by a person through the popup or management grants [29.18]", async () => {
    const { call } = reached()
    const subscribe = { plan_id: 1, account_id: 3 }
    expect((await call("POST", "/v1/oauth/subscribe", { as: "owner", body: subscribe })).status).toBe(422)
    const grant = { management_grant_id: 1 }
    for (const command of ["confirm", "revoke"]) {
      const path = `/v1/my/account/management_grant/${command}`
      expect((await call("POST", path, { as: "owner", body: grant })).status).toBe(404)
      expect((await call("POST", path, { as: "manager_owner", body: grant })).status).toBe(404)
    }
  })
})
