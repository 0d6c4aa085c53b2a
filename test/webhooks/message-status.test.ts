import { describe, expect, it } from "vitest"
import { outcomeKinds } from "../../mock-server/world/outcomes.ts"
import { type MessageStatus, messageStatus, status, type WebhookEvent } from "../../sdk/webhooks/index.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

type Service = ReturnType<typeof mockWithEndpoint>

/** All events of a message in the mock server: those of its outcome, then the types in `then`. */
async function lifeOf(outcome: (typeof outcomeKinds)[number], after: string | undefined, then: readonly string[] = []) {
  const service: Service = mockWithEndpoint()
  await service.addWebhook()
  service.control.outcomes.add({ to: "ana@example.test", outcome, ...(after && { after }) })
  const html = '<a href="https://acme.test/">Shop</a>'
  const { body: message } = await service.send("ana@example.test", { html, from: "hello@acme.test" })
  await service.advance(3_600_000)
  for (const type of then) {
    await service.advance(1_000)
    service.control.messages.event(message.id, { type, ...(type === "bounced" && { bounce: { type: "soft" } }) })
    await service.advance(0)
  }
  await service.service.close()
  return service.sent.map(({ headers, event }): WebhookEvent => ({ ...event, id: headers["webhook-id"] }))
}

/** Every sequence in which each of these events comes once or twice. */
function* sequences(events: readonly WebhookEvent[]): Generator<WebhookEvent[]> {
  const all = 2 ** events.length
  for (let twice = 0; twice < all; twice++) {
    yield* arrangements(events.map((event, n) => ({ event, remaining: (twice >> n) & 1 ? 2 : 1 })))
  }
}

function* arrangements(counts: { event: WebhookEvent; remaining: number }[]): Generator<WebhookEvent[]> {
  if (counts.every(({ remaining }) => remaining === 0)) yield []
  for (const count of counts) {
    if (count.remaining === 0) continue
    count.remaining--
    for (const rest of arrangements(counts)) yield [count.event, ...rest]
    count.remaining++
  }
}

function statuses(events: readonly WebhookEvent[]) {
  const statusTexts = new Set<string>()
  let count = 0
  for (const sequence of sequences(events)) {
    const { at: _, by: __, ...rest } = messageStatus(sequence)
    statusTexts.add(JSON.stringify(rest))
    count++
  }
  return { distinctStatuses: [...statusTexts].map((text): MessageStatus => JSON.parse(text)), count }
}

const quiet = { opened: false, clicked: false, complained: false, replied: false }

describe("messageStatus", () => {
  const lives: Record<(typeof outcomeKinds)[number], MessageStatus> = {
    delivered: { ...quiet, status: "delivered" },
    bounced: { ...quiet, status: "bounced", bounce: { type: "hard", subtype: "general" } },
    soft_bounced: { ...quiet, status: "bounced", bounce: { type: "soft", subtype: "mailbox_full" } },
    complained: { ...quiet, status: "delivered", complained: true },
    opened: { ...quiet, status: "delivered", opened: true },
    clicked: { ...quiet, status: "delivered", clicked: true },
    delayed: { ...quiet, status: "delivered" },
    failed: { ...quiet, status: "failed", failure: expect.objectContaining({ code: expect.any(String) }) },
    unknown: { ...quiet, status: "sent" },
  }

  it.each(outcomeKinds.flatMap((kind) => [undefined, "30m"].map((after) => ({ kind, after }))))(
    "is the same for a message that is $kind (after: $after), for any order and repetition of its events",
    async ({ kind, after }) => {
      const { distinctStatuses, count } = statuses(await lifeOf(kind, after))
      expect(distinctStatuses).toEqual([lives[kind]])
      expect(count).toBeGreaterThan(1)
    },
  )

  it.each<[then: string[], MessageStatus]>([
    [["bounced"], { ...quiet, status: "bounced", bounce: { type: "soft", subtype: "mailbox_full" } }],
    [["bounced", "delivered"], { ...quiet, status: "delivered" }],
    [
      ["opened", "clicked", "complained"],
      { ...quiet, status: "delivered", opened: true, clicked: true, complained: true },
    ],
    [["bounced", "failed"], { ...quiet, status: "failed", failure: expect.anything() }],
  ])("is the same for a message that is delivered and then %j", async (then, expected) => {
    const events = await lifeOf("delivered", undefined, then)
    // Five events have some 300,000 sequences: then leave out the first event.
    const [first, ...rest] = events
    expect(statuses(rest.length > 3 ? rest : events).distinctStatuses).toHaveLength(1)
    expect(messageStatus(events)).toEqual({ ...expected, at: expect.any(String), by: expect.stringMatching(/^evt_/) })
    expect(first?.type).toBe("email.sent")
  })

  it("recognizes a reply, and ignores test events and unknown types", async () => {
    const data = { message_id: 1, to: "ana@example.test", subject: "Hello", tags: {} }
    const envelope = { timestamp: "2026-03-01T12:00:00.000Z" }
    const received = { ...envelope, id: "evt_1", type: "email.received", data } as unknown as WebhookEvent
    const unknown = { ...envelope, id: "evt_2", type: "email.recalled", data } as unknown as WebhookEvent
    const test = {
      ...envelope,
      id: "evt_3",
      type: "email.failed",
      data: { ...data, test: true },
    } as unknown as WebhookEvent
    expect(messageStatus([received, unknown, test])).toEqual({ ...quiet, status: "unknown", replied: true })
    const automatic = { ...received, data: { ...data, auto_submitted: true } } as unknown as WebhookEvent
    expect(messageStatus([automatic])).toEqual({ ...quiet, status: "unknown" })
    expect(messageStatus([])).toEqual({ ...quiet, status: "unknown" })
  })

  it("compares timestamps by time, not by text, and at equal times prefers the later state", () => {
    const data = { message_id: 1, to: "ana@example.test", subject: "Hello", tags: {} }
    const event = (type: string, timestamp: string) =>
      ({ id: `evt_${type}`, type: `email.${type}`, timestamp, data }) as unknown as WebhookEvent
    const [early, late] = ["2026-03-01T12:00:00Z", "2026-03-01T12:00:00.500Z"]
    const statusOf = (...events: WebhookEvent[]) => messageStatus(events).status
    expect(statusOf(event("delivered", late), event("failed", early))).toBe("delivered")
    expect(statusOf(event("delivered", early), event("failed", early))).toBe("failed")
    expect(statusOf(event("sent", late), event("delivered", early))).toBe("delivered")
    // It has no undefined fields.
    expect(messageStatus([event("delivered", late)])).toStrictEqual({
      ...quiet,
      status: "delivered",
      at: late,
      by: "evt_delivered",
    })
  })
})

describe("status.advance", () => {
  it("gives the same result as messageStatus, event by event with JSON between", async () => {
    const events = await lifeOf("delivered", undefined, ["opened", "bounced"])
    for (const sequence of arrangements(events.map((event) => ({ event, remaining: 1 })))) {
      let currentStatus: MessageStatus | undefined
      for (const event of sequence) currentStatus = JSON.parse(JSON.stringify(status.advance(currentStatus, event)))
      expect(currentStatus).toEqual(messageStatus(events))
    }
  })

  it("does not change its input, and drops the bounce if the message was delivered later", () => {
    const data = { message_id: 1, to: "ana@example.test", subject: "Hello", tags: {} }
    const bounced = { data: { ...data, bounce: { type: "soft", subtype: "mailbox_full" } }, type: "email.bounced" }
    const events = [
      { ...bounced, id: "evt_1", timestamp: "2026-03-01T12:00:00Z" },
      { data, type: "email.delivered", id: "evt_2", timestamp: "2026-03-01T13:00:00Z" },
    ] as unknown as WebhookEvent[]
    const first = Object.freeze(status.advance(undefined, events[0] as WebhookEvent))
    expect(first).toEqual({
      ...quiet,
      status: "bounced",
      at: events[0]?.timestamp,
      by: "evt_1",
      bounce: bounced.data.bounce,
    })
    expect(status.advance(first, events[1] as WebhookEvent)).toStrictEqual({
      ...quiet,
      status: "delivered",
      at: events[1]?.timestamp,
      by: "evt_2",
    })
  })
})
