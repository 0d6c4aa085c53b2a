import { expect, it, vi } from "vitest"
import { localText, longTime, shortTime } from "../../cli/terminal/output/times.ts"

// In a process: a thread cannot have a time zone of its own.
it("times are in the reader's local time, or in UTC on request", () => {
  vi.stubEnv("TZ", "America/New_York")
  const now = Date.parse("2026-03-01T12:00:00.000Z")
  const at = "2026-03-01T11:58:00.000Z"
  const local = { utc: false, now }
  expect(localText(Date.parse(at), local)).toBe("2026-03-01 06:58")
  expect(longTime(at, local)).toBe("2026-03-01 06:58:00 (2 min ago)")
  expect(shortTime("2025-08-01T00:00:00.000Z", local)).toBe("2025-07-31 20:00")
  expect([shortTime(at, { ...local, utc: true }), longTime(at, { ...local, utc: true })]).toEqual([at, at])
})
