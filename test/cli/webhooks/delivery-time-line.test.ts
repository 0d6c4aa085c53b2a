import { stripVTControlCharacters } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { attemptTimes, deliveryLine, drawDelivery } from "../../../cli/commands/webhooks/delivery-time-line.ts"
import { textWidth } from "../../../cli/terminal/output/width.ts"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import { homeWithService } from "../own/run.ts"
import { screen } from "../own/screen.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

const delivery = (changes: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 1,
  event_id: "evt_1",
  event_type: "email.bounced",
  status: "pending",
  attempts: 3,
  last_response_status: 503,
  last_error: "got 503",
  next_attempt_at: "2026-03-01T12:36:40.000Z",
  payload: { type: "email.bounced", timestamp: "2026-03-01T12:00:00.000Z", data: {} } as WebhookDelivery["payload"],
  created_at: "2026-03-01T12:00:00.000Z",
  updated_at: "2026-03-01T12:06:40.000Z",
  ...changes,
})

describe("the timeline of a delivery", () => {
  it("shows each attempt, the pauses between, and when the next is due", () => {
    expect(drawDelivery(delivery({}), screen)).toBe(
      "delivery 1  email.bounced  ○ pending  got 503  evt_1\n" +
        "  ✘ 03-01 12:00 ─ 1 min ─ ✘ 12:01 ─ 5 min 40 s ─ ✘ 12:06 ─ 30 min ─\n" +
        "  ○ 12:36 (in 40 s)",
    )
  })

  it("is a single line when deliveries are followed", () => {
    expect(deliveryLine(delivery({ id: 12 }), screen)).toBe(
      "12:06:40  delivery 12  email.bounced  ○ pending  got 503  evt_1",
    )
    const event_id = "evt_019ca945-0a00-7157-81ec-0dfc0915de5d"
    expect(deliveryLine(delivery({ event_id }), screen)).toBe(
      "12:06:40  delivery 1  email.bounced  ○ pending  got 503  evt_019…15de5d",
    )
  })

  it("ends with a tick once delivered, and with a cross once failed", () => {
    const delivered = delivery({ status: "delivered", attempts: 1, next_attempt_at: null, last_response_status: 200 })
    expect(drawDelivery(delivered, screen)).toContain("\n  ✔ 03-01 12:00")
    const failed = delivery({
      status: "failed",
      attempts: 7,
      next_attempt_at: null,
      updated_at: "2026-03-02T22:36:00Z",
    })
    // One for each attempt, and one beside the status.
    expect(drawDelivery(failed, screen).match(/✘/g)).toHaveLength(8)
  })

  it("places attempts by the service's retry delays", () => {
    const times = attemptTimes(delivery({ attempts: 4, updated_at: "2026-03-01T12:36:00.000Z" }))
    expect(times.map((time) => (time - (times[0] ?? 0)) / 60_000)).toEqual([0, 1, 6, 36])
  })

  it("shows why it failed, what it waits for, or that nothing was tried", () => {
    const head = (changes: Partial<WebhookDelivery>) => drawDelivery(delivery(changes), screen).split("\n")[0]
    const line = (changes: Partial<WebhookDelivery>) => drawDelivery(delivery(changes), screen).split("\n").slice(1)
    expect(head({ last_response_status: null })).toBe("delivery 1  email.bounced  ○ pending  got 503  evt_1")
    expect(head({ last_response_status: null, last_error: "no response" })).toContain("  no response  ")
    expect(head({ status: "delivered", last_response_status: null })).toBe(
      "delivery 1  email.bounced  ✔ delivered  evt_1",
    )
    expect(head({ status: "odd" as WebhookDelivery["status"] })).toBe(
      "delivery 1  email.bounced  · odd  got 503  evt_1",
    )
    const waiting = { attempts: 0, status: "pending", next_attempt_at: null } as const
    expect(line(waiting)).toEqual(["  not tried"])
    expect(line({ ...waiting, next_attempt_at: "2026-03-01T12:36:00.000Z" })).toEqual(["  ○ 03-01 12:36 (due)"])
    expect(line({ attempts: 1, status: "failed" })).toEqual(["  ✘ 03-01 12:00"])
    expect(line({ attempts: 1, next_attempt_at: "2026-03-02T12:00:00.000Z" })).toEqual([
      "  ✘ 03-01 12:00 ─ 1 d ─ ○ 03-02 12:00 (in 23 h 24 min)",
    ])
  })

  it("uses the service's time of the last attempt if it is later than the attempts before", () => {
    const minutes = (changes: Partial<WebhookDelivery>) =>
      attemptTimes(delivery(changes)).map((time) => (time - Date.parse("2026-03-01T12:00:00Z")) / 60_000)
    expect(minutes({ attempts: 2, updated_at: "2026-03-01T12:05:00.000Z" })).toEqual([0, 5])
    expect(minutes({ attempts: 2, updated_at: "2026-03-01T12:00:00.000Z" })).toEqual([0, 1])
    expect(minutes({ attempts: 1, updated_at: "2026-03-01T12:05:00.000Z" })).toEqual([0])
    expect(minutes({ attempts: 0 })).toEqual([])
  })

  it("is drawn on a terminal, and is data in a pipe", async () => {
    const words = ["webhooks", "create", "--url", "https://hooks.example.com/x", "--events", "email.delivered"]
    await sandbox.run(words)
    await sandbox.run(["webhooks", "test", "1"])
    const drawn = await sandbox.run(["webhooks", "deliveries", "1"], { terminal: true })
    expect([drawn.code, drawn.out]).toEqual([0, expect.stringContaining("email.delivered")])
    expect((await sandbox.run(["webhooks", "deliveries", "1"])).json).toMatchObject([{ event_type: "email.delivered" }])
    const data = await sandbox.run(["webhooks", "deliveries", "1", "-o", "json"], { terminal: true })
    expect(data.json).toHaveLength(1)
  })
})

describe.each([30, 50, 80, 120])("on a terminal of %i columns", (columns) => {
  const narrow = { ...screen, columns }
  const widest = (text: string) => Math.max(...stripVTControlCharacters(text).split("\n").map(textWidth))

  it("a timeline of any number of attempts fits", () => {
    for (const attempts of [1, 2, 3, 4, 5, 6, 7]) {
      const last_error = "a reason that goes on for a while and says what was in the way"
      const longDelivery = delivery({
        attempts,
        last_response_status: null,
        last_error,
        event_id: `evt_${"0".repeat(60)}`,
      })
      expect(widest(drawDelivery(longDelivery, narrow))).toBeLessThanOrEqual(columns)
    }
  })
})
