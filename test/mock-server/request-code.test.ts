import { describe, expect, it, onTestFinished } from "vitest"
import { createMockService, type MockService, type MockServiceOptions } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { runPasted } from "../support/pasted-test.ts"
import { post } from "../support/post.ts"

function start(options: MockServiceOptions = {}): MockService {
  const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00Z", ...options })
  onTestFinished(() => service.close())
  return service
}

/** As the page calls it. */
const control = (service: MockService, method: string, path: string, body: object = {}) =>
  service.fetch(`/_mock${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
const message = {
  channel: "email",
  to: "ana@example.test",
  subject: "It's here",
  html: '<a href="https://a.test/">go</a>',
}

describe("code that repeats a request", () => {
  it("is equivalent as curl, as an SDK call and as a CLI command", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message, { "Idempotency-Key": "a-key-of-mine" })
    expect(service.world.requests.code(1)).toMatchObject({
      curl: `curl -X POST http://127.0.0.1:4010/v1/my/messages \\
  -H 'Authorization: Bearer maskey_live_mock' \\
  -H 'Idempotency-Key: a-key-of-mine' \\
  -H 'Content-Type: application/json' \\
  -d '{"channel":"email","to":"ana@example.test","subject":"It'\\''s here","html":"<a href=\\"https://a.test/\\">go</a>"}'`,
      sdk: `await mas.messages.send({
  channel: "email",
  to: "ana@example.test",
  subject: "It's here",
  html: "<a href=\\"https://a.test/\\">go</a>",
}, { idempotencyKey: "a-key-of-mine" })`,
      command: `npx mas-sdk messages send --base-url http://127.0.0.1:4010 --api-key maskey_live_mock --channel email --to ana@example.test --subject 'It'\\''s here' --html '<a href="https://a.test/">go</a>' --idempotency-key a-key-of-mine`,
    })
  })

  it("has its ids, query and brand in the arguments of the method", async () => {
    const service = start()
    const mas = new Mas(service.clientOptions)
    await mas.contacts.list({ limit: 2, page: 1 }).then()
    await mas.templates.get(1).catch(() => undefined)
    await mas.lists.create({ name: "Readers" }, { brandSid: "brand_second" })
    await mas.attachments.download({ conversationId: 1, messageId: 1, id: 2 }, { acknowledge_unscanned: true })
    const sdk = (id: number) => service.world.requests.code(id).sdk
    expect(sdk(1)).toBe("await mas.contacts.list({ limit: 2, page: 1 })")
    expect(sdk(2)).toBe("await mas.templates.get(1)")
    expect(sdk(3)).toBe('await mas.lists.create({ name: "Readers" }, { brandSid: "brand_second" })')
    expect(sdk(4)).toBe(
      "await mas.attachments.download({ conversationId: 1, messageId: 1, id: 2 }, { acknowledge_unscanned: true })",
    )
    expect(service.world.requests.code(3).command).toBe(
      "npx mas-sdk lists create --base-url http://127.0.0.1:4010 --api-key maskey_live_mock --name Readers --brand brand_second",
    )
    expect(() => service.world.requests.code(99)).toThrow("Request not found")
  })

  it("redacts secrets that were sent", async () => {
    const service = start()
    await post(service, "/v1/login", { email: "owner@acme.test", password: "mock-password" })
    expect(JSON.stringify(service.world.requests.code(1))).not.toContain("mock-password")
  })
})

describe("a request not sent by a client with the main account's key", () => {
  const sent = async (path: string, init: RequestInit, prepare?: (service: MockService) => unknown) => {
    const service = start()
    prepare?.(service)
    await service.fetch(path, init).catch(() => undefined)
    return service.world.requests.code(1)
  }
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

  it("keeps its credential and its body if a fault answered it", async () => {
    const init = { method: "POST", headers: bearer("maskey_live_mock"), body: '{"name":"Readers"}' }
    const code = await sent("/v1/my/lists", init, ({ world }) => world.faults.add({ status: 503 }))
    expect(code.curl).toContain("-H 'Authorization: Bearer maskey_live_mock'")
    expect([code.sdk, code.command]).toEqual([
      'await mas.lists.create({ name: "Readers" })',
      "npx mas-sdk lists create --base-url http://127.0.0.1:4010 --api-key maskey_live_mock --name Readers",
    ])
  })

  it("has no call and no command if its credential is missing or unknown", async () => {
    const none = await sent("/v1/my/account", {})
    expect(none).toMatchObject({ curl: "curl http://127.0.0.1:4010/v1/my/account", sdk: null, command: null })
    const unknown = await sent("/v1/my/account", { headers: bearer("maskey_live_wrong") })
    expect(unknown).toMatchObject({ curl: expect.stringContaining('"Authorization: Bearer $UNKNOWN"'), sdk: null })
    expect([none.test, unknown.test].map((test) => /Bearer [a-z-]+/.exec(test)?.[0])).toEqual([
      undefined,
      "Bearer of-nobody",
    ])
  })

  it("shows its key if the world started with it", async () => {
    const headers = { ...bearer("maspk_live_mock"), "Content-Type": "application/json" }
    const form = await sent("/v1/public/contacts", { method: "POST", headers, body: '{"email":"p@x.test"}' })
    expect(form).toMatchObject({ curl: expect.stringContaining("Bearer maspk_live_mock"), sdk: null, command: null })
  })

  it("is a form with a placeholder for the file, if it was one", async () => {
    const body = new FormData()
    body.append("resource", "contacts")
    body.append("file", new Blob(["email\nq@x.test\n"]), "c.csv")
    const { curl, sdk, command } = await sent("/v1/my/imports", {
      method: "POST",
      headers: bearer("maskey_live_mock"),
      body,
    })
    expect(curl).toMatch(/-F resource=contacts \\\n {2}-F file=@FILE$/)
    expect(curl).not.toContain("Content-Type")
    expect([sdk, command]).toEqual([null, null])
  })
})

describe("a request as a test", () => {
  it("expects only the deliveries caused so far, even if more was sent at that time", async () => {
    const service = start({ allowLocalWebhooks: true, deliver: () => ({ status: 200, duration: 1 }) })
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:3000/hooks", events: ["email.sent"] })
    for (let n = 0; n < 2; n++) await post(service, "/v1/my/messages", message)
    await service.world.advance(0)
    const { test } = service.world.requests.code(2)
    expect(test.match(/event_type/g)).toHaveLength(1)
    expect(await runPasted(test)).toBe(true)
  })

  it("repeats actions made in code, and signs in with a redacted password", async () => {
    const service = start()
    const { id } = await new Mas(service.clientOptions).messages.send({ ...message, channel: "email" })
    service.world.messages.event(id, { type: "complained" })
    const user = { email: "admin@acme.test", password: "mock-password" }
    await service.fetch("/v1/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user }),
    })
    const { test } = service.world.requests.code(2)
    expect(test).toContain('world.messages.event(1, { type: "complained" })')
    expect(test).not.toContain("mock-password")
    expect(await runPasted(test)).toBe(true)
  })

  it.each([
    ["bounced@simulator.test", "sent, hard bounce", 'status_reason_code: "hard_bounce"', '{ reason: "hard_bounce" }'],
    ["complained@simulator.test", "sent, complaint", 'status_reason_code: "complaint"', '{ reason: "complaint" }'],
    ["failed@simulator.test", "failed", 'status: "failed"', '{ type: "email.failed" }'],
    ["delivered@simulator.test", "delivered", 'status: "sent"', '{ type: "email.delivered" }'],
    ["delayed@simulator.test", "delivered", 'status: "sent"', '{ type: "email.delivered" }'],
  ])(
    "asserts what became of a message to %s, without an endpoint, and is named after it",
    async (to, name, ...parts) => {
      const service = start()
      await post(service, "/v1/my/messages", { ...message, to })
      await service.world.advance("3h")
      const { test } = service.world.requests.code(1)
      expect(test).toContain(`it("messages.send to ${to}: ${name}"`)
      for (const part of parts) expect(test).toContain(part)
      expect(await runPasted(test)).toBe(true)
      const other = name === "delivered" ? "failed@simulator.test" : "delivered@simulator.test"
      await expect(runPasted(test.replaceAll(to, other))).rejects.toThrow()
    },
  )

  it("asserts each webhook of its own message and no other's, and is named after them", async () => {
    const service = start({ allowLocalWebhooks: true, deliver: () => ({ status: 500, duration: 1 }) })
    const events = ["email.sent", "email.bounced"]
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:3000/hooks", events })
    for (const to of [message.to, "bounced@simulator.test", "bounced@simulator.test"])
      await post(service, "/v1/my/messages", { ...message, to })
    await service.world.advance("10m")
    const [healthy = "", bounced = "", suppressed = ""] = [2, 3, 4].map((id) => service.world.requests.code(id).test)
    expect(healthy).toContain(`it("messages.send to ${message.to}: delivered; email.sent fails once"`)
    expect(bounced).toContain('it("messages.send to bounced@simulator.test: sent, hard bounce; webhooks fail 2 times"')
    expect(bounced).toContain("world.deliveries.list({ message_id: 2 })")
    expect(bounced.match(/event_type: "[\w.]+"/g)).toEqual(events.map((type) => `event_type: "${type}"`))
    expect(suppressed).toContain('it("messages.send to bounced@simulator.test: failed"')
    expect(suppressed).not.toContain("world.deliveries")
    for (const test of [healthy, bounced, suppressed]) expect(await runPasted(test)).toBe(true)
    const other = bounced.replace(/(email.bounced of message 2 .*?status: )500/, "$1200")
    expect(other).not.toBe(bounced)
    await expect(runPasted(other)).rejects.toThrow()
    const unsubscribed = bounced.replace('events: ["email.sent", "email.bounced"]', 'events: ["email.sent"]')
    await expect(runPasted(unsubscribed)).rejects.toThrow()
  })

  it("asserts the webhook of the sample event that it requested, beside others of its type", async () => {
    const service = start({ allowLocalWebhooks: true, deliver: () => ({ status: 500, duration: 1 }) })
    const mas = new Mas(service.clientOptions)
    await mas.webhooks.create({ url: "http://127.0.0.1:3000/hooks", events: ["email.sent"] })
    for (let n = 0; n < 2; n++) await mas.webhooks.test(1, { type: "email.sent" })
    await service.world.advance(0)
    const { test } = service.world.requests.code(3)
    expect(test).toContain("email.sent fails once")
    expect(test.match(/event_type: "email.sent", attempt/g)).toHaveLength(1)
    expect(await runPasted(test)).toBe(true)
  })

  it("asserts of a message only what happened before the next request", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message)
    await post(service, "/v1/my/messages", message)
    service.world.messages.event(1, { type: "bounced" })
    const { test } = service.world.requests.code(1)
    expect(test).toContain('{ type: "email.delivered" }')
    expect(test).not.toContain("bounce")
    expect(await runPasted(test)).toBe(true)
  })

  it("is skipped with a reason if the world was restored or a file was sent", async () => {
    const service = start()
    const mas = new Mas(service.clientOptions)
    service.world.checkpoints.save("before")
    service.world.checkpoints.rewind("before")
    await mas.imports.create({ file: new Blob(["email\nq@x.test\n"]), resource: "contacts" })
    const { test } = service.world.requests.code(1)
    expect(test).toContain("// - Request 1 sent a file, which is not kept: add it.\n// - The world was restored")
    expect(test).toContain('it.skip("imports.create responds with')
    expect(await runPasted(test)).toBe(false)
  })

  it("passes as pasted for a refused request, and names the refused fields", async () => {
    const service = start()
    await post(service, "/v1/my/messages", { channel: "email", subject: "Hi" })
    const { test } = service.world.requests.code(1)
    expect(test).toContain("status: 422")
    expect(test).toContain("validationErrors: { to: [")
    await runPasted(test)
  })

  it("passes as pasted for a message sent and clicked, with its webhooks", async () => {
    const statuses = [500, 503, 200, 200]
    const service = start({
      allowLocalWebhooks: true,
      deliver: () => ({ status: statuses.shift() ?? 200, duration: 3 }),
    })
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:3000/hooks", events: ["email.delivered"] })
    await post(service, "/v1/my/messages", message)
    await control(service, "POST", "/clock/advance", { by: "10m" })
    await control(service, "POST", "/deliveries/1/redeliver")
    await control(service, "POST", "/messages/1/events", { type: "opened" })
    await control(service, "POST", "/clock/advance", { by: "1h" })
    const { test } = service.world.requests.code(2)
    expect(test).toContain('world.messages.event(1, { type: "opened" })')
    expect(test).toContain("world.deliveries.redeliver(1)")
    expect(test.match(/response_status: (\d+)/g)).toEqual(
      [500, 503, 200, 200].map((code) => `response_status: ${code}`),
    )
    await runPasted(test)
  })

  it.each<[string, (service: MockService) => Promise<unknown>]>([
    [
      "on another brand",
      async ({ clientOptions }) => new Mas(clientOptions).lists.create({ name: "R" }, { brandSid: "brand_second" }),
    ],
    ["without a credential", async (service) => service.fetch("/v1/my/account")],
    ["to an unknown path", async (service) => post(service, "/v1/nowhere", {})],
    ["of a list", async ({ clientOptions }) => new Mas(clientOptions).contacts.list({ limit: 2 }).then()],
    [
      "that a fault answers",
      async (service) => {
        await control(service, "POST", "/faults", { status: 503, times: 1, from: 2 })
        await post(service, "/v1/my/lists", { name: "One" })
        return post(service, "/v1/my/lists", { name: "Two" })
      },
    ],
    [
      "that a fault cuts off",
      async (service) => {
        await control(service, "POST", "/faults", { drop: "after" })
        return post(service, "/v1/my/lists", { name: "One" }).catch(() => undefined)
      },
    ],
    [
      "about records made and moved before",
      async (service) => {
        const purchase = { amount_cents: 5_000 }
        await post(service, "/v1/my/billing/funding/purchases", purchase, { "Idempotency-Key": "a-purchase-key" })
        await control(service, "POST", "/purchases/1/pay")
        await control(service, "POST", "/contacts", { count: 4 })
        return service.fetch("/v1/my/billing/funding/purchases/1", {
          headers: { Authorization: `Bearer ${service.apiKey}` },
        })
      },
    ],
    [
      "by another credential",
      async (service) => {
        const { token } = service.world.credentials.mint({ kind: "jwt", account_id: 1 })
        return service.fetch("/v1/my/user", { headers: { Authorization: `Bearer ${token}` } })
      },
    ],
  ])("passes as pasted for one %s", async (_, act) => {
    const service = start({ seed: 7 })
    await act(service)
    const last = service.world.requests.list().at(-1)
    const { test } = service.world.requests.code(last?.id ?? 0)
    await runPasted(test)
  })

  it("makes a credential of the same brand", async () => {
    const service = start({ seed: 7 })
    const { token } = service.world.credentials.mint({ kind: "public_key", brand_sid: "brand_second" })
    await service.fetch("/v1/my/events", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ contact_email: "ada@example.test", event: "seen" }),
    })
    const { test } = service.world.requests.code(1)
    expect(test).toMatch(/credentials.mint\({[^}]*brand_sid: "brand_second"/)
    await runPasted(test)
  })

  it("fails if the service behaves differently: it does not pass in every case", async () => {
    const service = start()
    await post(service, "/v1/my/messages", { channel: "email", subject: "Hi" })
    const { test } = service.world.requests.code(1)
    await expect(runPasted(test.replace("status: 422", "status: 423"))).rejects.toThrow()
    await expect(runPasted(test.replace('channel: "email"', 'channel: "sms"'))).rejects.toThrow()
  })
})
