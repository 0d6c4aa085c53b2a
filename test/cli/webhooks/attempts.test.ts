import { describe, expect, it } from "vitest"
import { isLate } from "../../../cli/commands/webhooks/attempts.ts"

describe("a request for an event that happened a while ago", () => {
  it.each([
    [0, false],
    [54, false],
    [55, true],
    [60, true],
    [86_400, true],
  ])("signed %i seconds later is a retry: %s, since the first retry comes after a minute", (later, late) => {
    const happened = Date.parse("2026-03-01T12:00:00Z")
    const headers = { "webhook-timestamp": String(happened / 1_000 + later) }
    expect(isLate(new Date(happened).toISOString(), headers)).toBe(late)
  })

  it("is a first attempt if its times cannot be read", () => {
    expect(isLate(undefined, {})).toBe(false)
    expect(isLate("2026-03-01T12:00:00Z", { "webhook-timestamp": "soon" })).toBe(false)
  })
})
