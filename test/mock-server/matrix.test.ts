import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { AuthenticationError, ConnectionError } from "../../sdk/index.ts"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"
import { json, type Opened, openings } from "../support/matrix.ts"
import { startReceiver, status } from "../support/receiver.ts"

const mail = { channel: "email", to: "ana@example.test", subject: "Hello", html: "<p>Hi</p>" } as const

describe.each(openings)("%s, the service", (_way, open) => {
  let service: Opened
  beforeEach(async () => {
    service = await open({ allowLocalWebhooks: true })
  })
  afterEach(() => service.close())

  it("signs people in and out", async () => {
    const user = { email: "member@acme.test", password: "mock-password" }
    const { token } = await service.mas.auth.login({ user })
    const person = service.mas.withOptions({ token })
    expect((await person.user.get()).email).toBe(user.email)
    await person.auth.logout()
    await expect(person.user.get()).rejects.toThrow(AuthenticationError)
  })

  it("pages through every contact once", async () => {
    await service.world.contacts.fill({ count: 250 })
    const emails = await service.mas.contacts.list({ limit: 100 }).toArray()
    expect(new Set(emails.map(({ email }) => email)).size).toBe(253)
    const page = await service.mas.contacts.list({ limit: 100, page: 3 })
    expect([page.items.length, page.totalCount, page.totalPages, page.nextPage]).toEqual([53, 253, 3, null])
  })

  it("names the invalid fields", async () => {
    const response = await service.call("/v1/my/messages", json({ channel: "email", to: "nobody" }))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: true, validation_errors: { to: [expect.any(String)] } })
  })

  it("identifies the world that answered", async () => {
    const response = await service.call("/v1/my/account")
    expect(response.headers.get("x-mas-mock")).toMatch(
      /^mas-sdk\/\S+; world=main; instance=[^;]+; clock=frozen; now=\S+$/,
    )
  })

  it("sends a message once for one key, however many requests run at once", async () => {
    const sends = Array.from({ length: 20 }, () => service.mas.messages.send(mail, { idempotencyKey: "receipt-1" }))
    const ids = new Set((await Promise.all(sends)).map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect((await service.mas.messages.list()).totalCount).toBe(1)
  })

  it("accepts an upload and finishes its import", async () => {
    const file = { content: "email,first_name\nann@example.test,Ánn\nbroken,Bob\n", filename: "contacts.csv" }
    const { id } = await service.mas.imports.create({ file, resource: "contacts" })
    await service.world.advance("1m")
    expect(await service.mas.imports.get(id)).toMatchObject({ status: "complete", success_rows: 1, failed_rows: 1 })
    expect((await service.mas.contacts.list({ search: "ann@" })).items[0]?.first_name).toBe("Ánn")
  })

  it("gives an attachment's bytes with its name", async () => {
    const download = await service.mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    const bytes = await download.bytes()
    expect(bytes.length).toBe(download.size)
    expect(download.filename).toMatch(/\.\w+$/)
  })

  it("answers HEAD and OPTIONS without a body", async () => {
    const responses = await Promise.all([
      service.call("/v1/my/account", { method: "HEAD" }),
      service.call("/v1/my/account", { method: "OPTIONS" }),
    ])
    expect(responses.map((response) => response.status)).toEqual([200, 204])
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(["", ""])
  })

  it("serves its own OpenAPI document", async () => {
    const response = await service.call("/openapi.yaml")
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/yaml; charset=utf-8"])
    expect(await response.text()).toContain("openapi: 3.1")
  })

  it("applies faults, and records them", async () => {
    service.world.faults.add({ path: "/v1/my/messages", status: 503, retry_after: 0, times: 1 })
    service.world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
    const options = { idempotencyKey: "cut-1" }
    await expect(service.mas.messages.send(mail, options)).rejects.toMatchObject({ status: 503 })
    await expect(service.mas.messages.send(mail, options)).rejects.toThrow(ConnectionError)
    await service.mas.messages.send(mail, options)
    const journal = service.world.requests.list({ method: "POST", path: "/v1/my/messages" })
    expect(journal.map((entry) => entry.status)).toEqual([503, null, 200])
    expect(journal.map((entry) => entry.idempotency_key)).toEqual(["cut-1", "cut-1", "cut-1"])
  })

  it("delivers signed webhooks, and retries them when the clock has moved", async () => {
    const queuedResponses = [status(500), status(204)]
    const receiver = await startReceiver((...request) => queuedResponses.shift()?.(...request))
    try {
      const { id, secret } = await service.mas.webhooks.create({ url: receiver.url, events: ["email.delivered"] })
      await service.mas.messages.send(mail)
      await service.world.advance("1m")
      const events = receiver.received.map(({ body, headers }) => ({
        ...verifyWebhook(body, headers, secret, { now: new Date(service.world.clock.get().now) }),
        id: headers["webhook-id"],
      }))
      expect(events.map(({ type }) => type)).toEqual(["email.delivered", "email.delivered"])
      expect(events[0]).toEqual(events[1])
      const { items } = await service.mas.webhooks.deliveries(id)
      expect(items[0]).toMatchObject({ status: "delivered", attempts: 2 })
    } finally {
      await receiver.close()
    }
  })

  it("accepts control calls, in another world too", async () => {
    const response = await service.call("/_mock/worlds", json({ clock: "frozen" }))
    const { id }: { id: string } = await response.json()
    const filled = await service.call(`/@${id}/_mock/contacts`, json({ count: 7 }))
    expect(await filled.json()).toEqual({ added: 7, total: 10 })
    const count = async (prefix: string) =>
      (await service.call(`${prefix}/v1/my/contacts`)).headers.get("x-total-count")
    expect(await Promise.all([count(""), count(`/@${id}`)])).toEqual(["3", "10"])
  })

  it("restores a snapshot and answers the same bytes", async () => {
    const snapshot = service.world.state.snapshot()
    const play = async () => {
      const { id } = await service.mas.messages.send(mail, { idempotencyKey: "played" })
      const paths = [`/_mock/messages/${id}`, "/v1/my/messages", "/_mock/clock", "/v1/my/delivery/status"]
      return Promise.all(paths.map(async (path) => (await service.call(path)).text()))
    }
    const first = await play()
    service.world.state.restore(snapshot)
    expect(await play()).toEqual(first)
  })
})
