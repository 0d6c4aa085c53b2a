import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseTimestamp, readMoment, utcOf } from "../../sdk/contract/core/timestamp.ts"

const two = (count: number) => String(count).padStart(2, "0")

describe("a time that a person gives", () => {
  it.each([
    ["2026-03-01T12:00:00Z", "2026-03-01T12:00:00.000Z"],
    ["2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00.000Z"],
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    [new Date(5), "1970-01-01T00:00:00.005Z"],
    [1_795_780_800_000, "2026-11-27T12:00:00.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
  ])("is read from %j", (moment, time) => expect(readMoment(moment)).toBe(Date.parse(time)))

  it.each([
    [1_795_780_800, "is 1795780800: seconds? Give milliseconds (1795780800000), or 2026-11-27T12:00:00.000Z"],
    ["1795780800", "is 1795780800: seconds? Give 2026-11-27T12:00:00.000Z"],
    ["1795780800000", "is 1795780800000: milliseconds? Give 2026-11-27T12:00:00.000Z"],
    ["2026-03-01T12:00:00", "must have an offset from UTC: Z, or one such as +02:00"],
    ["2026-03-01 12:00", "must have an offset from UTC: Z, or one such as +02:00"],
    ["2026-02-30T00:00:00Z", "must be a day and time that exist"],
    ["2026-02-30", "must be a day and time that exist"],
    ["2026-03-01T25:00:00Z", "must be a day and time that exist"],
    ["11/12/2026", "must be a time in ISO 8601 with its offset from UTC, such as 2026-03-01T12:00:00Z"],
    ["Nov 27", "must be a time in ISO 8601 with its offset from UTC, such as 2026-03-01T12:00:00Z"],
    ["yesterday", "must be a time in ISO 8601 with its offset from UTC, such as 2026-03-01T12:00:00Z"],
    [new Date(Number.NaN), "must be a Date, milliseconds since 1970, or a time such as 2026-03-01T12:00:00Z"],
    [Number.NaN, "must be a Date, milliseconds since 1970, or a time such as 2026-03-01T12:00:00Z"],
    [null as never, "must be a Date, milliseconds since 1970, or a time such as 2026-03-01T12:00:00Z"],
  ])("is refused, with the way out: %j", (moment, problem) => expect(readMoment(moment)).toBe(problem))
})

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
  ])("is not valid as %j", (text) =>
    expect([parseTimestamp(text), utcOf(text), typeof readMoment(text)]).toEqual([undefined, undefined, "string"]),
  )

  it("may be a date only, if no time of day is required", () => {
    expect([parseTimestamp("2026-07-01"), utcOf("2026-07-01")]).toEqual([Date.UTC(2026, 6, 1), undefined])
  })

  it("beyond four-digit years is not a valid timestamp", () => {
    expect(utcOf("9999-12-31T23:59:59-01:00")).toBeUndefined()
    expect(utcOf("0000-01-01T00:00:00+01:00")).toBeUndefined()
  })
})
