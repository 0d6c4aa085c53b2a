import fc from "fast-check"
import type { NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { mock } from "../support/mock.ts"
import { endpointNamed, endpoints, type Mock, sample } from "../support/samples.ts"
import { watchRefusals } from "../support/unchanged.ts"
import { jsonValue } from "../support/wild-json.ts"
import { property } from "./property.ts"

/** Every endpoint that deletes a record, with all endpoints that name such a record. */
const freeing = endpoints.flatMap((free) => {
  const { method, path } = free.spec
  const collection = path.replace(/\/\{id\}$/, "")
  const isFree = method === "DELETE" && collection !== path
  const uses = endpoints.filter(({ name, spec }) => spec.path.startsWith(path) && name !== "invites.accept")
  return isFree ? [{ free, collection, uses }] : []
})
type Freeing = (typeof freeing)[number]

const step = fc.oneof(
  fc.record({ do: fc.constant("make" as const) }),
  fc.record({ do: fc.constant("free" as const), which: fc.nat() }),
  fc.record({
    do: fc.constant("use" as const),
    which: fc.nat(),
    how: fc.nat(),
    // Undefined: the valid body of the example, so that only the record can be the problem.
    body: fc.option(jsonValue({}), { nil: undefined }),
  }),
  fc.record({ do: fc.constant("leap" as const), hours: fc.nat(400) }),
  fc.record({ do: fc.constant("restore" as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

class Life {
  readonly wrong: string[] = []
  readonly #records: { readonly id: number; freed: boolean }[] = []
  readonly #watched: ReturnType<typeof watchRefusals>
  readonly #service: Mock
  #made = 0

  constructor(readonly what: Freeing) {
    this.#service = mock({ deliver: () => ({ status: 204, duration: 1 }) })
    this.#watched = watchRefusals(this.#service)
  }

  async take(step: Step): Promise<void> {
    if (step.do === "make") return this.#make()
    if (step.do === "leap") await this.#leap(step.hours)
    if (step.do === "restore") this.#service.control.restore(this.#service.control.snapshot())
    if (step.do !== "free" && step.do !== "use") return
    const record = this.#records[step.which % (this.#records.length || 1)]
    if (record === undefined) return
    if (step.do === "use") return this.#use(record, step.how, step.body)
    if (record.freed) return
    const { status } = await this.#ask(this.what.free, record.id)
    // An expired record, such as an invitation, can no longer be deleted.
    record.freed = status === 200
  }

  /** Expired records are removed on the next read. Reads now, so that the removal does not count as an effect of the next step. */
  async #leap(hours: number): Promise<void> {
    await this.#service.advance(hours * 3_600_000)
    await this.#isListed(0)
  }

  async #make(): Promise<void> {
    const id = await makeRecord(this.#service, this.what.free.group, ++this.#made)
    if (id !== undefined) this.#records.push({ id, freed: false })
  }

  async #use({ id, freed }: { id: number; freed: boolean }, how: number, body: unknown): Promise<void> {
    const endpoint = this.what.uses[how % this.what.uses.length]
    if (endpoint === undefined || (endpoint === this.what.free && !freed)) return
    const { status } = await this.#ask(endpoint, id, body)
    const outcome = `${endpoint.name} of ${this.what.collection}/${id}, ${freed ? "freed" : "alive"}, responded with ${status}`
    if (!freed) {
      if (status === 404) this.wrong.push(outcome)
      return
    }
    const stays = await this.#isListed(id)
    const gone = status === 404 || status === 410
    // Any error is fine for a random body, which may be validated first, and for a record that stays readable after deletion.
    if (body === undefined && !stays ? !gone : status < 400) this.wrong.push(outcome)
    this.wrong.push(...this.#watched.changed)
  }

  #ask({ spec, ...names }: NamedEndpoint, id: number, body: unknown = spec.example?.body) {
    const changes = { params: { id }, ...(spec.body !== undefined && body !== undefined && { body }) }
    return this.#watched.service.call(...sample({ spec, ...names }, changes))
  }

  async #isListed(id: number): Promise<boolean> {
    const { body } = await this.#service.call("GET", `${this.what.collection}?limit=100`)
    return body.some((row: { id: number }) => row.id === id)
  }
}

/** Creates a record of a noun; undefined if a limit is reached. */
async function makeRecord({ call }: Mock, group: string, number: number): Promise<number | undefined> {
  const email = `new-${number}@example.test`
  // A membership is created by an invitation and its acceptance.
  const create = endpointNamed(group === "memberships" ? "invites.create" : `${group}.create`)
  const body = { ...Object(create.spec.example?.body), ...(group !== "webhooks" && { email }) }
  const made = await call(...sample(create, { body }))
  if (made.status !== 201 || group !== "memberships") return made.body.id
  const user = { email, password: "mock-password", invite_token: made.body.token }
  await call("POST", "/v1/signup", { key: null, body: { user } })
  const { body: members } = await call("GET", "/v1/my/account/memberships")
  return members.find((member: { email: string }) => member.email === email)?.id
}

/** A deleted record is permanently gone for every endpoint that names it, and requests for it have no effect. */
export const useAfterFree = property(
  fc.record({
    way: fc.constantFrom(...freeing.map(({ free }) => free.name)),
    steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  }),
  async ({ way, steps }) => {
    const what = freeing.find(({ free }) => free.name === way)
    if (what === undefined) throw new Error(`nothing is freed by ${way}`)
    const life = new Life(what)
    const begin: Step[] = [{ do: "make" }, { do: "make" }, { do: "free", which: 0 }]
    for (const step of [...begin, ...steps]) await life.take(step)
    for (const [how] of what.uses.entries()) await life.take({ do: "use", which: 0, how, body: undefined })
    return life.wrong
  },
)
