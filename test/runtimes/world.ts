import { expect } from "vitest"
import { type MockServer, type MockWorld, startMockServer } from "../../mock-server/index.ts"

/** What a program is told of the service. */
export interface Settings {
  readonly baseUrl: string
  readonly apiKey: string
}

/** What the journey answers on every runtime. */
export const expected = {
  account: "Acme",
  page: [2, 3],
  emails: ["ada@example.test", "grace@example.test", "linus@example.test"],
  sentOnce: true,
  refused: [true, "UnprocessableEntityError", 422, { email: ["must be an e-mail address"] }],
  upload: 1,
  download: ["order.txt", "Order 1001\n"],
  event: ["evt_1", "email.delivered"],
  forged: [true, "no_matching_signature"],
}

/** What the service has seen of it: a 503 that was asked again, one message for two sends, and so on. */
const seen = [
  ["GET account.get", 503, null],
  ["GET account.get", 200, null],
  ["GET contacts.list", 200, null],
  ["GET contacts.list", 200, null],
  ["GET contacts.list", 200, null],
  ["POST messages.send", 201, "order-1"],
  ["POST messages.send", 200, "order-1"],
  ["POST contacts.create", 422, null],
  ["POST imports.create", 201, null],
  ["GET attachments.download", 200, null],
]

let server: Promise<MockServer> | undefined

/** Ends the service, if there is one. */
export async function closeServer(): Promise<void> {
  await (await server)?.close()
  server = undefined
}

/**
 * Lets a program make the journey in a world of its own, on a service on loopback, and compares what it answers and what the
 * service has seen.
 */
export async function prove(travel: (settings: Settings) => Promise<unknown>): Promise<void> {
  server ??= startMockServer({ port: 0 })
  const { world, apiKey } = await server
  const own = world.createWorld({ clock: { mode: "frozen", now: "2026-03-01T12:00:00.000Z" } })
  try {
    own.faults.add({ method: "GET", path: "/v1/my/account", status: 503, retry_after: 0, times: 1 })
    expect(await travel({ baseUrl: own.url, apiKey })).toEqual(expected)
    expect(requestsOf(own)).toEqual(seen)
    await own.advance("1m")
    const imported = await own.fetch(`${own.url}/v1/my/contacts?search=zoe@`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    expect(await imported.json()).toMatchObject([{ email: "zoe@example.test", first_name: "Zoë" }])
  } finally {
    own.delete()
  }
}

const requestsOf = (world: MockWorld) =>
  world
    .requests()
    .map(({ method, endpoint, status, idempotency_key }) => [`${method} ${endpoint}`, status, idempotency_key])
