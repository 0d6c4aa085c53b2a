import { describe, expect, it } from "vitest"
import { messageDetail } from "../../mock-server/resources/messages/message-detail.ts"
import { mock } from "../support/mock.ts"

const email = { channel: "email", to: "ada@example.test", subject: "Your receipt", html: "<p>Thank you.</p>" }
const path = "/v1/my/messages"

/** Sends a plain e-mail with these changes and returns its full record. */
async function sent(m: ReturnType<typeof mock>, more: object) {
  const { status, body } = await m.call("POST", path, { body: { ...email, ...more } })
  expect(status).toBe(201)
  return messageDetail(m.world, body.id)
}

/** The validation errors of a message, by field. */
async function refusal(body: object, m = mock()) {
  const response = await m.call("POST", path, { body })
  expect(response).toMatchObject({ status: 422, body: { code: 422, error: true, error_code: "validation_error" } })
  return response.body.validation_errors
}

it.each([
  ["tags.__proto__", '{"tags":{"__proto__":"a","order":"1"}}'],
  ["data.a.0.__proto__", String.raw`{"data":{"a":[{"\u005f_proto__":{}}]}}`],
])("a message refuses a key that would be dropped: %s [35.6]", async (field, text) => {
  const raw = `${JSON.stringify(email).slice(0, -1)},${text.slice(1)}`
  const headers = { "content-type": "application/json" }
  const { status, body } = await mock().call("POST", path, { raw, headers })
  expect([status, body.validation_errors]).toEqual([422, { [field]: ["is not a known field"] }])
})

describe("an e-mail", () => {
  it("is accepted as queued with all fields of the resource [messages.send] [22.1]", async () => {
    const { call } = mock()
    const { status, body } = await call("POST", path, { body: email })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 1,
      brand_id: 1,
      channel: "email",
      to: "ada@example.test",
      subject: "Your receipt",
      status: "queued",
      provider_id: null,
      source_type: null,
      status_reason_code: null,
      status_reason: null,
      failure_code: null,
      failure_reason: null,
      failure_category: null,
      sent_at: null,
      created_at: "2026-03-01T12:00:00.000Z",
    })
  })

  it("is sent right after it is accepted [22.1]", async () => {
    const { call } = mock()
    await call("POST", path, { body: email })
    const { body } = await call("GET", path)
    expect(body).toMatchObject([
      { status: "sent", sent_at: "2026-03-01T12:00:00.000Z", provider_id: expect.stringMatching(/@/) },
    ])
  })

  it("is sent after the message latency", async () => {
    const { call, advance } = mock({ messageLatency: 60_000 })
    await call("POST", path, { body: email })
    await advance(59_999)
    expect((await call("GET", path)).body).toMatchObject([{ status: "queued", sent_at: null }])
    await advance(1)
    expect((await call("GET", path)).body).toMatchObject([{ status: "sent", sent_at: "2026-03-01T12:01:00.000Z" }])
  })

  it.each(["to", "subject", "channel"])("without %s is 422 [22.2]", async (field) => {
    expect(await refusal({ ...email, [field]: undefined })).toHaveProperty(field)
  })

  it("without html, body and template_id is 422 [22.2]", async () => {
    expect(await refusal({ ...email, html: undefined })).toHaveProperty("html")
  })

  it.each([{ body: "Thank you." }, { html: "<p>Thank you.</p>" }, { template_id: 1 }])(
    "needs only one of them: %j [22.2]",
    async (content) => {
      const { call } = mock()
      expect(await call("POST", path, { body: { ...email, html: undefined, ...content } })).toMatchObject({
        status: 201,
      })
    },
  )

  it("uses body as plain text and html as HTML [22.3]", async () => {
    const detail = await sent(mock(), { html: "<b>Hi</b>", body: "<b>not HTML</b>" })
    expect(detail).toMatchObject({ html: "<b>Hi</b>", text: "<b>not HTML</b>" })
  })

  it("uses its template's parts if its own are empty [22.12]", async () => {
    const service = mock()
    const wholeMessage = await sent(service, { html: undefined, template_id: 1 })
    const { html, text } = await sent(service, { html: "", body: "", template_id: 1 })
    expect({ html, text }).toEqual({ html: wholeMessage.html, text: wholeMessage.text })
  })

  it("is 422 if a part is empty and its template lacks it too", async () => {
    const service = mock()
    const { body } = await service.call("POST", "/v1/my/templates", { body: { name: "Bare", subject: "Bare" } })
    const { id } = body
    expect(await refusal({ ...email, html: "", template_id: id }, service)).toHaveProperty("template_id")
  })

  it("with an unknown field is 422", async () => {
    expect(await refusal({ ...email, colour: "red" })).toHaveProperty("colour")
  })
})

describe("the sender of an e-mail", () => {
  it.each([
    { from: "hello@acme.test" },
    { from_email: "hello@acme.test" },
    { from: "HELLO@Acme.test" },
    { from: "Acme Support <inbox@acme.test>" },
  ])("can be a verified one of the brand: %j [22.5]", async (sender) => {
    const detail = await sent(mock(), sender)
    expect(detail.from).toBe(sender.from ?? sender.from_email)
  })

  it.each([
    { from: "someone@acme.test" },
    { from_email: "someone@acme.test" },
    { from: "hello@second.test" },
    { from: "hello@acme.test <evil@example.test>" },
  ])("that is unknown to the brand is 422: %j [22.5]", async (sender) => {
    const [field = ""] = Object.keys(sender)
    expect(await refusal({ ...email, ...sender })).toEqual({ [field]: [expect.stringContaining("verified sender")] })
  })

  it("that is not verified is 422 [22.5]", async () => {
    const m = mock()
    const { senders } = m.world.tables
    senders.insert({ id: senders.nextId(), brand_id: 1, email: "new@acme.test", verified: false, inbox: false })
    expect(await refusal({ ...email, from: "new@acme.test" }, m)).toHaveProperty("from")
  })

  it("defaults to the brand's own", async () => {
    expect((await sent(mock(), {})).from).toBe("hello@acme.test")
  })

  it("is 422 if omitted in a brand that has none", async () => {
    const m = mock()
    const { senders } = m.world.tables
    for (const sender of [...senders.in("brand", 1)]) senders.remove(sender)
    expect(await refusal(email, m)).toHaveProperty("from")
  })
})

describe("headers and tags", () => {
  it("are kept with the message, tag values as text, plus the service's own tags [22.6]", async () => {
    const detail = await sent(mock(), { headers: { "X-Order": "1001" }, tags: { order: "1001" } })
    expect(detail.headers).toEqual({ "X-Order": "1001" })
    expect(detail.tags).toEqual({ order: "1001", account_id: "1", brand_id: "1", message_id: "1" })
  })

  it("are only the service's own tags if none were sent [22.6]", async () => {
    expect((await sent(mock(), {})).tags).toEqual({ account_id: "1", brand_id: "1", message_id: "1" })
  })

  it.each(["account_id", "brand_id", "message_id"])("refuse the reserved tag %s [22.6]", async (tag) => {
    expect(await refusal({ ...email, tags: { [tag]: "1" } })).toEqual({ [`tags.${tag}`]: [expect.any(String)] })
  })

  it.each([
    "From",
    "message-id",
    "DKIM-Signature",
    "X-MAS-Trace",
    "X-MC-BccAddress",
    "X-MSYS-API",
    "X-SMTPAPI",
    "X-Mailgun-Recipient-Variables",
    "X-PM-Tag",
    "Apparently-To",
    "Disposition-Notification-To",
    "Return-Receipt-To",
    "Errors-To",
  ])("refuse the reserved header %s [22.6]", async (header) => {
    expect(await refusal({ ...email, headers: { [header]: "x" } })).toEqual({
      [`headers.${header}`]: [expect.any(String)],
    })
  })

  it("refuse values that would start another header line [22.10]", async () => {
    expect(await refusal({ ...email, headers: { "X-Order": "1\r\nBcc: all@example.test" } })).toHaveProperty([
      "headers.X-Order",
    ])
  })
})

describe("an SMS", () => {
  const sms = { channel: "sms", to: "+4915112345678", body: "Your code is {{ data.code }}", data: { code: 1234 } }

  it("needs a number and a text, and is sent [22.8]", async () => {
    const m = mock()
    const { status, body } = await m.call("POST", path, { body: sms })
    expect(status).toBe(201)
    expect(body).toMatchObject({ channel: "sms", to: "+4915112345678", subject: null, status: "queued" })
    const detail = messageDetail(m.world, 1)
    expect(detail).toMatchObject({ status: "queued", text: "Your code is 1234", tags: {} })
    await m.advance(0)
    expect((await m.call("GET", path)).body).toMatchObject([{ status: "sent" }])
  })

  it("has no contact: its number is no address [22.9]", async () => {
    const m = mock()
    await m.call("POST", path, { body: { ...sms, body: "{{ data.code }} for [{{ contact.email }}]" } })
    expect(messageDetail(m.world, 1).text).toBe("1234 for []")
  })

  it.each(["subject", "html", "template_id", "from", "from_email", "reply_to", "headers", "tags"])(
    "with %s, an e-mail field, is 422 [22.4] [22.8]",
    async (field) => {
      const value = field === "template_id" ? 1 : field === "headers" || field === "tags" ? {} : "hello@acme.test"
      expect(await refusal({ ...sms, [field]: value })).toHaveProperty(field)
    },
  )

  it.each(["015112345678", "+49 151 1234", "ada@example.test"])("to %s is 422 [22.8]", async (to) => {
    expect(await refusal({ ...sms, to })).toHaveProperty("to")
  })

  it("takes an idempotency key", async () => {
    const { call } = mock()
    const options = { body: sms, headers: { "Idempotency-Key": "code-1" } }
    expect((await call("POST", path, options)).status).toBe(201)
    expect((await call("POST", path, options)).status).toBe(200)
    expect((await call("GET", path)).body).toHaveLength(1)
  })
})

describe("an idempotency key on a message", () => {
  const key = (name: string) => ({ "Idempotency-Key": name })

  it("with the same payload returns the original message [22.7]", async () => {
    const { call } = mock()
    const first = await call("POST", path, { body: email, headers: key("receipt-1") })
    const reordered = Object.fromEntries(Object.entries(email).reverse())
    const second = await call("POST", path, { body: reordered, headers: key("receipt-1") })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    expect((await call("GET", path)).body).toHaveLength(1)
  })

  it("with another payload is 409 with the code idempotency_conflict [22.7]", async () => {
    const { call } = mock()
    await call("POST", path, { body: email, headers: key("receipt-1") })
    const second = await call("POST", path, { body: { ...email, subject: "Another" }, headers: key("receipt-1") })
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: "idempotency_conflict",
        message: "This Idempotency-Key was used with a different request",
        error: true,
        error_code: "idempotency_conflict",
      },
    })
    expect((await call("GET", path)).body).toHaveLength(1)
  })

  it("with another payload is 409 before anything that it names is looked up [22.7]", async () => {
    const { call } = mock()
    await call("POST", path, { body: email, headers: key("receipt-1") })
    const changes = [{ template_id: 999 }, { from: "someone@acme.test" }, { html: "{% if %}" }]
    for (const change of changes) {
      const { status } = await call("POST", path, { body: { ...email, ...change }, headers: key("receipt-1") })
      expect(status).toBe(409)
    }
  })

  it("is independent of the same key in another brand [36.3]", async () => {
    const { call } = mock()
    await call("POST", path, { body: email, headers: key("receipt-1") })
    const second = await call("POST", path, {
      body: { ...email, subject: "Another" },
      headers: { ...key("receipt-1"), "X-Brand-SID": "brand_second" },
    })
    expect(second.status).toBe(201)
  })

  it("is not used up by a failed attempt", async () => {
    const { call } = mock()
    const wrong = { ...email, from: "someone@acme.test" }
    expect((await call("POST", path, { body: wrong, headers: key("receipt-1") })).status).toBe(422)
    expect((await call("POST", path, { body: email, headers: key("receipt-1") })).status).toBe(201)
  })

  it("has one effect in many concurrent requests; the others get the first one's response [22.7]", async () => {
    const { call } = mock()
    const options = { body: { ...email, subject: "Hello {{ contact.first_name }}" }, headers: key("receipt-1") }
    const responses = await Promise.all(Array.from({ length: 50 }, () => call("POST", path, options)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(49)
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await call("GET", path)).headers.get("x-total-count")).toBe("1")
  })

  it.each(["", "x".repeat(129), "tab\there"])("that is empty, too long or not printable is 422: %j", async (name) => {
    const { call } = mock()
    expect(await call("POST", path, { body: email, headers: key(name) })).toMatchObject({
      status: 422,
      body: { validation_errors: { idempotency_key: [expect.any(String)] } },
    })
  })
})

describe("the list of messages", () => {
  it("contains the brand's own, by ascending id, in pages [messages.list] [22.11]", async () => {
    const { call } = mock()
    for (let i = 0; i < 3; i++) await call("POST", path, { body: email })
    await call("POST", path, { body: email, headers: { "X-Brand-SID": "brand_second" } })
    const page = await call("GET", `${path}?limit=2&page=2`)
    expect(page.body.map(({ id }: { id: number }) => id)).toEqual([3])
    expect(page.headers.get("x-total-count")).toBe("3")
    const other = await call("GET", path, { headers: { "X-Brand-SID": "brand_second" } })
    expect(other.body.map(({ id }: { id: number }) => id)).toEqual([4])
  })
})
