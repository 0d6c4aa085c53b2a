import { expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"

const key = { Authorization: "Bearer maskey_live_mock" }
const json = { ...key, "content-TYPE": "application/json" }
const mail = JSON.stringify({ channel: "email", to: "zoë@example.test", subject: "Hello", body: "Hi" })

/** The response of a fresh service, and its journal entry for the request. */
async function exchangeOf(
  send: (service: ReturnType<typeof createMockService>) => Promise<Response>,
): Promise<unknown> {
  const service = createMockService({ clock: "frozen", now: 0 })
  const response = await send(service).catch(String)
  const { duration_ms: _, request_body, ...entry } = service.world.requests.list()[0] ?? {}
  // Of a body refused by its type, only the part that has arrived is kept.
  if (response instanceof Response && response.status !== 415) Object.assign(entry, { request_body })
  return typeof response === "string" ? response : [response.status, await response.text(), entry]
}

it.each<[string, RequestInit]>([
  ["/v1/my/contacts?limit=1&search=%40#top", { headers: key }],
  ["/v1/my/messages", { method: "POST", headers: json, body: mail }],
  ["/v1/my/messages", { method: "POST", headers: { ...key, "idempotency-key": " a b " }, body: mail }],
  ["/v1/my/messages", { method: "POST", headers: key, body: mail }],
  ["/v1/my/messages", { method: "post", headers: json, body: mail }],
  ["/v1/my/lists/1/../2", { headers: key }],
  ["/v1/my/contacts", { method: "GET", headers: json, body: mail }],
  ["/v1/my/contacts", { headers: { "a b": "c" } }],
  ["/v1/my/contacts", { method: "HEAD", headers: key }],
])("a request given as a URL and options is answered like the equivalent Request: %s %j", async (path, init) => {
  const url = `http://127.0.0.1:4010${path}`
  const exchange = await exchangeOf(async (service) => service.fetch(new Request(url, init)))
  expect(await exchangeOf((service) => service.fetch(url, init))).toEqual(exchange)
})
