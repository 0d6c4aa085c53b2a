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

/** A request that names a record of someone else's: the endpoint, the field, what is sent. All are answered 404. */
type Attempt<I> = readonly [endpoint: string, field: string, send: (ids: I) => Changes]

/** Attempts on records that belong to a brand, and on those that belong to an account. */
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

/** Ids that no record has. */
const nobodys: BrandIds & AccountIds = {
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

/** A mock whose webhooks arrive at once: what an endpoint that is not there answers, and when, is no matter here. */
const reached = () => mock({ deliver: () => ({ status: 204, duration: 0 }) })

const withoutIds = (body: object) => JSON.stringify(body).replaceAll(/\b\d+\b/g, "id")

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
    if (!listed || rowOf(name).reads === "record") continue
    answers[name] = (await callAs(service, side, name, { query: {} })).body
  }
  return answers
}

/** The reads that show an account, and so all its brands. */
const ofAccount = rows.filter(({ reads }) => reads === "account").map(({ name }) => name)

/** Fields that hold ids, as an endpoint's schemas have them. */
const idFields = endpoints.flatMap(({ name, spec }) =>
  (["params", "query", "body"] as const).flatMap((part) => {
    const schema = spec[part]
    const fields =
      schema === undefined ? [] : JSON.stringify(toJsonSchema(schema, "input")).matchAll(/"((?:\w+_)?ids?)":\{/g)
    return [...fields].map(([, field]) => `${name} ${part}.${field}`)
  }),
)

it("every field of the contract that holds an id has its record in test/spec [29.18]", () => {
  const stated = rows.flatMap(({ name, ids = {} }) => Object.keys(ids).map((field) => `${name} ${field}`))
  expect(stated.sort()).toEqual([...new Set(idFields)].sort())
})

describe("another brand of the same account", () => {
  it("keeps its records to itself, whatever id is named in path, query or body [29.18]", async () => {
    const service = reached()
    await callAs(service, main, "campaigns.create")
    const ids = await fillBrand(service, second)
    const before = await readAll(service, second)
    expect(await answersTo(service, onBrand, ids, nobodys)).toEqual(promised(onBrand))
    expect(await readAll(service, second)).toEqual(before)
  })

  it("shows nothing of its records in any list [29.18]", async () => {
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

  it("knows a contact, a sender and an idempotency key of the other brand as little [29.18] [36.3]", async () => {
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
  it("keeps its records to itself, whatever id is named in path, query or body [29.18]", async () => {
    const service = reached()
    const other = client(service)
    await callAs(service, main, "campaigns.create")
    const ids = { ...(await fillBrand(service, other)), ...(await fillAccount(service, other)) }
    const before = await readAll(service, other)
    expect(await answersTo(service, onBrand, ids, nobodys)).toEqual(promised(onBrand))
    expect(await answersTo(service, onAccount, ids, nobodys)).toEqual(promised(onAccount))
    expect(await readAll(service, other)).toEqual(before)
  })

  it("shows nothing of its records in anything that can be read [29.18]", async () => {
    const service = reached()
    const other = client(service)
    const before = await readAll(service, main)
    await fillBrand(service, other)
    await fillAccount(service, other)
    expect(await readAll(service, main)).toEqual(before)
  })

  it("is out of a person's reach in the popup and in management grants [29.18]", async () => {
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
