import { describe, expect, it } from "vitest"
import * as z from "zod"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { listEndpoints, type NamedEndpoint, successStatuses } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { type Arrival, json, type Reply, startService } from "./service.ts"

const endpoints = listEndpoints(contract).map((endpoint) => [endpoint.name, endpoint] as const)

/** Methods of resources beyond the endpoints. */
const beside: Readonly<Record<string, readonly string[]>> = {
  messages: ["sendEach"],
  webhooks: ["health", "verify"],
  subscription: ["waitUntilActive"],
  fundingPurchases: ["waitUntilCredited"],
  validations: ["waitUntilDone"],
  imports: ["waitUntilDone"],
  campaigns: ["waitUntilDone"],
}

/** Text that would leave its segment of the path if it were not escaped. */
const awkward = "../a/b?c=d#e%2f é"

interface Sample {
  readonly ids: readonly (string | number)[]
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** A request to an endpoint: the contract's own example, with distinct ids. */
function sampleOf({ path, params, body, example, paginated, idempotency }: EndpointSpec): Sample {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const takesText = params !== undefined && z.safeParse(params, { id: awkward }).success
  const query = paginated ? { ...example?.query, page: 2, limit: 5 } : example?.query
  return {
    ids: names.map((_, index) => (takesText ? awkward : 11 + index)),
    ...(query && { query }),
    ...(body && { body: example?.body ?? {} }),
    ...(idempotency && { idempotencyKey: example?.idempotencyKey ?? "key-1" }),
  }
}

/** The names of path ids in a method that takes several in one object. */
const idNames: Readonly<Record<string, string>> = {
  conversation_id: "conversationId",
  conversation_message_id: "messageId",
}

/** The id arguments of a method: one plain, several as an object. */
function idArguments({ path }: EndpointSpec, ids: Sample["ids"]): unknown[] {
  if (ids.length < 2) return [...ids]
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => idNames[name] ?? name)
  return [Object.fromEntries(names.map((name, index) => [name, ids[index]]))]
}

/** The arguments of a method: its ids, then the query or body, then the options. */
function argumentsOf(spec: EndpointSpec, { ids, query, body, idempotencyKey }: Sample): unknown[] {
  const takesQuery = spec.query !== undefined || spec.paginated !== undefined
  return [
    ...idArguments(spec, ids),
    ...(takesQuery ? [query] : []),
    ...(spec.body ? [body] : []),
    { headers: { "X-Probe": "1" }, ...(idempotencyKey && { idempotencyKey }) },
  ]
}

function call(mas: Mas, { group, verb }: NamedEndpoint, args: readonly unknown[]): Promise<unknown> {
  const resource = Reflect.get(mas, group)
  return Reflect.apply(Reflect.get(resource, verb), resource, args)
}

/** The smallest response with which an endpoint succeeds. */
function replyTo(spec: EndpointSpec): Reply {
  const [status = 200] = successStatuses(spec)
  if (spec.download) return { status, headers: { "Content-Type": "text/plain" }, body: Buffer.from("file") }
  if (spec.response === null) return { status }
  const headers = spec.issues ? { Authorization: "Bearer jwt" } : {}
  return { status, headers, body: spec.paginated ? [] : {} }
}

async function send(endpoint: NamedEndpoint, args: readonly unknown[]): Promise<Arrival[]> {
  const { mas, arrivals } = await startService(() => replyTo(endpoint.spec))
  const response = await call(mas, endpoint, args)
  if (endpoint.spec.download) await Reflect.get(Object(response), "bytes").call(response)
  return arrivals
}

const filled = (path: string, ids: Sample["ids"]) => {
  const rest = [...ids]
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ""))
}

const asText = (query: Sample["query"]) =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))

describe("a method reaches its endpoint and no other:", () => {
  it.each(endpoints.filter(([, { spec }]) => !spec.upload))("%s", async (_, endpoint) => {
    const { spec } = endpoint
    const sample = sampleOf(spec)
    const arrivals = await send(endpoint, argumentsOf(spec, sample))
    expect(arrivals).toHaveLength(1)
    const [arrival] = arrivals as [Arrival]
    expect(`${arrival.method} ${arrival.path}`).toBe(`${spec.method} ${filled(spec.path, sample.ids)}`)
    expect(arrival.query).toEqual(asText(sample.query))
    expect(arrival.headers["idempotency-key"]).toBe(sample.idempotencyKey)
    expect(arrival.headers["x-probe"]).toBe("1")
    expect(arrival.headers.authorization).toBe(spec.auth.length === 0 ? undefined : "Bearer maskey_live_test")
    if (spec.body) expect(json(arrival)).toEqual(sample.body)
    else expect(arrival.body.toString()).toBe("")
  })
})

/** Endpoints whose query or body, and options, can be left out. */
const brief = endpoints.filter(([, { spec }]) => spec.bodyOptional || spec.paginated)

describe("a method can be called with only its ids:", () => {
  it.each(brief)("%s", async (_, endpoint) => {
    const { ids } = sampleOf(endpoint.spec)
    const [arrival] = await send(endpoint, idArguments(endpoint.spec, ids))
    expect(`${arrival?.method} ${arrival?.path}`).toBe(`${endpoint.spec.method} ${filled(endpoint.spec.path, ids)}`)
    expect(arrival?.query).toEqual({})
    expect(arrival?.body.toString()).toBe("")
  })
})

describe("the client", () => {
  const mas = new Mas({ baseUrl: "https://api.example.test" })

  it.each(Object.entries(contract))("has exactly the methods of the contract's %s", (group, spec) => {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(Reflect.get(mas, group)))
    const expectedMethods = ["constructor", ...Object.keys(spec), ...(beside[group] ?? [])]
    expect(methods.sort()).toEqual(expectedMethods.sort())
  })

  it("gives the same resource each time", () => {
    expect(mas.messages).toBe(mas.messages)
  })
})
