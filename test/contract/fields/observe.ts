import { routeFor } from "../../../mock-server/service/request/routes/service-tree.ts"
import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { rowOf } from "../../spec/index.ts"
import { type Called, mock } from "../../support/mock.ts"
import { prepare } from "../../support/prepare.ts"
import { endpoints, type Mock, sample } from "../../support/samples.ts"
import { type FieldPath, nameOf, type RequestParts, withField } from "./paths.ts"

/** What one request leads to, by the place where a user of the service sees it: `response`, `messages.list`, `mail`. */
export type Observation = ReadonlyMap<string, string>

/** What a field's case adds to the usual way of looking. */
export interface Scene {
  /** Makes what the request needs; default: the records that the examples need. */
  readonly before?: (service: Mock) => Promise<unknown>
  /** Looks elsewhere, directly after the request, where the usual places show nothing. */
  readonly after?: (service: Mock, response: Called) => Promise<unknown>
  /** Why no call shows the field: then the tables of the mock server are looked at too. */
  readonly hidden?: string
}

/** A field that the mock server forgets: before its handler, or in the request itself if the contract judges it. */
export interface Drop {
  readonly path: FieldPath
  readonly at: "handler" | "request"
}

const lists = endpoints.filter(({ spec }) => spec.method === "GET" && !spec.path.includes("{"))
/** The response of a handler that cannot do without a field. */
const crash: Called = { status: 500, headers: new Headers(), body: null }
const looks = ["outbox", "timers"]

export const callerOf = ({ spec, name }: NamedEndpoint) => (spec.auth.length === 0 ? { key: null } : rowOf(name).caller)

/** Makes a request in a new world, waits two hours of its time, and looks at all that a user can see. */
export async function observe(
  endpoint: NamedEndpoint,
  request: RequestParts,
  { before = prepare, after, hidden }: Scene = {},
  drop?: Drop,
): Promise<Observation> {
  const events: unknown[] = []
  const service = mock({
    messageLatency: 1_000,
    deliver({ body }) {
      events.push(JSON.parse(body))
      return { status: 200, duration: 1 }
    },
  })
  try {
    await before(service)
    const sent = drop?.at === "request" ? withField(request, drop.path, undefined) : request
    const restore = drop?.at === "handler" ? forget(endpoint, drop.path) : undefined
    const response = await service
      .call(...sample(endpoint, { ...callerOf(endpoint), ...sent }))
      .catch((error: unknown) => {
        if (drop === undefined) throw error
        return crash
      })
      .finally(restore)
    const observations: [string, unknown][] = [["response", [response.status, response.body]]]
    if (after !== undefined) observations.push(["afterwards", await after(service, response)])
    else if (endpoint.spec.method !== "GET" && response.status < 300)
      observations.push(...(await effects(service, endpoint, response)), ["events", events])
    if (hidden !== undefined) observations.push(...(await tables(service)))
    return new Map(observations.map(([placeName, value]) => [placeName, JSON.stringify(value)]))
  } finally {
    await service.service.close()
  }
}

/** The places where two requests lead to something else. */
export const differences = (one: Observation, other: Observation): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((placeName) => one.get(placeName) !== other.get(placeName))

async function effects(service: Mock, endpoint: NamedEndpoint, response: Called): Promise<[string, unknown][]> {
  await service.advance(7_200_000)
  const observations: [string, unknown][] = []
  for (const list of lists) observations.push([list.name, (await service.call(...sample(list, callerOf(list)))).body])
  for (const look of looks) observations.push([look, await control(service, `/${look}`)])
  const id: unknown = response.body?.id
  const messages = await control(service, "/messages")
  const newest: unknown = Array.isArray(messages) ? messages.at(-1)?.id : undefined
  if (newest !== undefined) observations.push(["mail", await control(service, `/messages/${newest}`)])
  if (typeof id === "number")
    for (const reader of readersOf(endpoint))
      observations.push([
        reader.name,
        (await service.call(...sample(reader, { ...callerOf(reader), params: { id } }))).body,
      ])
  return observations
}

async function tables(service: Mock): Promise<[string, unknown][]> {
  const observations: [string, unknown][] = []
  for (const { name } of await control(service, "/tables"))
    observations.push([`table ${name}`, await control(service, `/tables/${name}`)])
  return observations
}

/** The calls that read the record that a call made. */
const readersOf = ({ spec }: NamedEndpoint) =>
  endpoints.filter(
    ({ spec: other }) =>
      other.method === "GET" && (other.path.startsWith(`${spec.path}/{`) || (other.path === spec.path && other.params)),
  )

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
export const control = async (service: Mock, path: string, method = "GET"): Promise<any> =>
  (await service.call(method, `/_mock${path}`, { key: null })).body

/** Takes a field from what an endpoint's handler is given, until the returned function is called. */
function forget({ spec, name }: NamedEndpoint, path: FieldPath): () => unknown {
  const route = routeFor({ method: spec.method, url: spec.path.replaceAll(/\{\w+\}/g, "1") } as never)
  if (route === undefined) throw new Error(`There is no route to ${name}`)
  const { run } = route
  Reflect.set(route, "run", (...[world, caller, input]: Parameters<typeof run>) =>
    run(world, caller, without(input, path)),
  )
  return () => Reflect.set(route, "run", run)
}

function without(input: object, path: FieldPath): object {
  const { page, upload } = Object(input)
  if (nameOf(path) === "body.file") return { ...input, upload: { ...upload, size: 0, pieces: [] } }
  if (nameOf(path) === "query.page") return { ...input, page: { ...page, number: 1 } }
  if (nameOf(path) === "query.per_page") return { ...input, page: { ...page, size: 30 } }
  return withField(input, path, undefined)
}
