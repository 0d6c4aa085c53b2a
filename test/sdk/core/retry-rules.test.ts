import * as fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { isRepeatable, pauseBefore, statedPauseOf, usualPauses } from "../../../sdk/client/request/retry-pauses.ts"
import { verdictOf } from "../../../sdk/client/verdict.ts"

describe("a request that may be sent twice", () => {
  it.each<[boolean, string, string | undefined, unknown]>([
    [true, "GET", undefined, undefined],
    [true, "PUT", undefined, {}],
    [true, "DELETE", undefined, undefined],
    [true, "POST", "key", {}],
    [true, "POST", "", {}],
    [false, "POST", undefined, {}],
    // A version does not count for POST, nor a key for PATCH.
    [false, "POST", undefined, { if_version: 3 }],
    [false, "PATCH", "key", {}],
    [true, "PATCH", undefined, { if_version: 3 }],
    [true, "PATCH", undefined, { if_version: "3" }],
    [false, "PATCH", undefined, { if_version: null }],
    [false, "PATCH", undefined, undefined],
    [false, "OPTIONS", undefined, undefined],
  ])("%s: %s with key %s and body %j", (expected, method, key, body) => {
    expect(isRepeatable(method, key, body)).toBe(expected)
  })
})

describe("the pause that the service asks for", () => {
  const now = Date.parse("2026-03-01T12:00:00Z")
  const [day, later] = ["Sun, 01 Mar 2026 12:00:00 GMT", "Sun, 01 Mar 2026 12:00:30 GMT"]

  it.each<[number | undefined, Record<string, string>, string | undefined]>([
    [undefined, {}, undefined],
    [undefined, {}, ""],
    [0, { "retry-after": "0" }, undefined],
    [7_000, { "retry-after": "7" }, undefined],
    [120_000, { "retry-after": "120" }, undefined],
    [7_000, { "retry-after": " 7 " }, undefined],
    [1_250, { "retry-after": "1.25" }, undefined],
    [undefined, { "retry-after": "7s" }, undefined],
    [undefined, { "retry-after": "a7" }, undefined],
    [undefined, { "retry-after": "-5" }, undefined],
    [undefined, { "retry-after": "in 12" }, undefined],
    [undefined, { "retry-after": "on Mon, 02 Mar 2026 12:00:00 GMT" }, undefined],
    [30_000, { "retry-after": later }, undefined],
    // Relative to the response's own Date, if valid.
    [10_000, { "retry-after": later, date: "Sun, 01 Mar 2026 12:00:20 GMT" }, undefined],
    [30_000, { "retry-after": later, date: "no date" }, undefined],
    [0, { "retry-after": day, date: later }, undefined],
    [60_000, {}, "2026-03-01T12:01:00Z"],
    [7_000, { "retry-after": "7" }, "2026-03-01T12:01:00Z"],
    [60_000, { "retry-after": "soon" }, "2026-03-01T12:01:00Z"],
    [undefined, {}, "12:01"],
  ])("is %s ms for %j and retry_at %s", (expected, headers, retryAt) => {
    expect(statedPauseOf(headers, retryAt, now)).toBe(expected)
  })
})

it("the oldest date format is UTC, in any time zone of this machine", () => {
  vi.stubEnv("TZ", "America/New_York")
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  expect(
    statedPauseOf({ "retry-after": "Sun Mar  1 12:00:30 2026" }, undefined, Date.parse("2026-03-01T12:00:00Z")),
  ).toBe(30_000)
})

describe("the pause before the next attempt", () => {
  function pause(attempts: number, statedPause: number | undefined, longest: number, random: number) {
    const tries = { attempts, now: 1_000, ladder: { ...usualPauses, random: () => random } }
    return pauseBefore(verdictOf({ status: 503, body: "", statedPause }, tries), tries, longest)
  }

  it.each<[number | undefined, number, number | undefined, number, number]>([
    // A random part of a span that doubles, up to 8 seconds and the caller's maximum.
    [500, 1, undefined, 60_000, 1],
    [250, 1, undefined, 60_000, 0.5],
    [1_000, 2, undefined, 60_000, 1],
    [4_000, 4, undefined, 60_000, 1],
    [8_000, 5, undefined, 60_000, 1],
    [8_000, 6, undefined, 60_000, 1],
    [100, 1, undefined, 100, 1],
    [0, 1, undefined, 60_000, 0],
    // The requested pause plus up to a tenth of that span; undefined if it exceeds the maximum.
    [7_050, 1, 7_000, 60_000, 1],
    [7_000, 1, 7_000, 60_000, 0],
    [7_050, 1, 7_000, 7_000, 1],
    [undefined, 1, 7_001, 7_000, 0],
    [0, 1, 0, 0, 0],
  ])(
    "is %s ms before retry %d, requested %s, at most %d, with random %d",
    (expected, retry, statedPause, longest, random) => {
      expect(pause(retry, statedPause, longest, random)).toBe(expected)
    },
  )

  it("is never shorter than requested, and longer by at most a tenth of 8 seconds", () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(60_000), chance, (retry, statedPause, random) => {
        const ms = pause(retry, statedPause, 60_000, random) ?? Number.NaN
        expect(ms).toBeGreaterThanOrEqual(statedPause)
        expect(ms).toBeLessThanOrEqual(statedPause + 800)
      }),
    )
  })
})
