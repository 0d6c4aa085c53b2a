import { runInNewContext } from "node:vm"
import { createMockService, type MockService } from "../../../mock-server/index.ts"
import type { Credential } from "../../../sdk/contract/core/credentials.ts"
import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { Mas } from "../../../sdk/index.ts"

/** A call of an endpoint, its request and its response. */
export interface Exchange {
  /** The call as TypeScript, which is executed. */
  readonly call: string
  readonly request: string
  readonly status: number
  /** The response body as JSON; undefined without a body, or for a file. */
  readonly response: string | undefined
}

const webhook = 'await mas.webhooks.create({ url: "https://hooks.example.com/mas", events: ["email.bounced"] })'
const campaign = `await mas.campaigns.create({ name: "Spring", subject: "Spring is here", template_id: 1,
    audience: { type: "lists", list_ids: [1] } })`

/** Code that creates the records for a resource's or an endpoint's examples, if a fresh world has none. */
const before: Readonly<Record<string, string>> = {
  webhooks: webhook,
  "webhooks.list": webhook,
  "webhooks.deliveries": `${webhook}; await mas.webhooks.test(1)`,
  "subscription.checkoutStatus": 'await mas.subscription.checkout({ plan_id: 2 }, { idempotencyKey: "plan" })',
  fundingPurchases: 'await mas.fundingPurchases.create({ amount_cents: 5000 }, { idempotencyKey: "funds" })',
  validations: 'await mas.validations.start({ list_id: 1 }, { idempotencyKey: "list-1" })',
  imports: `const file = { content: "email\\nada@example.test\\n", filename: "contacts.csv" }
    await mas.imports.create({ file, resource: "contacts" })`,
  "suppressions.list": `const to = "bounced@simulator.test"
    await mas.messages.send({ channel: "email", to, subject: "Hi", body: "Hi" })`,
  "messages.list": 'await mas.messages.send({ channel: "email", to: "ada@example.test", subject: "Hi", body: "Hi" })',
  "events.list":
    'await mas.events.track({ event: "order_placed", contact_email: "ada@example.test" }, { idempotencyKey: "order-1001" })',
  campaigns: campaign,
  "campaigns.list": campaign,
  "flows.list": 'await mas.flows.create({ name: "Welcome" })',
}

/** Sends an endpoint's example to a fresh mock server with the client. Throws if it is refused: a document would be wrong. */
export async function exchangeOf(endpoint: NamedEndpoint): Promise<Exchange> {
  const service = createMockService({
    clock: "frozen",
    now: "2026-03-01T09:00:00Z",
    deliver: () => ({ status: 204, duration: 100 }),
  })
  try {
    return await exchangeWith(endpoint, service)
  } finally {
    await service.close()
  }
}

async function exchangeWith({ name, group, spec }: NamedEndpoint, service: MockService): Promise<Exchange> {
  let request = ""
  let status = 0
  let lastResponse: string | undefined
  if (name === "managementGrant.confirm") recordConsent(service)
  const { fetch: send, ...options } = service.clientOptions
  if (send === undefined) throw new Error("The mock server in this process gives no fetch")
  const mas = new Mas({
    ...options,
    apiKey: undefined,
    token: credentialFor(group, spec.auth, service),
    fetch: async (input, init) => {
      const sent = new Request(input, init)
      const response = await send(sent.clone())
      request = await requestText(sent, spec.auth[0])
      status = response.status
      lastResponse = await responseText(response.clone())
      return response
    },
  })
  const call = callText(name, spec)
  try {
    await run(before[name] ?? (spec.params && before[group]) ?? "", mas)
    // A bounce comes later.
    if (name === "suppressions.list") await service.world.advance("1m")
    await run(`await ${call}`, mas)
  } catch (error) {
    throw new Error(`The example of ${name} is refused: ${call}`, { cause: error })
  } finally {
    // An unread download would keep this process alive as long as the client waits for it.
    await mas.close()
  }
  return { call, request, status, response: lastResponse }
}

/** Does what the owner's page and the payment do before a grant can be confirmed. */
function recordConsent({ world }: MockService): void {
  world.transitions.grants.consent(1)
  world.transitions.grants.activatePayment(1)
}

const run = (code: string, mas: Mas): Promise<unknown> => runInNewContext(`(async () => { ${code} })()`, { mas })

/** A credential that an endpoint accepts. Managers and clients have separate accounts. */
function credentialFor(group: string, auth: readonly Credential[], { world, apiKey }: MockService): string {
  const { users, credentials } = world.seeded()
  if (group === "managedAccounts") return credentials.provisioning_credential
  if (auth.includes("public_key")) return credentials.public_key
  if (auth.includes("api_key")) return apiKey
  const person = group === "managementGrant" ? users.client_owner : users.owner
  return world.credentials.mint({ kind: "jwt", user_id: person.id }).token
}

/** `mas.lists.updateContacts(1, { … })`: the path's parameters, then body or query, then the key. */
function callText(name: string, { example = {}, upload }: NamedEndpoint["spec"]): string {
  const { params = {}, query, body, idempotencyKey } = example
  // The long parameter name of an attachment's message is not helpful to callers.
  const ids = Object.entries(params).map(([key, value]) => [
    camel(key.replace("conversation_message", "message")),
    value,
  ])
  const parts = [
    ...(ids.length > 1 ? [Object.fromEntries(ids)] : Object.values(params)),
    ...(query === undefined ? [] : [query]),
    ...(body === undefined ? [] : [upload === "multipart" ? withFile(body) : body]),
    ...(idempotencyKey === undefined ? [] : [{ idempotencyKey }]),
  ]
  return `mas.${name}(${parts.map(codeText).join(", ")})`
}

/** Passes a file's text as an object: a string would be a path. */
const withFile = (body: unknown): object => {
  const { file, ...rest } = Object(body)
  return { file: { content: file, filename: "contacts.csv" }, ...rest }
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

async function requestText(request: Request, kind: Credential | undefined): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const isForm = request.headers.get("content-type")?.startsWith("multipart/") ?? false
  const key = request.headers.get("idempotency-key")
  const text = isForm ? "" : await request.text()
  return [
    `${request.method} ${pathname}${search}`,
    ...(kind === undefined ? [] : [`Authorization: Bearer <${kind}>`]),
    ...(key === null ? [] : [`Idempotency-Key: ${key}`]),
    ...(isForm ? ["Content-Type: multipart/form-data"] : []),
    ...(text === "" ? [] : ["", jsonText(JSON.parse(text))]),
  ].join("\n")
}

/** The response text; for a list only the first row, because the others look the same. */
async function responseText(response: Response): Promise<string | undefined> {
  if (!response.headers.get("content-type")?.includes("json")) return undefined
  const body: unknown = await response.json()
  return jsonText(Array.isArray(body) ? body.slice(0, 1) : body)
}

const width = 110

/** Formats a value as JSON; values that fit on one line stay on one line. */
const jsonText = (value: unknown): string => literal(value, "", JSON.stringify)

/** Formats a value as TypeScript, with quotes around names only where needed. */
const codeText = (value: unknown): string =>
  literal(value, "", (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)))

function literal(value: unknown, indent: string, nameText: (name: string) => string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const deeper = `${indent}  `
  const part = ([name, inner]: [string, unknown]) =>
    `${isList ? "" : `${nameText(name)}: `}${literal(inner, deeper, nameText)}`
  const parts = Object.entries(value).map(part)
  const [open, close] = isList ? ["[", "]"] : ["{", "}"]
  if (parts.length === 0) return open + close
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`
  if (indent.length + line.length <= width && !line.includes("\n")) return line
  return `${open}\n${parts.map((text) => deeper + text).join(",\n")}\n${indent}${close}`
}
