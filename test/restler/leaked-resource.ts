import fc from "fast-check"
import { rowOf } from "../spec/index.ts"
import { anyBody } from "../support/made-json.ts"
import { mock } from "../support/mock.ts"
import { prepare } from "../support/prepare.ts"
import { endpointNamed, endpoints, type Mock, sample } from "../support/samples.ts"
import { watchRefusals } from "../support/unchanged.ts"
import { property } from "./property.ts"

/** The endpoints that create or change records. */
const writes = endpoints.filter(
  ({ spec }) => spec.method !== "GET" && spec.body !== undefined && spec.upload === undefined,
)

const wrongBodies = fc.constantFrom(...writes).chain((endpoint) =>
  fc.record({
    name: fc.constant(endpoint.name),
    body: anyBody(endpoint.spec),
    key: fc.constantFrom("k1", "k2"),
  }),
)

/** Every list whose path names no record. */
const lists = endpoints.filter(({ name, spec }) => {
  const { caller } = rowOf(name)
  return spec.paginated !== undefined && spec.params === undefined && caller.as === undefined
})

async function readLists({ call }: Mock): Promise<string> {
  const texts = []
  for (const { spec } of lists) texts.push(JSON.stringify((await call("GET", `${spec.path}?limit=100`)).body))
  return texts.join("\n")
}

/** A refused request has no effect: no row in any list, no timer, no used idempotency key, no hidden change. */
export const leakedResource = property(fc.array(wrongBodies, { minLength: 1, maxLength: 12 }), async (requests) => {
  const service = mock({ deliver: () => ({ status: 204, duration: 1 }) })
  await prepare(service)
  const watched = watchRefusals(service)
  const wrong: string[] = []
  for (const { name, body, key } of requests) {
    const endpoint = endpointNamed(name)
    const before = await readLists(service)
    const who = endpoint.spec.auth.length === 0 ? { key: null } : rowOf(endpoint.name).caller
    const asked = sample(endpoint, {
      ...who,
      body,
      ...(endpoint.spec.idempotency !== undefined && { idempotencyKey: key }),
    })
    const { status } = await watched.service.call(...asked)
    if (status >= 400 && (await readLists(service)) !== before)
      wrong.push(`${endpoint.name} responded with ${status} and is listed`)
  }
  return [...wrong, ...watched.changed]
})
