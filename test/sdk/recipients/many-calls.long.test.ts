import { expect, it } from "vitest"
import { Random } from "../../../mock-server/base/random.ts"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { listEndpoints, type NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { fetchTransport, Mas, nodeHttpTransport, type Transport, undiciTransport } from "../../../sdk/index.ts"
import { repetitions } from "../../support/repetitions.ts"

const calls = repetitions(20_000, 100_000)
/** Calls between two checks of the journal. */
const batch = 1_000
/** An endpoint with unseen recipients that is allowed by name. */
const allowedEndpoint = "events.track"

/** The recipients in each body: written by hand, independently of the contract. */
const recipientsIn: Readonly<Record<string, (body: Record<string, never>) => unknown>> = {
  "auth.signup": ({ user }) => Object(user).email,
  "user.update": ({ email }) => email,
  "invites.create": ({ email }) => email,
  "managedAccounts.create": ({ managed_account }) => Object(managed_account).owner_email,
  "messages.send": ({ to }) => to,
  "templates.sendTest": ({ email }) => email,
}
const indirect = /^(imports|contacts|flows)\.create$|^campaigns\.send$|^lists\.updateContacts$|^publicForms\.submit$/

const endpoints = listEndpoints(contract).filter(({ name }) => name !== "auth.logout")
const reaching = endpoints.filter(({ spec }) => spec.recipients !== "nobody")

const allowed = ["qa@acme.test", "QA@Acme.Test", "Ann <ann@acme.test>", "ann+1@acme.test", "+4915112345678"]
const strangers = [
  "ada@example.test",
  "ada@acme.test.example.test",
  "qa@acme.test <ada@example.test>",
  "qa@acme.test, ada@example.test",
  '"qa@acme.test"@example.test',
  "ada%example.test@acme.test",
  "+4917112345678",
  "qa@acme.test\nada@example.test",
]
const isAllowed = (text: string) =>
  text.split(", ").every((one) => /^[\w+ <.]+@acme\.test>?$/i.test(one) || one.startsWith("+4915"))

/** Spellings of a path that some service treats as the same. */
const spellings: readonly ((path: string, random: Random) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll("/", "//").slice(1),
  (path) => `${path}/`,
  (path) => `${path}.json`,
  (path) => `${path}?note=1`,
  (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path, random) =>
    path.replace(/[a-z]/g, (letter) => (random.fraction() < 0.3 ? `%25${letter.charCodeAt(0).toString(16)}` : letter)),
  (path) => path.replace(/\/(\w+)$/, "/none%2F..%2F$1"),
]

const pick = <T>(list: readonly T[], random: Random): T => {
  const one = list[Math.floor(random.fraction() * list.length)]
  if (one === undefined) throw new Error("there is nothing to pick")
  return one
}

/** An endpoint's example with other recipients. */
function bodyFor({ spec }: NamedEndpoint, random: Random): unknown {
  const { body } = spec.example ?? {}
  if (body === undefined || typeof spec.recipients === "string" || !("field" in spec.recipients)) return body
  const texts = random.fraction() < 0.15 ? allowed : strangers
  const value = random.fraction() < 0.1 ? [pick(texts, random), pick(texts, random)] : pick(texts, random)
  const [outer = "", inner] = spec.recipients.field.split(".")
  const changed = inner === undefined ? value : { ...Object(Reflect.get(Object(body), outer)), [inner]: value }
  return { ...Object(body), [outer]: changed, ...(random.fraction() < 0.05 ? { cc: pick(strangers, random) } : {}) }
}

function makeCall(mas: Mas, endpoint: NamedEndpoint, random: Random): PromiseLike<unknown> {
  const { name, spec } = endpoint
  const { params = {}, query, idempotencyKey } = spec.example ?? {}
  const body = bodyFor(endpoint, random)
  const input = { params, query, ...(body === undefined ? {} : { body }) }
  const options = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${random.hex(4)}` }
  if (spec.upload || random.fraction() < 0.5)
    return mas.request(name as "messages.send", input as never, options as never)
  const path = pick(spellings, random)(
    spec.path.replace(/\{(\w+)\}/g, (_, id) => String(Reflect.get(params, id))),
    random,
  )
  return mas.request(`${spec.method} ${path}` as "POST /", { ...input, params: {} } as never, options as never)
}

/** A service that treats every spelling as the same path, as some do; the mock server is strict. */
function lenient(transport: Transport): Transport {
  const plain = (path: string) => {
    const [bare = ""] = path.split("?")
    const decoded = decodeURIComponent(decodeURIComponent(bare)).replace(/\/+/g, "/").toLowerCase()
    return new URL(decoded, "http://mock.test").pathname.replace(/\.json$|\/$/, "") + path.slice(bare.length)
  }
  return {
    name: transport.name,
    send: (request) => transport.send(Object.create(request, { path: { value: plain(request.path) } })),
  }
}

function clientsOf({ world, url }: MockServer): Mas[] {
  const allow = ["*@acme.test", "+4915*"]
  const { apiKey, clock } = world.clientOptions
  const options = { apiKey, clock, baseUrl: url, maxRetries: 0 }
  const recipients = { allow, allowIndirect: [allowedEndpoint] } as const
  const inProcess = { ...options, transport: lenient(fetchTransport(world.fetch)) }
  const refusing = new Mas({ ...inProcess, recipients })
  const redirecting = new Mas({ ...inProcess, recipients: { redirectTo: { email: "dev@acme.test" }, allow } })
  const nobody = new Mas({ ...inProcess, recipients: { allow: [] } })
  const overSockets = [nodeHttpTransport(), undiciTransport()].map(
    (transport) => new Mas({ ...options, transport: lenient(transport), recipients }),
  )
  return [...Array<Mas>(26).fill(refusing), ...Array<Mas>(3).fill(redirecting), nobody, ...overSockets]
}

/** What reached the service and should not have, by its journal, its messages and its own mails. */
function leaks({ world }: MockServer): unknown[] {
  const written = world.requests.list().filter(({ method }) => method !== "GET")
  const wrong = written.filter(({ endpoint, request_body }) => {
    if (endpoint === null || indirect.test(endpoint)) return true
    const recipients = recipientsIn[endpoint]?.(Object(request_body))
    return [recipients ?? []].flat().some((text) => !isAllowed(String(text)))
  })
  return [
    ...wrong.map(({ method, path, request_body }) => [method, path, request_body]),
    ...world.messages.list().filter(({ to }) => !isAllowed(to)),
    ...world.serviceMail().filter(({ to }) => !isAllowed(to)),
  ]
}

it(`lets none of ${calls} random calls reach a recipient that is not allowed, by the service's own journal`, async () => {
  const server = await startMockServer({ port: 0, clock: "frozen" })
  const random = new Random(34)
  const clients = clientsOf(server)
  const ends = { sent: 0, refused: 0 }
  try {
    for (let firstCall = 0; firstCall < calls; firstCall += batch) {
      const pendingCalls = Array.from({ length: batch }, async () => {
        const endpoint = pick(random.fraction() < 0.92 ? reaching : endpoints, random)
        const error = await Promise.resolve(makeCall(pick(clients, random), endpoint, random)).then(
          () => undefined,
          (error: Error) => error.name,
        )
        ends[error === "RecipientRefusedError" ? "refused" : "sent"]++
      })
      await Promise.all(pendingCalls)
      expect(leaks(server)).toEqual([])
      server.world.reset()
    }
  } finally {
    await server.close()
  }
  // The guard neither refuses everything nor is bypassed.
  expect(ends.sent).toBeGreaterThan(calls / 10)
  expect(ends.refused).toBeGreaterThan(calls / 3)
})
