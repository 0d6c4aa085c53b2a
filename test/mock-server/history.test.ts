import { expect, it, onTestFinished } from "vitest"
import { callText } from "../../mock-server/control/call-text.ts"
import { controls } from "../../mock-server/control/controls.ts"
import type { HistoryRow } from "../../mock-server/control/history.ts"
import type { RowPage } from "../../mock-server/control/rows.ts"
import { createMockService, type MockServiceOptions } from "../../mock-server/index.ts"
import { History, historyKept } from "../../mock-server/world/history.ts"
import { post } from "../support/post.ts"

function start(options: MockServiceOptions = {}) {
  const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00Z", ...options })
  onTestFinished(() => service.close())
  const read = async (query = ""): Promise<RowPage<HistoryRow>> =>
    JSON.parse(await (await service.fetch(`/_mock/history${query}`)).text())
  return { service, read, texts: async (query = "") => (await read(query)).rows.map(({ what }) => what).reverse() }
}

const message = { channel: "email", to: "bounced@simulator.test", subject: "Hi", html: "<p>Hi" }

it("tells in words what happened since the world began, although nobody looked", async () => {
  const { service, read, texts } = start({ allowLocalWebhooks: true, deliver: () => ({ status: 500, duration: 1 }) })
  await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:9/hooks", events: ["email.bounced"] })
  await post(service, "/v1/my/messages", message)
  await service.fetch("/v1/my/contacts", { headers: { Authorization: `Bearer ${service.apiKey}` } })
  await service.world.advance("1h")
  await post(service, "/v1/my/messages", { ...message, to: undefined })
  expect(await texts()).toEqual([
    "Request 1: webhooks.create, 201",
    "Request 2: messages.send, 201",
    "Message 1 to bounced@simulator.test: sent",
    "Message 1 to bounced@simulator.test: hard bounce, the address is suppressed",
    "Webhook email.bounced of message 1 to http://127.0.0.1:9/hooks, attempt 1: 500. Retry scheduled for 12:01:00",
    "Webhook email.bounced of message 1 to http://127.0.0.1:9/hooks, attempt 2: 500. Retry scheduled for 12:06:00",
    "Webhook email.bounced of message 1 to http://127.0.0.1:9/hooks, attempt 3: 500. Retry scheduled for 12:36:00",
    "Webhook email.bounced of message 1 to http://127.0.0.1:9/hooks, attempt 4: 500. Retry scheduled for 14:36:00",
    "Clock advanced by 1 h",
    "Request 4: messages.send, 422",
  ])
  const { rows } = await read("?search=bounce&limit=1")
  expect(rows).toMatchObject([{ at: "2026-03-01T12:36:00.000Z", is_bad: true, about: { kind: "delivery", id: 1 } }])
  expect((await read("?search=suppressed")).rows).toMatchObject([{ is_bad: true, status: "sent · hard bounce" }])
})

it("tells of an endpoint that gave up, of work that ran, and of a world that began again", async () => {
  const { service, texts } = start({ allowLocalWebhooks: true, deliver: () => ({ status: 500, duration: 1 }) })
  await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:9/hooks", events: ["email.sent"] })
  await post(service, "/v1/my/messages", message)
  await service.world.advance("2d")
  await post(service, "/v1/my/messages", { ...message, to: "ada@example.test" })
  await service.world.advance("20d")
  const entries = await texts()
  expect(entries).toContain("Endpoint 1 disabled: every delivery has failed for three days")
  expect(entries).toContain("Invitation expired: invited@acme.test")
  expect(entries.at(-1)).toBe("Clock advanced by 20 d")
  service.world.reset()
  expect(await texts()).toEqual(["The world began again: reset, restored or rewound"])
})

it("has words for every control call that changes something", () => {
  const calls = controls.filter(({ spec }) => spec.method !== "GET").map(({ spec }) => `${spec.method} ${spec.path}`)
  expect(calls.length).toBeGreaterThan(30)
  const texts = calls.map((call) => callText({ after: 0, at: 0, call, path: call.split(" ")[1] ?? "", body: {} }))
  expect(texts.filter((text) => calls.includes(text))).toEqual([])
  expect(texts.filter((text) => /^[A-Z]+ \//.test(text))).toEqual([])
})

it("keeps the newest entries, and tells work in many pieces once", () => {
  const history = new History()
  for (let at = 1; at <= historyKept + 5; at++) history.add(at, { what: `number ${at}` })
  expect([history.size, history.lastId]).toEqual([historyKept, historyKept + 5])
  expect([history.get(5), history.get(6)]).toMatchObject([undefined, { news: { what: "number 6" }, at: 6 }])
  for (let at = 1; at <= 3; at++) history.add(at, { task: "import.read", subject: 1 })
  history.add(4, { task: "import.read", subject: 2 })
  expect(history.lastId).toBe(historyKept + 7)
  expect(history.get(historyKept + 6)).toMatchObject({ at: 3, news: { subject: 1 } })
})
