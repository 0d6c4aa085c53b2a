import fc from "fast-check"
import { mock } from "../support/mock.ts"
import { endpointNamed, endpoints, type Mock, pathOf, sample } from "../support/samples.ts"
import { property } from "./property.ts"

/** Endpoints whose path names a record and its parents. */
const nested = endpoints.filter(({ spec }) => names(spec.path).length > 1)
/** The lists of a record's children. */
const childLists = endpoints.filter(({ spec }) => spec.paginated !== undefined && names(spec.path).length === 1)

/** The ids of a record and its parents, by path parameter. */
type Chain = Readonly<Record<string, number>>

/** Creates a conversation with a message and its attachment. */
function makeChain({ control, world }: Mock, number: number): Chain {
  const mail = control.inbound({
    from: `sender-${number}@example.test`,
    to: "inbox@acme.test",
    subject: `Order ${number}`,
    attachments: [
      { filename: "a.txt", content_type: "text/plain", content_base64: btoa(String(number)), scanned: true },
    ],
  })
  const { conversation_id, conversation_message_id } = mail
  return { conversation_id, conversation_message_id, id: [...world.tables.attachments.all()].at(-1)?.id ?? 0 }
}

/** Creates two parent records; returns their ids. */
async function makeParents(service: Mock, group: string): Promise<(string | number)[]> {
  const ids: (string | number)[] = []
  for (const number of [1, 2]) {
    const create = endpointNamed(group === "validations" ? "validations.start" : `${group}.create`)
    const { body } = await service.call(
      ...sample(create, { idempotencyKey: group === "webhooks" ? null : `parent-${number}` }),
    )
    ids.push(body.operation_id ?? body.id)
  }
  return ids
}

const mixes = fc.record({
  endpoint: fc.constantFrom(...nested),
  chains: fc.integer({ min: 2, max: 4 }),
  /** The chain that each path parameter is taken from. */
  from: fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
})

/** A child is only reachable through its own parents: any parameter of another chain gives 404. */
export const wrongParent = property(mixes, async ({ endpoint, chains, from }) => {
  const service = mock()
  const made = Array.from({ length: chains }, (_, number) => makeChain(service, number))
  const of = names(endpoint.spec.path).map((name, at) => ({ name, chain: (from[at] ?? 0) % chains }))
  const params = Object.fromEntries(of.map(({ name, chain }) => [name, made[chain]?.[name] ?? 0]))
  const { status } = await service.call("GET", pathOf(endpoint.spec, params))
  const due = new Set(of.map(({ chain }) => chain)).size === 1 ? 200 : 404
  return status === due ? [] : [`${endpoint.name} by ${JSON.stringify(of)} responded with ${status}, not ${due}`]
})

/** A record in one parent's list is in no other parent's list. */
export const wrongChildren = property(
  fc.record({ list: fc.constantFrom(...childLists), tests: fc.array(fc.nat(1), { minLength: 2, maxLength: 8 }) }),
  async ({ list, tests }) => {
    const service = mock({ deliver: () => ({ status: 204, duration: 1 }) })
    const parents = await makeParents(service, list.group)
    for (const which of tests) {
      const test = endpointNamed("webhooks.test")
      if (list.group === "webhooks") await service.call(...sample(test, { params: { id: parents[which] ?? 0 } }))
    }
    const shown: string[][] = []
    for (const id of parents) {
      const { body } = await service.call("GET", pathOf(list.spec, { id }, { limit: 100 }))
      shown.push(body.map((row: { id: number }) => String(row.id)))
    }
    const [first = [], other = []] = shown
    const both = first.filter((id) => other.includes(id))
    const counted = list.group !== "webhooks" || first.length + other.length === tests.length
    return [
      ...both.map((id) => `${list.name}: ${id} is of two parents`),
      ...(counted ? [] : [`${list.name} shows ${first.length + other.length} of ${tests.length}`]),
    ]
  },
)

function names(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "")
}
