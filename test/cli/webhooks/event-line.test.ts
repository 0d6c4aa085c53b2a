import { describe, expect, it } from "vitest"
import { AttemptCount } from "../../../cli/commands/webhooks/attempts.ts"
import { eventLine, eventRow } from "../../../cli/commands/webhooks/event-line.ts"
import type { Received } from "../../../cli/commands/webhooks/receiver.ts"
import { screenFor } from "../../../cli/terminal/output/screen.ts"

const at = Date.parse("2026-03-01T12:00:05.000Z")
const sink = (columns: number) => ({ isTTY: true, columns, write: () => true, once: () => undefined })
const screenOf = (columns: number, env: Record<string, string> = { NO_COLOR: "1", LANG: "C.UTF-8" }) =>
  screenFor(sink(columns), { env, now: () => at }, { utc: true })

const event = { type: "email.sent", timestamp: "2026-03-01T12:00:00.000Z", data: { message_id: 7, to: "ada@a.test" } }
const body = JSON.stringify(event)
const received: Received = {
  ...{ at, id: "evt_1", event, isVerified: true, refusal: undefined, forwarded: undefined, status: 200, attempt: 1 },
  ...{ headers: { "webhook-id": "evt_1" }, body: new TextEncoder().encode(body) },
}
const nothing = { headers: false, body: false }
const line = (changes: Partial<Received>, columns = 200) =>
  eventLine({ ...received, ...changes }, screenOf(columns), nothing)
const forwarded = { url: "http://x.test/", status: 204, error: undefined, response: undefined, duration: 12 }

describe("a webhook as a line", () => {
  const start = "12:00:05  ✔  email.sent        message 7 ada@a.test"

  it.each<[string, Partial<Received>, string]>([
    ["as it came", {}, `${start}  evt_1`],
    ["not verified", { isVerified: false }, "12:00:05  ? not verified  email.sent        message 7 ada@a.test  evt_1"],
    ["retried", { attempt: 2 }, `${start}  attempt 2 of 7  evt_1`],
    ["responded with less than 200", { status: 199 }, `${start}  attempt 1 of 7  evt_1`],
    ["responded with less than 300", { status: 299 }, `${start}  evt_1`],
    ["responded with 300", { status: 300 }, `${start}  attempt 1 of 7  evt_1`],
    ["forwarded", { forwarded }, `${start}  → 204 12 ms  evt_1`],
    [
      "forwarded without a response",
      { forwarded: { ...forwarded, status: undefined, error: "refused" } },
      `${start}  → refused  evt_1`,
    ],
    [
      "of inbound mail",
      { event: { ...event, data: { from: "grace@a.test", to: "ada@a.test" } } },
      "12:00:05  ✔  email.sent        grace@a.test  evt_1",
    ],
    [
      "of a test",
      { event: { ...event, data: { message_id: 0, to: "ada@a.test", test: true } } },
      "12:00:05  ✔  email.sent        ada@a.test (test)  evt_1",
    ],
    ["of unknown data", { event: { ...event, data: null } }, "12:00:05  ✔  email.sent        evt_1"],
    ["of text", { event: { ...event, data: "text" } }, "12:00:05  ✔  email.sent        evt_1"],
    [
      "refused",
      { event: undefined, refusal: { reason: "no_matching_signature", message: "no signature fits" } },
      "12:00:05  ✘ refused  no signature fits  evt_1",
    ],
  ])("shows the outcome: %s", (_, changes, text) => {
    expect(line(changes)).toBe(text)
  })

  it("wraps on a narrow terminal, without column padding", () => {
    expect(line({}, 79)).toBe("12:00:05  ✔  email.sent  message 7 ada@a.test  evt_1")
    expect(line({}, 80)).toContain("email.sent        message")
    expect(line({}, 30)).toBe("12:00:05  ✔  email.sent\n  message 7 ada@a.test  evt_1")
  })

  it("is coloured by its outcome", () => {
    const colored = (changes: Partial<Received>) =>
      eventLine({ ...received, ...changes }, screenOf(200, { FORCE_COLOR: "1" }), nothing)
    const [green, yellow, red] = [32, 33, 31].map((code) => (text: string) => `\x1b[${code}m${text}\x1b[39m`)
    const dim = (text: string) => `\x1b[2m${text}\x1b[22m`
    expect(colored({})).toBe(
      `${dim("12:00:05")}  ${green?.("✔")}  \x1b[1memail.sent      \x1b[22m  message 7 ada@a.test  ${dim("evt_1")}`,
    )
    expect(colored({ isVerified: false })).toContain(yellow?.("? not verified"))
    expect(colored({ attempt: 3 })).toContain(yellow?.("attempt 3 of 7"))
    expect(colored({ forwarded })).toContain(`${green?.("→ 204")} ${dim("12 ms")}`)
    for (const status of [199, 300])
      expect(colored({ forwarded: { ...forwarded, status } })).toContain(yellow?.(`→ ${status}`))
    expect(colored({ forwarded: { ...forwarded, status: undefined, error: "gone" } })).toContain(red?.("→ gone"))
    expect(colored({ event: undefined, refusal: undefined })).toContain(red?.("✘ refused"))
  })

  it("shows the receiver's reason for a refusal below it", () => {
    const refusedForward = { ...forwarded, status: 400, response: "No v1 \u001b[31msignature fits" }
    expect(line({ forwarded: refusedForward })).toBe(
      `${start}  → 400 12 ms  evt_1\n  its response: No v1 signature fits`,
    )
    expect(line({ forwarded: refusedForward }, 30)).toMatch(/\n {2}its response: No v1\n {6}signature fits$/)
  })

  it("shows headers and body below it if requested", () => {
    const linesBelow = (parts: object, changes: Partial<Received> = {}) =>
      eventLine({ ...received, ...changes }, screenOf(200), { ...nothing, ...parts })
        .split("\n")
        .slice(1)
    expect(linesBelow({})).toEqual([])
    expect(linesBelow({ headers: true })).toEqual(["  webhook-id: evt_1"])
    const pretty = JSON.stringify(event, null, 2).split("\n")
    expect(linesBelow({ body: true })).toEqual(pretty.map((text) => `  ${text}`))
    expect(linesBelow({ body: true }, { body: new TextEncoder().encode("no JSON") })).toEqual(["  no JSON"])
  })
})

describe("a webhook as data", () => {
  it("is the event and its outcome", () => {
    expect(eventRow(received, nothing)).toEqual({
      ...{ id: "evt_1", ...event, received_at: "2026-03-01T12:00:05.000Z", verified: true },
      ...{ attempt: 1, attempts_at_most: 7, response_status: 200 },
    })
  })

  it("has the reason of a refusal, and the result of forwarding", () => {
    const refusal = { reason: "no_matching_signature", message: "no" } as const
    expect(eventRow({ ...received, event: undefined, refusal, status: 401 }, nothing)).toMatchObject({
      ...{ type: null, refusal: "no_matching_signature", response_status: 401 },
    })
    const row = (changes: object) => eventRow({ ...received, forwarded: { ...forwarded, ...changes } }, nothing)
    expect(row({})).toMatchObject({ forwarded: { url: "http://x.test/", status: 204, duration_ms: 12 } })
    expect(row({ status: undefined, error: "gone" })).toMatchObject({
      forwarded: { url: "http://x.test/", status: null, error: "gone", duration_ms: 12 },
    })
    expect(row({ status: 400, response: "no" })).toMatchObject({ forwarded: { status: 400, response: "no" } })
    expect(row({})).not.toHaveProperty("forwarded.error")
    expect(row({})).not.toHaveProperty("forwarded.response")
  })

  it("has headers and body if requested", () => {
    expect(eventRow(received, { headers: true, body: true })).toMatchObject({ headers: received.headers, body })
    expect(Object.keys(eventRow(received, nothing))).not.toEqual(expect.arrayContaining(["headers"]))
    expect(Object.keys(eventRow(received, nothing))).not.toEqual(expect.arrayContaining(["body"]))
  })
})

describe("the attempt number of a webhook", () => {
  const counting = (before: (id: string) => Promise<number | undefined> = async () => undefined) =>
    new AttemptCount(before)

  it("is counted until the webhook is acknowledged, then starts again", async () => {
    const count = counting()
    expect(await count.next("a", false)).toBe(1)
    count.settle("a", 1, false)
    expect(await count.next("a", true)).toBe(2)
    count.settle("a", 2, true)
    expect([await count.next("a", false), await count.next("b", false)]).toEqual([1, 1])
  })

  it("is one more than the service's count for a late event, and at most seven", async () => {
    expect(await counting(async () => 3).next("a", true)).toBe(4)
    expect(await counting(async () => 3).next("a", false)).toBe(1)
    expect(await counting(async () => 99).next("a", true)).toBe(7)
    expect(await counting(async () => Promise.reject(new Error("gone"))).next("a", true)).toBe(1)
    const count = counting()
    count.settle("a", 7, false)
    expect(await count.next("a", false)).toBe(7)
  })

  it("is remembered for the last ten thousand events", async () => {
    const count = counting()
    for (let at = 0; at < 10_000; at++) count.settle(`e${at}`, 1, false)
    count.settle("e0", 2, false)
    expect(await count.next("e1", false)).toBe(2)
    count.settle("one more", 1, false)
    expect([await count.next("e0", false), await count.next("e1", false), await count.next("e2", false)]).toEqual([
      3, 1, 2,
    ])
  })
})
