import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { capText, type InboundMail, receiveInbound } from "../../mock-server/resources/conversations/inbox.ts"
import { EmailReceivedEvent } from "../../sdk/contract/models/webhook-events.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const kib64 = 64 * 1024

const mail: InboundMail = { from: "ada@example.test", to: "inbox@acme.test", subject: "Hello", text: "Hi there" }

/** A mock with an endpoint for replies, and a function that receives mail. */
async function inbox() {
  const m = mockWithEndpoint()
  await m.addWebhook(["email.received"])
  return {
    ...m,
    async receive(more: Partial<InboundMail> = {}) {
      const received = receiveInbound(m.world, { ...mail, ...more })
      await m.advance(0)
      return { received, data: m.sent.at(-1)?.event.data }
    },
  }
}

describe("mail to an inbox", () => {
  it("that is not a reply is reported with all its fields [32.5]", async () => {
    const m = await inbox()
    await m.receive({ html: "<p>Hi there</p>" })
    expect(m.sent[0]?.event).toEqual({
      type: "email.received",
      timestamp: "2026-03-01T12:00:00.000Z",
      data: {
        message_id: null,
        tags: {},
        from: "ada@example.test",
        to: "inbox@acme.test",
        subject: "Hello",
        text: "Hi there",
        html: "<p>Hi there</p>",
        truncated: false,
        auto_submitted: false,
        attachments: [],
        conversation_id: 2,
        conversation_message_id: 2,
      },
    })
    expect(EmailReceivedEvent.parse(m.sent[0]?.event)).toEqual(m.sent[0]?.event)
  })

  it("that is a reply to a message has its id, key and tags [32.5]", async () => {
    const m = await inbox()
    const more = { reply_to: "inbox@acme.test", tags: { order: "1001" } }
    const { body } = await m.send("ada@example.test", more, { "Idempotency-Key": "receipt-1001" })
    const { data } = await m.receive({ in_reply_to: body.id })
    expect(data).toMatchObject({
      message_id: body.id,
      idempotency_key: "receipt-1001",
      tags: { order: "1001", account_id: "1", brand_id: "1", message_id: String(body.id) },
    })
    const plain = await m.send("ada@example.test")
    expect((await m.receive({ in_reply_to: plain.body.id })).data).not.toHaveProperty("idempotency_key")
  })

  it("joins the conversation of the message it replies to; new mail starts one [31.4]", async () => {
    const m = await inbox()
    const { body } = await m.send("ada@example.test")
    const first = await m.receive({ in_reply_to: body.id })
    const second = await m.receive({ in_reply_to: String(body.id), from: "grace@example.test" })
    const other = await m.receive()
    const ids = [first, second, other].map(({ data }) => [data.conversation_id, data.conversation_message_id])
    expect(ids).toEqual([
      [2, 2],
      [2, 3],
      [3, 4],
    ])
  })

  it("can name the message by its provider id", async () => {
    const m = await inbox()
    const { body } = await m.send("ada@example.test")
    const sent = (await m.call("GET", "/v1/my/messages")).body[0]
    expect((await m.receive({ in_reply_to: `<${sent.provider_id}>` })).data.message_id).toBe(body.id)
  })

  it("that is quarantined is not reported, and its files cannot be downloaded [31.3]", async () => {
    const m = await inbox()
    const file = { filename: "a.exe", content_type: "application/octet-stream", content_base64: "AAAA" }
    const { received } = await m.receive({ quarantined: true, attachments: [file] })
    expect(received.reported).toBe(false)
    expect(m.sent).toEqual([])
    const { conversation_id, conversation_message_id, attachments } = received
    const path = `/v1/my/conversations/${conversation_id}/messages/${conversation_message_id}/attachments/${attachments[0]?.id}`
    expect((await m.call("GET", path)).status).toBe(404)
  })

  it("that is an automatic reply is marked as one [32.5]", async () => {
    const m = await inbox()
    expect((await m.receive({ auto_submitted: true })).data.auto_submitted).toBe(true)
  })

  it("to an address that is not an inbox is refused, and so is a reply to a message the brand did not send [31.4]", async () => {
    const m = await inbox()
    expect(() => receiveInbound(m.world, { ...mail, to: "hello@acme.test" })).toThrow("is not an inbox address")
    const other = await m.send("ada@example.test", {}, { "X-Brand-SID": "brand_second" })
    for (const in_reply_to of [999, "<nobody@example.test>", other.body.id]) {
      expect(() => receiveInbound(m.world, { ...mail, in_reply_to })).toThrow("in_reply_to")
    }
  })

  it("finds its inbox whatever the letter case [31.4]", async () => {
    const m = await inbox()
    expect((await m.receive({ to: "Inbox@ACME.test" })).data.to).toBe("Inbox@ACME.test")
  })
})

describe("text and html of a mail", () => {
  it("are each cut at 64 KiB, and truncated is set [32.6]", async () => {
    const m = await inbox()
    const exact = "x".repeat(kib64)
    expect((await m.receive({ text: exact, html: exact })).data).toMatchObject({ text: exact, truncated: false })
    expect((await m.receive({ text: `${exact}y` })).data).toMatchObject({ text: exact, html: "", truncated: true })
    expect((await m.receive({ html: `${exact}y` })).data).toMatchObject({ html: exact, truncated: true })
  })

  it("are never cut inside a character [32.6]", async () => {
    const m = await inbox()
    const { data } = await m.receive({ text: `x${"€".repeat(30_000)}`, html: `xy${"😀".repeat(20_000)}` })
    expect(data.text).toBe(`x${"€".repeat(Math.floor((kib64 - 1) / 3))}`)
    expect(data.html).toBe(`xy${"😀".repeat(Math.floor((kib64 - 2) / 4))}`)
    expect(data.truncated).toBe(true)
  })

  it("are cut to the longest prefix of whole characters that fits", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 })
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 60 }), (longText, limit) => {
        const cut = capText(longText, limit)
        expect(longText.startsWith(cut)).toBe(true)
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit)
        const [next] = longText.slice(cut.length)
        if (next !== undefined) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(limit)
      }),
    )
  })
})

describe("an attachment", () => {
  const seeded = (id: number, query = "") => `/v1/my/conversations/1/messages/1/attachments/${id}${query}`

  it("downloads as the bytes received, with type and name [attachments.download] [28.14]", async () => {
    const { call } = mockWithEndpoint()
    const { status, headers, body } = await call("GET", seeded(1))
    expect([status, body]).toEqual([200, "Order 1001\n"])
    expect(headers.get("content-type")).toBe("text/plain")
    expect(headers.get("content-disposition")).toBe('attachment; filename="order.txt"')
  })

  it("that was not scanned downloads only with acknowledge_unscanned=true [28.14]", async () => {
    const { call } = mockWithEndpoint()
    for (const query of ["", "?acknowledge_unscanned=false"]) {
      expect(await call("GET", seeded(2, query))).toMatchObject({
        status: 409,
        body: { error_code: "attachment_unscanned" },
      })
    }
    expect(await call("GET", seeded(2, "?acknowledge_unscanned=true"))).toMatchObject({ status: 200 })
  })

  it("is 404 in another brand", async () => {
    const { call } = mockWithEndpoint()
    expect((await call("GET", seeded(1), { headers: { "X-Brand-SID": "brand_second" } })).status).toBe(404)
  })

  it("is reached through its own conversation and mail alone", async () => {
    const m = await inbox()
    const file = { filename: "a.txt", content_type: "text/plain", content_base64: "QQ==", scanned: true }
    const { received } = await m.receive({ attachments: [file] })
    const chains = [
      [1, 1, 1],
      [received.conversation_id, received.conversation_message_id, [...m.world.tables.attachments.all()].at(-1)?.id],
    ]
    const problems: string[] = []
    for (const [conversation] of chains)
      for (const [, mail] of chains)
        for (const [, , id] of chains) {
          const path = `${conversation}/messages/${mail}/attachments/${id}`
          const { status } = await m.call("GET", `/v1/my/conversations/${path}`)
          if (status !== 404) problems.push(`${path}: ${status}`)
        }
    expect(problems).toEqual(
      chains.map(([conversation, mail, id]) => `${conversation}/messages/${mail}/attachments/${id}: 200`),
    )
  })

  it("is described in the event, without its contents [32.5]", async () => {
    const m = await inbox()
    const bytes = Buffer.from([0, 1, 2, 253, 254, 255])
    const file = { filename: 'Übung "1".bin', content_type: "application/x-test", scanned: false }
    const { data } = await m.receive({ attachments: [{ ...file, content_base64: bytes.toString("base64") }] })
    expect(data.attachments).toEqual([{ id: 3, ...file, size: 6 }])
    const { conversation_id, conversation_message_id } = data
    const path = `/v1/my/conversations/${conversation_id}/messages/${conversation_message_id}/attachments/3`
    const response = await m.service.fetch(
      new Request(`http://mock.test${path}?acknowledge_unscanned=true`, {
        headers: { Authorization: "Bearer maskey_live_mock" },
      }),
    )
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get("content-disposition")).toContain("filename*=UTF-8''%C3%9Cbung%20%221%22.bin")
  })

  it("downloads under a name with a lone surrogate", async () => {
    const m = await inbox()
    const { data } = await m.receive({
      attachments: [{ filename: "\ud800.txt", content_base64: "", content_type: "text/plain", scanned: true }],
    })
    const { conversation_id: conversation, conversation_message_id: mail } = data
    const { status, headers } = await m.call(
      "GET",
      `/v1/my/conversations/${conversation}/messages/${mail}/attachments/3`,
    )
    expect([status, headers.get("content-disposition")]).toEqual([
      200,
      "attachment; filename=\"_.txt\"; filename*=UTF-8''%EF%BF%BD.txt",
    ])
  })

  it("with an invalid type is application/octet-stream", async () => {
    const m = await inbox()
    const file = { filename: "a", content_type: "text/plain\r\nX-Evil: 1", content_base64: "" }
    expect((await m.receive({ attachments: [file] })).data.attachments[0]).toMatchObject({
      content_type: "application/octet-stream",
      scanned: true,
    })
  })
})
