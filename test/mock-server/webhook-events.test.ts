import { describe, expect, it, vi } from "vitest"
import { messageDetail } from "../../mock-server/resources/messages/message-detail.ts"
import { readMail } from "../../mock-server/resources/messages/read-mail.ts"
import { causeMessageEvent } from "../../mock-server/resources/messages/recipient-events.ts"
import { Collection } from "../../mock-server/store/collection.ts"
import { WebhookEvent } from "../../sdk/contract/models/webhook-events.ts"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"
import { allTypes, mockWithEndpoint } from "../support/webhook-stub.ts"

/** A mock with an endpoint for every event type, and one message sent to an address. */
async function sentTo(to: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) {
  const m = mockWithEndpoint()
  const webhook = await m.addWebhook()
  const { body: message } = await m.send(to, more, headers)
  return { ...m, webhook, message, id: message.id as number }
}

const html = "<p><a href=\"https://acme.test/a?x=1&amp;y=2\">a</a> <a href='https://acme.test/b'>b</a></p>"

describe("the simulated recipient", () => {
  it.each([
    ["delivered", ["email.sent", "email.delivered"]],
    ["bounced", ["email.sent", "email.bounced"]],
    ["soft-bounced", ["email.sent", "email.bounced"]],
    ["complained", ["email.sent", "email.delivered", "email.complained"]],
    ["opened", ["email.sent", "email.delivered", "email.opened"]],
    ["clicked", ["email.sent", "email.delivered", "email.clicked", "email.clicked"]],
    ["failed", ["email.failed"]],
    ["delayed", ["email.sent"]],
    ["nobody-in-particular", ["email.sent", "email.delivered"]],
  ])("%s@simulator.test emits %j [31.1]", async (name, expected) => {
    const m = await sentTo(`${name}@simulator.test`, { html })
    expect(m.types()).toEqual(expected)
  })

  it("ignores a +label and letter case, in any brand", async () => {
    const m = mockWithEndpoint()
    await m.call("POST", "/v1/my/webhooks", {
      body: { url: "https://hooks.example.com/", events: allTypes },
      headers: { "X-Brand-SID": "brand_second" },
    })
    await m.send("Bounced+case-7@Simulator.TEST", {}, { "X-Brand-SID": "brand_second" })
    expect(m.types()).toEqual(["email.sent", "email.bounced"])
  })

  it("delayed@ is delivered an hour after it was sent", async () => {
    const m = await sentTo("delayed@simulator.test")
    await m.advance(3_599_999)
    expect(m.types()).toEqual(["email.sent"])
    await m.advance(1)
    expect(m.types()).toEqual(["email.sent", "email.delivered"])
    expect(m.sent[1]?.event.timestamp).toBe("2026-03-01T13:00:00.000Z")
  })

  it("delayed@ is not delivered if it bounces meanwhile", async () => {
    const m = await sentTo("delayed@simulator.test")
    causeMessageEvent(m.world, m.id, { type: "bounced" })
    await m.advance(3_600_000)
    expect(m.types()).toEqual(["email.sent", "email.bounced"])
  })

  it("any other address is delivered [31.1]", async () => {
    expect((await sentTo("bounced@example.test")).types()).toEqual(["email.sent", "email.delivered"])
  })
})

describe("a webhook event", () => {
  const sample = async () => {
    const more = { subject: "Order 1001", tags: { order: "1001" } }
    return sentTo("ada@example.test", more, { "Idempotency-Key": "receipt-1001" })
  }

  it("is an envelope of type, timestamp and data [32.2]", async () => {
    const m = await sample()
    expect(m.sent[1]?.event).toEqual({
      type: "email.delivered",
      timestamp: "2026-03-01T12:00:00.000Z",
      data: {
        message_id: m.id,
        to: "ada@example.test",
        subject: "Order 1001",
        idempotency_key: "receipt-1001",
        tags: { order: "1001", account_id: "1", brand_id: "1", message_id: String(m.id) },
      },
    })
  })

  it("omits idempotency_key if there was none [32.3]", async () => {
    const m = await sentTo("ada@example.test")
    expect(m.sent.map(({ event }) => "idempotency_key" in event.data)).toEqual([false, false])
  })

  it("has the four headers and its content type [32.1]", async () => {
    const { sent } = await sample()
    expect(sent[0]?.headers).toEqual({
      "Content-Type": "application/json",
      "User-Agent": "MAS-Webhooks/1.0",
      "webhook-id": expect.stringMatching(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      "webhook-timestamp": String(Date.parse("2026-03-01T12:00:00.000Z") / 1_000),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
  })

  it("is signed with the endpoint's secret [33.1]", async () => {
    const { sent, webhook } = await sample()
    const verified = sent.map(({ body, headers, at }) => verifyWebhook(body, headers, webhook.secret, { now: at }))
    expect(verified.map(({ type, id }) => [type, id])).toEqual(
      ["email.sent", "email.delivered"].map((type, index) => [type, sent[index]?.headers["webhook-id"]]),
    )
  })

  it("has its own id, the same at every endpoint [32.1]", async () => {
    const m = mockWithEndpoint()
    for (const name of ["a", "b"]) await m.addWebhook(["email.sent"], `https://${name}.example.com/`)
    await m.send("ada@example.test")
    await m.send("ada@example.test")
    const ids = m.sent.map(({ headers }) => headers["webhook-id"])
    expect([ids[0], ids[2]]).toEqual([ids[1], ids[3]])
    expect(new Set(ids).size).toBe(2)
  })

  it.each([
    ["ada@example.test", "email.sent", { sent_at: "2026-03-01T12:00:00.000Z" }],
    ["bounced@simulator.test", "email.bounced", { bounce: { type: "hard", subtype: expect.any(String) } }],
    ["soft-bounced@simulator.test", "email.bounced", { bounce: { type: "soft", subtype: expect.any(String) } }],
    ["complained@simulator.test", "email.complained", { complaint: { feedback_type: "abuse" } }],
    [
      "failed@simulator.test",
      "email.failed",
      { failure: { code: expect.any(String), reason: expect.any(String), category: expect.any(String) } },
    ],
    ["ada@example.test", "email.delivered", {}],
    ["opened@simulator.test", "email.opened", {}],
  ])("to %s has in its %s data the fields of that type [32.3]", async (to, type, detail) => {
    const m = await sentTo(to)
    const request = m.sent.find(({ event }) => event.type === type)
    const common = ["message_id", "to", "subject", "tags"]
    expect(request?.event.data).toMatchObject(detail)
    expect(Object.keys(request?.event.data).sort()).toEqual([...common, ...Object.keys(detail)].sort())
  })

  it("matches the contract's schema for its type [32.2]", async () => {
    for (const name of ["bounced", "complained", "opened", "clicked", "failed"]) {
      const m = await sentTo(`${name}@simulator.test`, { html })
      expect(m.types()).toContain(`email.${name}`)
      expect(m.sent.map(({ event }) => WebhookEvent.parse(event))).toEqual(m.sent.map(({ event }) => event))
    }
  })

  it("reports each click with its link, once per link [31.2]", async () => {
    const m = await sentTo("clicked@simulator.test", { html: html + html })
    causeMessageEvent(m.world, m.id, { type: "clicked", url: "https://acme.test/b" })
    await m.advance(0)
    const clicks = m.sent.filter(({ event }) => event.type === "email.clicked").map(({ event }) => event.data.url)
    expect(clicks).toEqual(["https://acme.test/a?x=1&y=2", "https://acme.test/b"])
  })

  it("reports thousands of clicks in linear time", async () => {
    const links = Array.from({ length: 3_000 }, (_, n) => `<a href="https://acme.test/${n}">${n}</a>`).join(" ")
    const update = vi.spyOn(Collection.prototype, "update")
    const m = await sentTo("clicked@simulator.test", { html: links })
    const written = update.mock.calls.flatMap(([, changes]) => ("timeline" in changes ? [changes.timeline] : []))
    update.mockRestore()
    expect(m.types().filter((type) => type === "email.clicked")).toHaveLength(3_000)
    // Queued, sent, delivered, then all clicks at once: nothing is copied for each.
    expect(written.map((timeline) => (timeline as unknown[]).length)).toEqual([2, 3, 3_003])
  })

  it("reports only the first open [31.2]", async () => {
    const m = await sentTo("opened@simulator.test")
    causeMessageEvent(m.world, m.id, { type: "opened" })
    await m.advance(0)
    expect(m.types().filter((type) => type === "email.opened")).toHaveLength(1)
  })

  it("is not emitted for SMS [30.1]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook()
    await m.call("POST", "/v1/my/messages", { body: { channel: "sms", to: "+4915112345678", body: "Hi" } })
    await m.advance(3_600_000)
    expect(m.sent).toEqual([])
  })

  it("is not emitted for test sends [30.1]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook()
    const body = { email: ["ada@example.test", "bounced@simulator.test"] }
    expect((await m.call("POST", "/v1/my/templates/1/send_test", { body })).status).toBe(200)
    await m.advance(3_600_000)
    expect(m.sent).toEqual([])
  })

  it("goes only to the endpoints of its own brand [30.2]", async () => {
    const m = await sentTo("ada@example.test")
    const count = m.sent.length
    await m.send("ada@example.test", {}, { "X-Brand-SID": "brand_second" })
    expect(m.sent).toHaveLength(count)
  })

  it("goes only to the endpoints that chose its type [30.2]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.bounced"])
    await m.send("ada@example.test")
    await m.send("bounced@simulator.test")
    expect(m.types()).toEqual(["email.bounced"])
  })
})

describe("an event triggered from outside", () => {
  it.each([
    [{ type: "delivered" }, "email.delivered", {}],
    [{ type: "email.opened" }, "email.opened", {}],
    [
      { type: "bounced", bounce: { type: "soft", subtype: "mailbox_full" } },
      "email.bounced",
      { bounce: { type: "soft", subtype: "mailbox_full" } },
    ],
    [{ type: "bounced" }, "email.bounced", { bounce: { type: "hard" } }],
    [{ type: "complained" }, "email.complained", { complaint: { feedback_type: "abuse" } }],
    [{ type: "clicked", url: "https://acme.test/x" }, "email.clicked", { url: "https://acme.test/x" }],
    [{ type: "failed", failure: { code: "timeout" } }, "email.failed", { failure: { code: "timeout" } }],
  ] as const)("%j is reported as %s", async (cause, type, detail) => {
    const m = await sentTo("delayed@simulator.test", { html: '<a href="https://acme.test/x">x</a>' })
    causeMessageEvent(m.world, m.id, cause)
    await m.advance(0)
    expect(m.sent.at(-1)?.event).toMatchObject({ type, data: detail })
  })

  it("is 404 for an unknown message, 409 for a failed or queued one, 422 for an SMS or an unknown type", async () => {
    const m = await sentTo("failed@simulator.test")
    expect(() => causeMessageEvent(m.world, 99, { type: "opened" })).toThrow("not found")
    expect(() => causeMessageEvent(m.world, m.id, { type: "opened" })).toThrow("The message is failed")
    const sms = await m.call("POST", "/v1/my/messages", { body: { channel: "sms", to: "+4915112345678", body: "Hi" } })
    expect(() => causeMessageEvent(m.world, sms.body.id, { type: "opened" })).toThrow("for e-mail")
    const other = await m.send("ada@example.test")
    expect(() => causeMessageEvent(m.world, other.body.id, { type: "sneezed" })).toThrow("must be one of")
    const slow = mockWithEndpoint(undefined, { messageLatency: 1_000 })
    const waiting = await slow.send("ada@example.test")
    expect(() => causeMessageEvent(slow.world, waiting.body.id, { type: "opened" })).toThrow("The message is queued")
  })

  it("needs no url for a click if the message has a link", async () => {
    const m = await sentTo("ada@example.test", { html })
    causeMessageEvent(m.world, m.id, { type: "clicked" })
    await m.advance(0)
    expect(m.sent.at(-1)?.event.data.url).toBe("https://acme.test/a?x=1&y=2")
    const plain = await sentTo("ada@example.test")
    expect(() => causeMessageEvent(plain.world, plain.id, { type: "clicked" })).toThrow("the message has no link")
  })

  it("refuses a click on what is no link of the message, and names some that are", async () => {
    const links = Array.from({ length: 7 }, (_, n) => `<a href="https://acme.test/${n}">x</a>`).join("")
    const m = await sentTo("ada@example.test", { html: `<a href="mailto:a@acme.test">x</a>${links}` })
    const click = (url: string) => causeMessageEvent(m.world, m.id, { type: "clicked", url })
    expect(() => click("https://acme.test/7")).toThrow(
      expect.objectContaining({
        status: 422,
        message: expect.stringMatching(/: url is not a link.*acme\.test\/0, .*acme\.test\/4, and 2 more$/),
      }),
    )
    expect(() => click("mailto:a@acme.test")).toThrow("is not a link")
    click("https://acme.test/6")
    click("HTTPS://acme.test:443/5")
    const plain = await sentTo("ada@example.test", { html: undefined, body: "See https://acme.test/plain." })
    causeMessageEvent(plain.world, plain.id, { type: "clicked" })
    await plain.advance(0)
    expect(plain.sent.at(-1)?.event.data.url).toBe("https://acme.test/plain")
  })

  it.each<[cause: string[], impossible: string[]]>([
    [["bounced"], ["delivered", "bounced", "complained", "opened", "clicked", "failed"]],
    [["complained"], ["complained", "bounced", "delivered", "failed"]],
    [["failed"], ["failed", "bounced", "delivered", "opened"]],
    [
      ["delivered", "complained"],
      ["delivered", "complained"],
    ],
  ])(
    "is 409 if it cannot follow: after %j none of %j, and nothing is sent or suppressed",
    async (before, impossible) => {
      const m = await sentTo("delayed@simulator.test", { html })
      for (const type of before) causeMessageEvent(m.world, m.id, { type })
      await m.advance(0)
      const sent = m.sent.length
      const { timeline } = messageDetail(m.world, m.id)
      for (const type of impossible) {
        expect(() => causeMessageEvent(m.world, m.id, { type })).toThrow(
          expect.objectContaining({ status: 409, message: expect.stringContaining(`it cannot be ${type}`) }),
        )
      }
      await m.advance(0)
      expect([m.sent.length, messageDetail(m.world, m.id).timeline]).toEqual([sent, timeline])
    },
  )

  it("of a delivery comes before the delivery of the script, which is then left out", async () => {
    const m = await sentTo("delayed@simulator.test", { html })
    causeMessageEvent(m.world, m.id, { type: "delivered" })
    await m.advance(60 * 60_000)
    expect(messageDetail(m.world, m.id).timeline.filter(({ type }) => type === "email.delivered")).toHaveLength(1)
  })

  it("fails a message that waits without sending it first", async () => {
    const m = mockWithEndpoint(undefined, { messageLatency: 1_000 })
    await m.addWebhook()
    const { body: message } = await m.send("ada@example.test")
    // It is due, but nothing has looked.
    m.world.clock.set({ mode: "frozen", now: m.world.now() + 1_000 })
    causeMessageEvent(m.world, message.id, { type: "failed" })
    await m.advance(0)
    expect(messageDetail(m.world, message.id).timeline.map(({ type }) => type)).toEqual([
      "email.queued",
      "email.failed",
    ])
    expect(m.sent.map(({ event }) => event.type)).toEqual(["email.failed"])
  })

  it("is in the message's timeline with its detail", async () => {
    const m = await sentTo("bounced@simulator.test")
    expect(messageDetail(m.world, m.id).timeline).toEqual([
      { type: "email.queued", timestamp: "2026-03-01T12:00:00.000Z" },
      { type: "email.sent", timestamp: "2026-03-01T12:00:00.000Z", sent_at: "2026-03-01T12:00:00.000Z" },
      {
        type: "email.bounced",
        timestamp: "2026-03-01T12:00:00.000Z",
        bounce: { type: "hard", subtype: expect.any(String) },
      },
    ])
  })

  it("changes the message's status and its reasons [31.5]", async () => {
    const messageTo = async (to: string) =>
      (await sentTo(to)).call("GET", "/v1/my/messages").then(({ body }) => body[0])
    expect(await messageTo("bounced@simulator.test")).toMatchObject({
      status: "sent",
      status_reason_code: "hard_bounce",
    })
    expect(await messageTo("complained@simulator.test")).toMatchObject({
      status: "sent",
      status_reason_code: "complaint",
    })
    expect(await messageTo("failed@simulator.test")).toMatchObject({
      status: "failed",
      sent_at: null,
      failure_code: "rejected",
      failure_reason: expect.any(String),
      failure_category: "provider",
    })
  })
})

describe("the search for links", () => {
  it.each([
    ['<a href="https://a.test">x</a>', ["https://a.test"]],
    ["<a class=x href=https://a.test/b>x</a>", ["https://a.test/b"]],
    ['<A HREF = "HTTP://a.test">x</A>', ["HTTP://a.test"]],
    ['<a href="mailto:a@a.test">x</a><a href="#top">y</a>', []],
    ['<a data-href="https://no.test">x</a>', []],
    ['<a href="https://a.test/?a=1&amp;b=2&#38;c=3&#x26;d=4">x</a>', ["https://a.test/?a=1&b=2&c=3&d=4"]],
    ['<area href="https://no.test">', []],
    [
      '<!--[if mso]><a href="https://no.test">x</a><![endif]--><![if !mso]><a href="https://a.test">x</a>',
      ["https://a.test"],
    ],
    [
      '<!--><a href="https://a.test"><!-- <a href="https://no.test"> --!><a href="https://b.test"><!--',
      ["https://a.test", "https://b.test"],
    ],
    [
      '<script>"<a href=https://no.test>"</script><STYLE><a href=https://no.test></style ><a href=https://a.test>',
      ["https://a.test"],
    ],
    ["<title><a href=https://no.test></titles></title/><textarea><a href=https://no.test>", []],
    ["<p title=\"<a href='https://no.test'>\">", []],
    [
      '<a title="a > b" href="https://a.test"><a title="<a href=\'https://no.test\'>" href=\'https://b.test\'>',
      ["https://a.test", "https://b.test"],
    ],
    [
      '</a href="https://no.test"><abbr href="https://no.test"><a href="https://a.test" href="https://no.test">',
      ["https://a.test"],
    ],
    ['<a href="https://no.test', []],
  ])("in %s finds %j", (text, links) => {
    expect(readMail(text).links.map(({ url }) => url)).toEqual(links)
  })
})
