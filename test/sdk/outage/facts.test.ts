import { beforeAll, describe, expect, it } from "vitest"
import type { Message, Suppression } from "../../../sdk/index.ts"
import { summarizeLosses } from "../../../sdk/outage/account.ts"
import { type Evidence, findFacts } from "../../../sdk/outage/facts.ts"
import { webhookEventTypes } from "../../../sdk/webhooks/index.ts"
import { day, startProgram } from "./program.ts"

const begin = Date.parse("2026-03-01T12:00:00.000Z")
/** A moment by its number of days. */
const on = (days: number) => new Date(begin + days * day).toISOString()

let message: Message
let suppression: Suppression
beforeAll(async () => {
  const { mas, service, send } = await startProgram(1)
  await send("bounced")
  await service.world.advance("1h")
  for await (const one of mas.messages.list()) message = one
  for await (const one of mas.suppressions.list()) suppression = one
})

/** A message to Ada. */
const mail = (id: number, sent: number, more: Partial<Message> = {}): Message => ({
  ...message,
  ...{ id, to: "ada@example.test", created_at: on(sent), sent_at: on(sent), status: "sent", status_reason_code: null },
  ...more,
})
const bounced = { status_reason_code: "hard_bounce" } as const

/** A hard bounce of Ada's address. */
const suppressed = (at: number, more: Partial<Suppression> = {}): Suppression => ({
  ...suppression,
  ...{ email: "Ada@example.test", reason: "hard_bounce", event_occurred_at: on(at) },
  ...more,
})

/** The period is from day 10 to day 12; the service keeps the deliveries since day 5. */
const factsOf = (evidence: Partial<Evidence>) =>
  findFacts({
    ...{ since: begin + 10 * day, until: begin + 12 * day, historyFrom: begin + 5 * day },
    ...{ types: new Set<string>(webhookEventTypes), messages: [], suppressions: [], deliveries: [] },
    ...evidence,
  })

/** The bounces found: message, time, whether the time is exact. */
const bouncesOf = (evidence: Partial<Evidence>) =>
  factsOf(evidence).events.flatMap((event) =>
    event.type === "email.bounced"
      ? [[event.data.message_id, event.timestamp, event.approximate ? "about" : "exact"]]
      : [],
  )

describe("a bounce of the period", () => {
  it("is found by its suppression, with its time, and once", () => {
    expect(bouncesOf({ messages: [mail(1, 10.5, bounced)], suppressions: [suppressed(11)] })).toEqual([
      [1, on(11), "exact"],
    ])
  })

  it("is found by its message if the suppression is gone, with the time of sending", () => {
    expect(bouncesOf({ messages: [mail(1, 10.5, bounced)] })).toEqual([[1, on(10.5), "about"]])
  })

  it("is found by its message if the suppression shows a later bounce", () => {
    const messages = [mail(2, 11, bounced), mail(1, 10.5, bounced)]
    expect(bouncesOf({ messages, suppressions: [suppressed(11.5)] })).toEqual([
      [1, on(10.5), "about"],
      [2, on(11.5), "exact"],
    ])
  })

  it("is of the newest message sent by then that says so, else of the newest sent by then", () => {
    const late = mail(3, 11.5, bounced)
    const suppressions = [suppressed(11)]
    const saying = bouncesOf({ messages: [late, mail(2, 10.8), mail(1, 10.5, bounced)], suppressions })
    expect(saying).toEqual([
      [1, on(11), "exact"],
      [3, on(11.5), "about"],
    ])
    expect(bouncesOf({ messages: [mail(2, 10.8), mail(1, 10.5)], suppressions })).toEqual([[2, on(11), "exact"]])
  })

  it("is found with a soft bounce of the same message, by its type", () => {
    const suppressions = [suppressed(11), suppressed(10.9, { reason: "soft_bounce" })]
    expect(bouncesOf({ messages: [mail(1, 10.5, bounced)], suppressions })).toEqual([
      [1, on(10.9), "exact"],
      [1, on(11), "exact"],
    ])
  })

  it("counts as unexplained if no message was sent to its address", () => {
    const { events, unexplained } = factsOf({ messages: [mail(1, 11.5)], suppressions: [suppressed(11)] })
    expect([events.map(({ type }) => type), unexplained]).toEqual([["email.sent"], 1])
  })
})

describe("a message that bounced before the period", () => {
  it("is left out if a suppression shows that", () => {
    expect(bouncesOf({ messages: [mail(1, 9, bounced)], suppressions: [suppressed(9.5)] })).toEqual([])
  })

  it.each([
    ["an earlier message's bounce", suppressed(8.5)],
    ["another reason", suppressed(9.5, { reason: "complaint" })],
    ["a bounce of unknown time", suppressed(9.5, { event_occurred_at: null })],
  ])("is not left out because of %s", (_, earlier) => {
    expect(bouncesOf({ messages: [mail(1, 9, bounced)], suppressions: [earlier] })).toEqual([[1, on(9), "about"]])
  })

  it("is left out if its delivery would be older than those that the service keeps", () => {
    expect(bouncesOf({ messages: [mail(1, 4, bounced)] })).toEqual([])
  })
})

describe("an event of another kind", () => {
  it("is a complaint, with what the recipient's provider said of it", () => {
    const complaint = { status_reason_code: "complaint" } as const
    const messages = [mail(2, 11, complaint), mail(1, 10.5, complaint)]
    const suppressions = [suppressed(11.5, { reason: "complaint", complaint_feedback_type: "fraud" })]
    const complaints = factsOf({ messages, suppressions }).events.filter(({ type }) => type === "email.complained")
    expect(complaints).toMatchObject([
      { data: { message_id: 1, complaint: { feedback_type: "unknown" } }, timestamp: on(10.5), approximate: true },
      { data: { message_id: 2, complaint: { feedback_type: "fraud" } }, timestamp: on(11.5), approximate: false },
    ])
  })

  it("is a failure, as the message describes it", () => {
    const failure = { failure_code: "rejected", failure_reason: "No", failure_category: "permanent" }
    const messages = [
      mail(1, 11, { status: "failed", sent_at: null, ...failure }),
      mail(2, 11.5, { status: "failed", failure_code: null, failure_reason: null, failure_category: null }),
    ]
    const failures = factsOf({ messages }).events.filter(({ type }) => type === "email.failed")
    expect(failures).toMatchObject([
      { timestamp: on(11), data: { failure: { code: "rejected", reason: "No", category: "permanent" } } },
      { timestamp: on(11.5), data: { failure: { code: "unknown", reason: "", category: "unknown" } } },
    ])
  })

  it("is none that an endpoint got as a test, which hides no other", () => {
    const delivery = (test: boolean) => ({
      ...{ id: 1, event_id: "evt_1", status: "delivered", attempts: 1, created_at: on(11), updated_at: on(11) },
      payload: { type: "email.bounced", timestamp: on(11), data: { message_id: 1, bounce: { type: "hard" }, test } },
    })
    const eventsOf = (test: boolean) =>
      factsOf({ messages: [mail(1, 10.5, bounced)], deliveries: [delivery(test) as never] })
        .events.filter(({ type }) => type === "email.bounced")
        .map(({ id }) => id)
    expect(eventsOf(true)).toEqual(["caught_up_email_bounced_1_hard"])
    expect(eventsOf(false)).toEqual(["evt_1"])
  })
})

describe("the losses of a period", () => {
  const lossesOf = (types: readonly string[], facts: object, since = begin + 10 * day) =>
    summarizeLosses(
      {
        ...{ since, until: begin + 12 * day, historyFrom: begin + 5 * day, types: new Set(types) },
        ...{ messages: [], suppressions: [], endpoints: [], deliveries: [] },
      },
      { events: [], undelivered: 0, unopened: 0, unexplained: 0, ...facts },
    ).map(({ what, atMost, sentence }) => `${what} ${atMost}: ${sentence}`)

  it("are named for the types that were asked, with their number", () => {
    const opens = ["email.opened", "email.clicked"]
    expect(lossesOf(opens, { unopened: 2, undelivered: 3 })).toEqual([
      "email.opened 2: Opens are not recorded while an endpoint is off: up to 2 messages.",
      "email.clicked 2: Clicks are not recorded while an endpoint is off: up to 2 messages.",
    ])
    expect(lossesOf(["email.delivered"], { unopened: 2, undelivered: 1 })).toEqual([
      "email.delivered 1: It is unknown whether 1 message arrived. This number includes bounced messages.",
    ])
    expect(lossesOf(["email.received"], {})).toEqual([expect.stringMatching(/^email.received null: Replies that came/)])
    expect(lossesOf([...opens, "email.delivered"], {})).toEqual([])
  })

  it("are older deliveries, and suppressions that no message explains", () => {
    expect(lossesOf([], {}, begin + 5 * day)).toEqual([])
    expect(lossesOf([], {}, begin + 5 * day - 1)).toEqual([
      `history null: Deliveries are kept for seven days: which events were delivered before ${on(5)} is unknown, and some may repeat.`,
    ])
    expect([1, 2].flatMap((unexplained) => lossesOf([], { unexplained }))).toEqual([
      expect.stringMatching(/^suppressions 1: 1 address was suppressed/),
      expect.stringMatching(/^suppressions 2: 2 addresses were suppressed/),
    ])
  })
})
