import type { SuccessStatus } from "../../sdk/contract/core/endpoint.ts"
import type { NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import type { ErrorStatus } from "../../sdk/contract/core/errors.ts"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import type { Called, CallOptions } from "./mock.ts"
import { type Changes, type Mock, sample } from "./samples.ts"

type Status = ErrorStatus | SuccessStatus

/** What to send, after whatever has to happen first. */
type Way = (endpoint: NamedEndpoint, service: Mock) => Promise<Called>

/** The person who may use an endpoint, where API keys may not or the seeded one's account is the wrong one. */
const people: Readonly<Record<string, NonNullable<CallOptions["as"]>>> = {
  auth: "owner",
  oauth: "owner",
  affiliate: "owner",
  managementGrant: "client_owner",
  managedAccounts: "manager_owner",
}

/** Who may use an endpoint; the seeded API key where nothing else is said. */
function credentialFor({ group, spec }: NamedEndpoint): Pick<Changes, "as" | "key"> {
  if (spec.auth.length === 0) return { key: null }
  if (group === "publicForms") return { key: "maspk_live_mock" }
  const as = people[group]
  return as === undefined ? {} : { as }
}

/** The request that succeeds, with what is changed of it. */
function send(endpoint: NamedEndpoint, { call }: Mock, changes: Changes = {}): Promise<Called> {
  const credential = changes.key === undefined && changes.as === undefined ? credentialFor(endpoint) : {}
  return call(...sample(endpoint, { ...credential, ...changes }))
}

/** The same, with a body that is bytes and a type. */
function sendRaw(endpoint: NamedEndpoint, { call }: Mock, type: string, raw: string, headers = {}): Promise<Called> {
  const [method, path, { as, key }] = sample(endpoint, credentialFor(endpoint))
  const options = { ...(as !== undefined && { as }), ...(key !== undefined && { key }) }
  const keys = endpoint.spec.idempotency === "required" ? { [headerNames.idempotencyKey]: "raw" } : {}
  return call(method, path, { ...options, headers: { "Content-Type": type, ...keys, ...headers }, raw })
}

const twice: Way = async (endpoint, service) => {
  await send(endpoint, service, { idempotencyKey: "twice" })
  return send(endpoint, service, { idempotencyKey: "twice" })
}

/** How any endpoint is made to answer a status. */
const ways: Readonly<Partial<Record<Status, Way>>> = {
  400: (endpoint, service) =>
    endpoint.spec.upload === "multipart"
      ? sendRaw(endpoint, service, "multipart/form-data; boundary=x", "no part")
      : sendRaw(endpoint, service, "application/json", "{"),
  401: (endpoint, service) => send(endpoint, service, { key: "maskey_live_unknown" }),
  403: (endpoint, service) =>
    send(endpoint, service, { key: endpoint.group === "publicForms" ? "maskey_live_mock" : "maspk_live_mock" }),
  404: (endpoint, service) =>
    endpoint.spec.params === undefined
      ? send(endpoint, service, { headers: { [headerNames.brand]: "brand_unknown" } })
      : send(endpoint, service, { params: { id: 999_999, conversation_id: 1, conversation_message_id: 1 } }),
  413: (endpoint, service) =>
    endpoint.spec.upload === "multipart"
      ? sendRaw(endpoint, service, "multipart/form-data; boundary=x", "", {
          "Content-Length": String(2 * limits.importBytes),
        })
      : sendRaw(endpoint, service, "application/json", `"${"x".repeat(limits.bodyBytes)}"`),
  415: (endpoint, service) => sendRaw(endpoint, service, "text/plain", "x"),
  422: (endpoint, service) => send(endpoint, service, { query: { ...endpoint.spec.example?.query, unknown: 1 } }),
  429: async (endpoint, service) => {
    // Counted, and without effect.
    const refused = () => send(endpoint, service, { query: { unknown: 1 } })
    for (let count = 0; count < limitedTo; count++) await refused()
    return refused()
  },
}

/** Requests a second in a service that is asked for 429. */
export const limitedTo = 5

/** The body with which an idempotency key was not used before. */
const otherBodies: Readonly<Record<string, unknown>> = {
  "managedAccounts.create": { managed_account: { owner_email: "owner@newclient.test", account_name: "Other Name" } },
  "messages.send": { channel: "email", to: "ada@example.test", subject: "Another", body: "Another" },
  "subscription.checkout": { plan_id: 3 },
  "fundingPurchases.create": { amount_cents: 6_000, currency: "usd" },
  "validations.start": { contact_ids: [1] },
  "events.track": { contact_email: "ada@example.test", event: "order_cancelled" },
}

const otherBody: Way = async (endpoint, service) => {
  await send(endpoint, service, { idempotencyKey: "used" })
  return send(endpoint, service, { idempotencyKey: "used", body: otherBodies[endpoint.name] })
}

/** The grant that is there no more. */
const staleGrant: Way = (endpoint, service) => send(endpoint, service, { body: { management_grant_id: 99 } })

/** Another checkout can begin once the one that waits is over. */
const afterTheLastCheckout =
  (way: Way): Way =>
  (endpoint, service) => {
    service.control.checkouts.expire(1)
    return way(endpoint, service)
  }

/** How one endpoint is made to answer a status, where that is its own. */
const ownWays: Readonly<Record<string, Partial<Record<Status, Way>>>> = {
  "auth.login": {
    401: (endpoint, service) =>
      send(endpoint, service, { body: { user: { email: "owner@acme.test", password: "wrong" } } }),
  },
  "managementGrant.get": { 404: (endpoint, service) => send(endpoint, service, { as: "owner" }) },
  "managementGrant.confirm": {
    200: async (endpoint, service) => {
      service.control.grants.consent(1)
      service.control.grants.activatePayment(1)
      return send(endpoint, service)
    },
    409: staleGrant,
  },
  "managementGrant.revoke": { 409: staleGrant },
  "invites.accept": {
    200: async (endpoint, service) => {
      const { body } = await service.call("POST", "/v1/my/account/invites", {
        body: { email: "owner@client.test", role: "member" },
      })
      return send(endpoint, service, { as: "client_owner", params: { id: body.token } })
    },
    404: (endpoint, service) => send(endpoint, service, { params: { id: "unknown" } }),
  },
  "invites.revoke": { 409: twice },
  "affiliate.link": {
    200: twice,
    503: (endpoint, service) => {
      service.control.faults.add({ path: endpoint.spec.path, method: "POST", status: 503, retry_after: 30 })
      return send(endpoint, service)
    },
  },
  "campaigns.send": { 409: twice },
  "templates.update": {
    409: (endpoint, service) => send(endpoint, service, { body: { subject: "Late", if_version: 99 } }),
  },
  "attachments.download": { 409: (endpoint, service) => send(endpoint, service, { query: {} }) },
  "subscription.checkout": {
    201: afterTheLastCheckout((endpoint, service) => send(endpoint, service)),
    200: afterTheLastCheckout(twice),
    409: async (endpoint, service) => {
      await send(endpoint, service, { idempotencyKey: "first" })
      return send(endpoint, service, { idempotencyKey: "second" })
    },
  },
  "contacts.create": { 200: twice },
  "publicForms.submit": {
    404: (endpoint, service) => send(endpoint, service, { body: { email: "visitor@example.test", list_id: 99 } }),
  },
}

/** Makes an endpoint answer a status that it declares; throws where nobody has said how. */
export function answerWith(endpoint: NamedEndpoint, status: Status, service: Mock): Promise<Called> {
  const { name, spec } = endpoint
  const own = ownWays[name]?.[status]
  if (own !== undefined) return own(endpoint, service)
  if (status === 409 && spec.idempotency !== undefined) return otherBody(endpoint, service)
  if (status === spec.replayStatus && status !== spec.status) return twice(endpoint, service)
  if (status < 300) return send(endpoint, service)
  const way = ways[status]
  if (way === undefined) throw new Error(`Nobody has said how ${name} answers ${status}`)
  return way(endpoint, service)
}
