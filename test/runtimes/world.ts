import { expect } from "vitest"
import { type MockServer, type MockWorld, startMockServer } from "../../mock-server/index.ts"

/** The settings of a program. */
export interface Settings {
  readonly baseUrl: string
  readonly apiKey: string
}

/** The result of the journey on every runtime. */
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

/** The journey's requests at the service: a retry after a 503, one message for two sends, and so on. */
const requestRows = [
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
 * Runs a program's journey in a new world of a service on loopback, and compares its result and the service's requests with
 * the expected ones.
 */
export async function prove(travel: (settings: Settings) => Promise<unknown>): Promise<void> {
  server ??= startMockServer({ port: 0 })
  const { world, apiKey } = await server
  const ownWorld = world.worlds.create({ clock: { mode: "frozen", now: "2026-03-01T12:00:00.000Z" } })
  try {
    ownWorld.faults.add({ method: "GET", path: "/v1/my/account", status: 503, retry_after: 0, times: 1 })
    expect(await travel({ baseUrl: ownWorld.url, apiKey })).toEqual(expected)
    expect(requestsOf(ownWorld)).toEqual(requestRows)
    await ownWorld.advance("1m")
    const imported = await ownWorld.fetch(`${ownWorld.url}/v1/my/contacts?search=zoe@`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    expect(await imported.json()).toMatchObject([{ email: "zoe@example.test", first_name: "Zoë" }])
  } finally {
    ownWorld.worlds.remove(ownWorld.id)
  }
}

const requestsOf = (world: MockWorld) =>
  world.requests
    .list()
    .map(({ method, endpoint, status, idempotency_key }) => [`${method} ${endpoint}`, status, idempotency_key])
