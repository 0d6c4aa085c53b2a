import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isTimestamp, parseTimestamp, utcOf } from "../../sdk/contract/core/timestamp.ts"

const two = (count: number) => String(count).padStart(2, "0")

describe("a moment", () => {
  it("is the same with any offset from UTC", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true }),
        fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
        fc.constantFrom(":", "", undefined),
        (date, minutes, colon) => {
          const offset = colon === undefined ? Math.trunc(minutes / 60) * 60 : minutes
          const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
          const [hours, rest] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
          const text = `${local}${offset < 0 ? "-" : "+"}${two(hours)}${colon === undefined ? "" : colon + two(rest)}`
          expect([text, parseTimestamp(text), utcOf(text)]).toEqual([text, date.getTime(), date.toISOString()])
        },
      ),
    )
  })

  it.each([
    ["2026-07-01T10:00Z", "2026-07-01T10:00:00.000Z"],
    ["2026-07-01T10:00:00.123456Z", "2026-07-01T10:00:00.123Z"],
    ["2024-02-29T23:30:00-01:00", "2024-03-01T00:30:00.000Z"],
  ])("with a time of day is converted to UTC: %s", (text, utc) => expect(utcOf(text)).toBe(utc))

  it.each([
    "2026-02-29T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-07-01T10:00:00",
    "2026-07-01T10:60:00Z",
    "2026-07-01T10:00:00+24:00",
    "2026-07-01T10:00:00+2:00",
    "2026-07-01T10:00:00+02:60",
    "2026-07-01T10:00:00 02:00",
    "2026-07-01 10:00:00Z",
    "1767225600",
    "",
  ])("is not valid as %j", (text) => expect([isTimestamp(text), utcOf(text)]).toEqual([false, undefined]))

  it("may be a date only, if no time of day is required", () => {
    expect([parseTimestamp("2026-07-01"), utcOf("2026-07-01")]).toEqual([Date.UTC(2026, 6, 1), undefined])
  })

  it("beyond four-digit years is not a valid timestamp", () => {
    expect(utcOf("9999-12-31T23:59:59-01:00")).toBeUndefined()
    expect(utcOf("0000-01-01T00:00:00+01:00")).toBeUndefined()
  })
})
