import { expect, it } from "vitest"
import { daysOf, dayText } from "../../mock-server/dashboard/app/days.ts"

const days = (...moments: (string | undefined)[]) => daysOf(moments.length, (index) => moments[index], String)

it("finds the first row of each day, also where a clock was set back", () => {
  expect(days()).toEqual([])
  expect(days("2026-03-02T00:00:00Z", "2026-03-01T23:59:59Z", "2026-03-01T02:00:00Z", "2026-03-01T01:00:00Z")).toEqual([
    { day: "2026-03-02", index: 0 },
    { day: "2026-03-01", index: 1 },
  ])
  expect(days("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2026-02-01T00:00:00Z")).toHaveLength(3)
})

it("looks at few of many rows", () => {
  let looks = 0
  const rowAt = (index: number) => {
    looks++
    return new Date(Date.UTC(2026, 0, 10) - index * 8_640).toISOString()
  }
  expect(daysOf(100_000, rowAt, String)).toHaveLength(11)
  expect(looks).toBeLessThan(1_000)
})

it("names a day in words, with the zone of its times", () => {
  expect(dayText("2026-03-01")).toBe("Sunday 1 March 2026, UTC")
})
