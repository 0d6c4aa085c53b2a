import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import type { MockWorld } from "../../mock-server/testing/mock-world.ts"

let server: MockServer

beforeEach(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})

afterEach(async () => {
  await server.close()
})

interface RawResponse {
  readonly status: number
  readonly body: string
}

/** Opens a socket for each request first, then writes all requests at once. */
async function allAtOnce(requests: readonly string[]): Promise<RawResponse[]> {
  const sockets = requests.map(() => connect(server.port, "127.0.0.1"))
  await Promise.all(sockets.map((socket) => once(socket, "connect")))
  const responses = sockets.map(responseOn)
  for (const [at, socket] of sockets.entries()) socket.write(requests[at] ?? "")
  return Promise.all(responses)
}

async function responseOn(socket: Socket): Promise<RawResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n", 2)
  return { status: Number(head.split(" ", 2)[1]), body }
}

function post(path: string, token: string, body: unknown): string {
  const text = JSON.stringify(body)
  return [
    `POST ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    "Idempotency-Key: one-key",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
    "",
    text,
  ].join("\r\n")
}

/** The number of responses by status. */
function tally(responses: readonly RawResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const message = { channel: "email", to: "ada@example.test", subject: "Receipt", body: "Thank you." }
const client = { owner_email: "owner@newclient.test", account_name: "New Client" }

/** Path, payload, another payload, the statuses of first and replay, and the list that counts the records. */
const cases: readonly [string, unknown, unknown, number, number, string][] = [
  ["/v1/my/messages", message, { ...message, subject: "Other" }, 201, 200, "/v1/my/messages"],
  ["/v1/my/events", tracked("placed"), tracked("paid"), 201, 200, "/v1/my/events"],
  [
    "/v1/my/managed_accounts",
    { managed_account: client },
    { managed_account: { ...client, account_name: "Other" } },
    201,
    200,
    "/v1/my/managed_accounts?q=newclient",
  ],
  ["/v1/my/billing/funding/purchases", { amount_cents: 5_000 }, { amount_cents: 6_000 }, 201, 200, ""],
  ["/v1/my/subscription/checkout", { plan_id: 2 }, { plan_id: 3 }, 201, 200, ""],
  ["/v1/my/validation_operations", { list_id: 1 }, { contact_ids: [1] }, 202, 202, ""],
]

function tracked(event: string) {
  return { contact_email: "ada@example.test", event }
}

const tokenFor = (path: string, world: MockWorld) =>
  path.includes("managed_accounts") ? world.seeded().credentials.provisioning_credential : server.apiKey

async function recordsAt(path: string): Promise<string | null> {
  const headers = { Authorization: `Bearer ${tokenFor(path, server.world)}` }
  return (await fetch(`${server.url}${path}`, { headers })).headers.get("x-total-count")
}

describe.each(cases)("a hundred requests to %s at once with one key", (path, payload, other, first, replay, list) => {
  it("have one effect, and all get the first one's response", { tags: "slow" }, async () => {
    const request = post(path, tokenFor(path, server.world), payload)
    const responses = await allAtOnce(Array.from({ length: 100 }, () => request))
    expect(tally(responses)).toEqual(first === replay ? { [first]: 100 } : { [first]: 1, [replay]: 99 })
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    if (list !== "") expect(await recordsAt(list)).toBe("1")
  })

  it("have one effect if half of them have another payload: those are refused as conflicts", {
    tags: "slow",
  }, async () => {
    const token = tokenFor(path, server.world)
    const requests = Array.from({ length: 100 }, (_, at) => post(path, token, at % 2 === 0 ? payload : other))
    const responses = await allAtOnce(requests)
    const { 409: conflicts, ...rest } = tally(responses)
    expect(conflicts).toBe(50)
    expect(rest).toEqual(first === replay ? { [first]: 50 } : { [first]: 1, [replay]: 49 })
    if (list !== "") expect(await recordsAt(list)).toBe("1")
  })
})
