import { describe, expect, it } from "vitest"
import { ExpectationError } from "../../mock-server/index.ts"
import { rowsOf } from "../support/dashboard-data.ts"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const mail = { channel: "email", to: "ana@example.test", subject: "Your receipt", html: "<p>Hi</p>" }

/** The message of the ExpectationError that a promise rejects with. */
async function failure(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ExpectationError)
  return error instanceof Error ? error.message : ""
}

describe("world.expect.message", () => {
  it("returns the newest matching message, in full", async () => {
    const { call, control } = mock()
    for (const subject of ["Welcome", "Your receipt", "Your receipt"]) {
      await call("POST", "/v1/my/messages", { body: { ...mail, subject } })
    }
    const message = await control.expect.message({ to: "ANA@example.test", subject: "Your *", status: "sent" })
    expect(message).toMatchObject({ id: 3, html: "<p>Hi</p>", timeline: expect.any(Array) })
    expect(await control.expect.message({ subject: /^welcome$/i })).toMatchObject({ id: 1 })
    expect((await control.expect.message()).id).toBe(3)
  })

  it("advances the world's time until it arrives, and no further", async () => {
    const { call, control } = mock({ messageLatency: 60_000 })
    await call("POST", "/v1/my/messages", { body: mail })
    await control.expect.message({ to: mail.to, status: "sent" })
    expect(control.clock.get().now).toBe("2026-03-01T12:01:00.000Z")
  })

  it("advances up to its limit, and not beyond", async () => {
    const { call, control } = mock({ messageLatency: 7_200_000 })
    await call("POST", "/v1/my/messages", { body: mail })
    expect(await failure(control.expect.message({ status: "sent" }))).toContain('status is "queued", not "sent"')
    expect(control.clock.get().now).toBe("2026-03-01T12:00:00.000Z")
    await control.expect.message({ status: "sent" }, { within: "2h" })
    expect(control.clock.get().now).toBe("2026-03-01T14:00:00.000Z")
  })

  it("names the nearest message, and each field that differs", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: mail })
    await call("POST", "/v1/my/messages", { body: { ...mail, to: "ben@example.test", subject: "Welcome" } })
    expect(await failure(control.expect.message({ to: mail.to, subject: "Your invoice" }))).toBe(
      'No message with to "ana@example.test", subject "Your invoice" within 1h. The nearest is message 1: subject is "Your receipt", not "Your invoice".',
    )
    expect(await failure(control.expect.message({ to: "ben@*", subject: /receipt/ }, { within: "5m" }))).toBe(
      'No message with to "ben@*", subject /receipt/ within 5m. The nearest is message 2: subject is "Welcome", not /receipt/.',
    )
    const both = await failure(control.expect.message({ to: "eve@example.test", subject: "Hello", channel: "email" }))
    expect(both).toContain('message 2: to is "ben@example.test", not "eve@example.test"; subject is "Welcome"')
    expect(await failure(mock().control.expect.message({ to: "a@b.test" }))).toContain("There is no message.")
  })

  it("refuses an invalid time", async () => {
    await expect(mock().control.expect.message({}, { within: "soon" })).rejects.toThrow(TypeError)
  })
})

describe("world.expect.delivery", () => {
  it("waits through the retries for the matching one", async () => {
    let attemptCount = 0
    const { control, addWebhook, send } = mockWithEndpoint(() => (++attemptCount < 3 ? 503 : 200))
    await addWebhook(["email.delivered"])
    await send(mail.to)
    const expectation = { event_type: "email.delivered", message_id: 1, response_status: 200 }
    const attempt = await control.expect.delivery(expectation, { within: "1h" })
    expect(attempt).toMatchObject({ attempt: 3, response_status: 200, sent_at: "2026-03-01T12:06:00.000Z" })
    expect(control.clock.get().now).toBe("2026-03-01T12:06:00.000Z")
  })

  it("names the receiver's response instead", async () => {
    const { control, addWebhook, send } = mockWithEndpoint(() => 503)
    await addWebhook(["email.delivered"])
    await send(mail.to)
    const message = await failure(control.expect.delivery({ webhook_id: 1, response_status: 200 }, { within: "2m" }))
    expect(message).toBe(
      "No delivery attempt with webhook_id 1, response_status 200 within 2m. The nearest is delivery attempt 2: response_status is 503, not 200.",
    )
  })
})

describe("world.expect.request", () => {
  it("finds a request by any of its fields", async () => {
    const { call, control } = mock()
    await call("GET", "/v1/my/lists?limit=1")
    await call("POST", "/v1/my/lists", { body: { name: "Made" } })
    expect(await control.expect.request({ method: "post", path: "/v1/my/*", status: 201 })).toMatchObject({ id: 2 })
    expect(await control.expect.request({ endpoint: "lists.list", query: "limit=*" })).toMatchObject({ id: 1 })
    expect(await failure(control.expect.request({ path: "/v1/my/lists", method: "DELETE" }))).toContain(
      'The nearest is request 2: method is "POST", not "DELETE".',
    )
  })
})

describe("world.expect.nothingSent", () => {
  it("refuses an unknown field, which could never match", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: mail })
    const slip: object = { recipient: mail.to }
    await expect(control.expect.nothingSent(slip)).rejects.toThrow(/^A message has no recipient, but id, .*to, subject/)
  })

  it("refuses an empty recipient, which no message has", async () => {
    const { expect: expected } = mock().control
    await expect(expected.nothingSent({ to: "" })).rejects.toThrow("The to of a message is never empty")
    await expect(expected.message({ to: "" })).rejects.toThrow("The to of a message is never empty")
  })

  it.each([5, true, null, {}])(
    "refuses the recipient %j, which is neither text nor a regular expression",
    async (to) => {
      const { expect: expected } = mock().control
      const slip: object = { to }
      await expect(expected.nothingSent(slip)).rejects.toThrow("The to of a message is an address or number as text")
      await expect(expected.message(slip)).rejects.toThrow("The to of a message is an address or number as text")
    },
  )

  it.each(["", "%20"])("refuses a query for the recipient '%s' over HTTP", async (to) => {
    const { status, body } = await mock().call("GET", `/_mock/messages?to=${to}`)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain("is empty: no message has such a recipient")
  })

  it("refuses an unknown option, instead of ignoring it", async () => {
    const { control } = mock()
    const slip: object = { withn: "1d" }
    await expect(control.expect.nothingSent({}, slip)).rejects.toThrow("Unknown option withn: pass within")
    await expect(control.expect.message({}, slip)).rejects.toThrow(TypeError)
  })

  it("passes while nothing matches, and advances time as requested", async () => {
    const { call, control } = mock()
    await control.expect.nothingSent()
    await call("POST", "/v1/my/messages", { body: mail })
    await control.expect.nothingSent({ to: "ben@example.test" }, { within: "1d" })
    expect(control.clock.get().now).toBe("2026-03-02T12:00:00.000Z")
    await control.expect.nothingSent({ to: mail.to, channel: "sms" })
  })

  it("names what was sent", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: mail })
    expect(await failure(control.expect.nothingSent({ to: "*@example.test" }))).toBe(
      'No message with to "*@example.test" was expected, and message 1 was sent with to "ana@example.test", subject "Your receipt"',
    )
  })
})

describe("a message expected to be clean", () => {
  const clean = { ...mail, html: "<p>Hi Ana</p>", body: "Hi Ana" }

  it("is returned if nothing is wrong with it", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: clean })
    expect(await control.expect.message({ to: mail.to, clean: true })).toMatchObject({ id: 1, warnings: [] })
  })

  it("fails with each finding and its fix, unless its rule is off", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: { ...clean, html: '<p>Hi undefined</p>\n<a href="/x">x</a>' } })
    expect(await failure(control.expect.message({ clean: true }))).toBe(
      [
        "Message 1 is not clean:",
        'error undefined, html:1:7: html says “undefined” where a value is missing: "Hi undefined". Give the value, or leave the words around it out.',
        'error relative-link, html:2:1: html has an address without a host, which leads nowhere from a mailbox: "/x". Write the whole address, from https:// on.',
      ].join("\n"),
    )
    expect(await failure(control.expect.message({ clean: { off: ["undefined"] } }))).not.toContain("says “undefined”")
    expect((await control.expect.message({ clean: { off: ["undefined", "relative-link"] } })).id).toBe(1)
    expect((await control.expect.message({ clean: false })).warnings).toHaveLength(2)
    expect((await rowsOf(control, "message")).rows).toMatchObject([{ id: 1, worst_warning: "error" }])
    expect(control.requests.get(1).warnings).toEqual(control.messages.get(1).warnings)
  })

  it("is checked as rendered by its template", async () => {
    const { call, control } = mock()
    const template = { name: "Hi", subject: "Hi", html: "<p>Hi {{ data.name }}</p>", body: "Hi {{ data.name }}" }
    const { body } = await call("POST", "/v1/my/templates", { body: template })
    const send = (data: object) =>
      call("POST", "/v1/my/messages", { body: { ...mail, html: undefined, template_id: body.id, data } })
    await send({ name: "Ana" })
    expect((await control.expect.message({ clean: true })).html).toBe("<p>Hi Ana</p>")
    await send({ name: "undefined" })
    expect(await failure(control.expect.message({ clean: true }))).toContain("error undefined, html:1:7")
  })
})
