import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const to = "ana@example.test"
const ended = "Status stays sent: its outcome shows in webhooks (email.delivered)."

type Mock = Pick<ReturnType<typeof mock>, "control">

/** The explanation of a message, without times: each sentence with its rule number. */
const whyOf = async ({ control }: Mock, id: number) =>
  (await control.messages.why(id)).map(({ what, rule }) => `${what} ${rule}`)

describe("the explanation of a message", () => {
  it("lists each event with its rule, and the final status", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook()
    await m.send(to)
    await m.advance(0)
    expect(await whyOf(m, 1)).toEqual([
      "Accepted for sending, by request 2. 22.1",
      "Sent: the provider accepted it. 31.1",
      "Delivered: the recipient's server accepted it. 31.1",
      "Delivered email.sent to endpoint 1: 200. 12.1",
      "Delivered email.delivered to endpoint 1: 200. 12.1",
      `${ended} 31.5`,
    ])
    // The status is no event: it has no time.
    expect((await m.control.messages.why(1)).at(-1)).toMatchObject({ at: null, event: null })
    expect((await m.control.messages.why(1)).at(0)).toEqual({
      at: "2026-03-01T12:00:00.000Z",
      what: "Accepted for sending, by request 2.",
      event: "email.queued",
      rule: "22.1",
      rule_text: "A message is accepted as `queued`, and sent right after.",
      section: "Transactional messages",
    })
  })

  it("names the message whose bounce suppressed the address, in any brand of the account", async () => {
    const m = mock()
    const send = () =>
      m.call("POST", "/v1/my/messages", { body: { channel: "email", to, subject: "Hello", body: "Hello" } })
    await send()
    await m.advance(0)
    m.control.messages.event(1, { type: "bounced" })
    await m.advance(86_400_000)
    await send()
    await m.advance(0)
    expect(await whyOf(m, 1)).toContain(`Hard bounce (general): ${to} is suppressed for good. 24.1`)
    expect((await whyOf(m, 1)).at(-1)).toBe(
      "Status stays sent: its outcome shows in status_reason_code (hard_bounce) and webhooks (email.delivered, email.bounced). 31.5",
    )
    expect((await whyOf(m, 2)).slice(1)).toEqual([
      `Failed: ${to} has been suppressed since 2026-03-01T12:00:00.000Z by the hard bounce of message 1. 24.4`,
      "No webhook was sent for email.failed: the brand has no endpoint. 30.2",
      "Status failed: nothing more can happen to it. 31.5",
    ])
  })

  it("names the rule or the address that decided, and what comes next", async () => {
    const m = mockWithEndpoint()
    m.control.outcomes.add({ to: "*@example.test", outcome: "delayed", tracking: "none" })
    await m.send(to)
    await m.send("bounced@simulator.test")
    await m.advance(0)
    const ofRule = await whyOf(m, 1)
    expect(ofRule).toContain(
      "Outcome rule 1 (to *@example.test: delayed) determines the outcome; not tracked: opened, clicked. 31.5",
    )
    expect(ofRule.at(-1)).toBe("Status sent: the rest of its outcome follows at 2026-03-01T13:00:00.000Z. 31.1")
    expect(await whyOf(m, 2)).toContain("The address bounced@simulator.test determines the outcome: bounced. 31.5")
    m.control.outcomes.clear()
    expect(await whyOf(m, 1)).toContain("Outcome rule 1 determines the outcome; not tracked: opened, clicked. 31.5")
  })

  it("says when a queued message is sent, and who repeated it", async () => {
    const m = mock({ messageLatency: 30_000 })
    const send = () =>
      m.call("POST", "/v1/my/messages", {
        headers: { "Idempotency-Key": "once" },
        body: { channel: "email", to, subject: "Hello", body: "Hello" },
      })
    await send()
    await send()
    expect(await whyOf(m, 1)).toEqual([
      "Accepted for sending, by request 1. 22.1",
      "Request 2 repeated its idempotency key: nothing was sent again. 22.7",
      "Status queued: it goes to the provider at 2026-03-01T12:00:30.000Z. 22.1",
    ])
  })

  it("describes a webhook's retries, the fault that changed it, and why an endpoint was sent nothing", async () => {
    const m = mockWithEndpoint(() => 503)
    await m.addWebhook(["email.sent"])
    await m.addWebhook(["email.opened"])
    m.control.faults.add({ on: "delivery", drop: "before", times: 1 })
    await m.send(to)
    await m.advance(0)
    const [sentence] = (await whyOf(m, 1)).filter((what) => what.includes("Attempt"))
    expect(sentence).toMatch(
      /^Attempt 1 of 7 to deliver email\.sent to endpoint 1 failed: .*; fault 1 changed its last attempt; the next is at 2026-03-01T12:01:00\.000Z\. 34\.2$/,
    )
    expect(await whyOf(m, 1)).toContain(
      "No webhook was sent for email.delivered: endpoint 1 does not subscribe to it, endpoint 2 does not subscribe to it. 30.2",
    )
    await m.advance(3 * 86_400_000)
    expect(await whyOf(m, 1)).toContain("Gave up delivering email.sent to endpoint 1: responded with 503. 34.2")
  })

  it.each([
    ["complained", {}, `Marked as spam: ${to} is suppressed for good. 24.1`],
    ["opened", {}, "Opened for the first time. 31.2"],
    ["opened", { bot: true }, "Opened by a scanner, which does not count. 31.2"],
    ["clicked", { url: "https://acme.test/" }, "Clicked https://acme.test/ for the first time. 31.2"],
    [
      "clicked",
      { url: "https://acme.test/", bot: true },
      "Clicked https://acme.test/ by a scanner, which does not count. 31.2",
    ],
  ] as const)("names what its recipient did: %s %o", async (type, details, sentence) => {
    const m = mock()
    const body = { channel: "email", to, subject: "Hello", html: '<a href="https://acme.test/">x</a>' }
    await m.call("POST", "/v1/my/messages", { body })
    await m.advance(0)
    m.control.messages.event(1, { type, ...details })
    expect(await whyOf(m, 1)).toContain(sentence)
  })

  it("says why an endpoint was sent nothing, by what it was at the time", async () => {
    const m = mockWithEndpoint()
    await m.send(to)
    await m.advance(1_000)
    await m.addWebhook(["email.sent"])
    const unsent = async () => (await whyOf(m, 1)).filter((what) => what.startsWith("No webhook"))
    const both = "No webhook was sent for email.sent, email.delivered: endpoint 1"
    expect(await unsent()).toEqual([`${both} was added later. 30.2`])
    const update = (body: object) => m.call("PATCH", "/v1/my/webhooks/1", { body })
    await update({ events: ["email.bounced"] })
    await m.send(to)
    await m.advance(0)
    await update({ events: ["email.sent", "email.delivered"] })
    expect(await whyOf(m, 2)).toContain(
      "No webhook was sent for email.sent, email.delivered: endpoint 1 was changed since. 30.2",
    )
    await update({ enabled: false })
    expect(await whyOf(m, 2)).toContain(
      "No webhook was sent for email.sent, email.delivered: endpoint 1 is disabled. 30.2",
    )
    await m.advance(7 * 86_400_000 - 1_001)
    expect(await unsent()).toEqual([`${both} was added later. 30.2`])
    await m.advance(1)
    expect(await unsent()).toEqual([
      "No webhook was sent for email.sent, email.delivered: deliveries are kept for 7 days. 36.8",
    ])
  })

  it("says that a delivery waits for its endpoint to be turned on", async () => {
    const m = mockWithEndpoint(() => 503)
    await m.addWebhook(["email.sent"])
    await m.send(to)
    await m.advance(0)
    await m.call("PATCH", "/v1/my/webhooks/1", { body: { enabled: false } })
    expect(await whyOf(m, 1)).toContain("email.sent waits until endpoint 1 is turned on. 12.5")
  })

  it("says that an SMS and a test send emit no webhooks", async () => {
    const m = mock()
    await m.call("POST", "/v1/my/messages", { body: { channel: "sms", to: "+4915112345678", body: "Hi" } })
    await m.call("POST", "/v1/my/templates/1/send_test", { body: { email: to } })
    expect(await whyOf(m, 1)).toContain("No webhook is sent: it is an SMS. 30.1")
    expect(await whyOf(m, 2)).toEqual([
      "Accepted as a test send, by request 2. 28.11",
      "Sent: the provider accepted it. 31.1",
      "Delivered: the recipient's server accepted it. 31.1",
      "No webhook is sent: it is a test send. 30.1",
      "Status stays sent: its outcome shows in no field and no webhook. 31.5",
    ])
  })

  it("is a 404 for an unknown message, over HTTP too", async () => {
    const m = mock()
    await expect(m.control.messages.why(1)).rejects.toMatchObject({ status: 404, message: "Message not found" })
    expect((await m.call("GET", "/_mock/messages/1/why")).status).toBe(404)
  })
})

describe("the explanation of a campaign", () => {
  it("names its status and what it waits for", async () => {
    const m = mock({ messageLatency: 60_000 })
    const body = { name: "Spring", template_id: 1, audience: { type: "all_contacts" } }
    for (const _ of [1, 2]) await m.call("POST", "/v1/my/campaigns", { body })
    const why = async (id: number) => {
      const { what, rule } = await m.control.transitions.campaigns.why(id)
      return `${what} ${rule}`
    }
    expect(await why(1)).toBe("Status draft: it waits to be sent or scheduled. 28.6")
    await m.call("POST", "/v1/my/campaigns/1/send", { body: { deliver_at: "2026-03-02T12:00:00.000Z" } })
    expect(await why(1)).toBe("Status scheduled: it is sent at 2026-03-02T12:00:00.000Z. 28.7")
    m.control.transitions.campaigns.cancel(1)
    expect(await why(1)).toBe("Status cancelled: 0 sent, and no more will follow. 15.1")
    await m.call("POST", "/v1/my/campaigns/2/send", { body: {} })
    expect(await why(2)).toBe("Status live: 0 sent; sending continues. 28.7")
    m.control.transitions.campaigns.pause(2)
    expect(await why(2)).toBe("Status paused: 0 sent; it continues when resumed. 15.2")
    m.control.transitions.campaigns.resume(2)
    await m.advance(60_000)
    expect(await why(2)).toMatch(/^Status completed: \d+ sent, each contact of the audience once\. 28\.7$/)
    m.control.transitions.campaigns.archive(2)
    expect(await why(2)).toMatch(/^Status archived: \d+ sent\. 15\.2$/)
    await expect(m.control.transitions.campaigns.why(9)).rejects.toMatchObject({ status: 404 })
  })
})

describe("a rule", () => {
  it("is found by the number that an error names", async () => {
    const { control } = mock()
    expect(await control.rule("22.5")).toEqual({
      rule: "22.5",
      rule_text: "The sender is a verified identity of the brand.",
      section: "Transactional messages",
    })
    await expect(control.rule("99.1")).rejects.toMatchObject({ status: 404, message: "Rule 99.1 not found" })
    await expect(control.rule("toString")).rejects.toMatchObject({ status: 404 })
  })
})
