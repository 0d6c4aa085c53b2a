import { beforeAll, describe, expect, it } from "vitest"
import type { Message, Suppression } from "../../../sdk/index.ts"
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
