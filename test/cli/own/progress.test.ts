import { stripVTControlCharacters } from "node:util"
import { describe, expect, it } from "vitest"
import { longWork } from "../../../cli/runners/long-work.ts"
import { barOf, countText, durationText } from "../../../cli/terminal/output/numbers.ts"
import { createProgress, type Step } from "../../../cli/terminal/output/progress.ts"
import { textWidth } from "../../../cli/terminal/output/width.ts"
import { screen } from "./screen.ts"

describe.each([30, 50, 80, 120])("on a terminal of %i columns", (columns) => {
  const narrow = { ...screen, columns }
  const widest = (text: string) => Math.max(...stripVTControlCharacters(text).split("\n").map(textWidth))

  it("progress fits on one line, so that it can be cleared", () => {
    let text = ""
    const write = (chunk: string | Uint8Array) => {
      text += chunk
      return true
    }
    const io = { stderr: { isTTY: true, columns, write, once: () => {} }, now: () => 0 }
    const progress = createProgress(io as unknown as Parameters<typeof createProgress>[0], "Import 123456", narrow)
    progress.update({ done: 1_234_567, total: 2_345_678, note: "processing" })
    expect(widest(text)).toBeLessThan(columns)
  })
})

describe("figures", () => {
  it("are formatted for reading", () => {
    expect([countText(0), countText(1234567), countText(0.5), countText(12345.6)]).toEqual([
      "0",
      "1,234,567",
      "0.5",
      "12,345.6",
    ])
    expect([120, 40_000, 7_500_000, 90_000_000, 86_400_000].map(durationText)).toEqual([
      "120 ms",
      "40 s",
      "2 h 5 min",
      "1 d 1 h",
      "1 d",
    ])
    expect([barOf(0, 4), barOf(0.5, 4), barOf(1, 4), barOf(9, 4)]).toEqual(["░░░░", "██░░", "████", "████"])
  })
})

describe("progress", () => {
  const counted = (done: number): Step => ({ done, total: 1000, note: "processing" })

  function show(isTTY: boolean, steps: readonly (readonly [at: number, done: number])[], stepOf = counted) {
    let now = 0
    let text = ""
    const write = (chunk: string | Uint8Array) => {
      text += chunk
      return true
    }
    const sink = { isTTY, columns: 80, write, once: () => {} }
    const io = { stderr: sink, now: () => now } as unknown as Parameters<typeof createProgress>[0]
    const progress = createProgress(io, "Rows", screen)
    for (const [at, done] of steps) {
      now = at
      progress.update(stepOf(done))
    }
    progress.end("Rows: done")
    return text
  }

  it("shows no rate before it is known", () => {
    const early = [
      [0, 0],
      [499, 100],
    ] as const
    const idle = [
      [0, 50],
      [9000, 50],
    ] as const
    for (const steps of [early, idle]) expect(show(true, steps)).not.toContain("/s")
    expect(
      show(true, [
        [0, 0],
        [500, 100],
      ]),
    ).toContain("200/s")
  })

  it("is a bar with percentage, rate and time left on a terminal, and is cleared at the end", () => {
    const text = show(true, [
      [0, 0],
      [1000, 100],
      [2000, 500],
      [4000, 1000],
    ])
    expect(text).toContain(" 50 %  500 of 1,000  processing  250/s  2 s left")
    expect(text).toMatch(/█[▏▎▍▌▋▊▉]?░/)
    expect(text.endsWith("\r\u001b[2K\u001b[?25hRows: done\n")).toBe(true)
  })

  it("of an import uses the percentage of the file while its rows are still being counted", () => {
    const stepOf = (done: number) =>
      longWork["imports.get"]?.stepOf({
        status: "processing",
        success_rows: done,
        failed_rows: 0,
        total_rows: done,
        progress_pct: done / 100,
      }) ?? {}
    const steps = [0, 1000, 2500].map((done, index) => [index * 1000, done] as [number, number])
    expect(show(true, steps, stepOf)).toContain(" 25 %  2,500 rows  processing  1,250 rows/s  6 s left")
  })

  it.each([true, false])("names the unit and the rate, also at the end; with a terminal %s", (isTTY) => {
    const stepOf = (done: number): Step => ({
      done,
      total: 5005,
      unit: "rows",
      note: "processing",
      more: `${done / 5} refused`,
    })
    const steps = [0, 1000, 2000, 5005].map((done, index) => [index * 2000, done] as [number, number])
    const text = show(isTTY, steps, stepOf)
    const comma = isTTY ? "  " : ", "
    expect(text).toContain(["2,000 of 5,005 rows", "processing", "400 refused", "500 rows/s", "6 s left"].join(comma))
    expect(text.endsWith("Rows: done, 5,005 rows, 834 rows/s\n")).toBe(true)
    expect(show(isTTY, [[0, 1]], (done) => ({ done, unit: "rows" })).endsWith("Rows: done, 1 row\n")).toBe(true)
  })

  it("prints no line if only the extra text changes", () => {
    const stepOf = (done: number): Step => ({ done, unit: "rows", more: `${done} imported` })
    expect(
      show(
        false,
        [
          [0, 1],
          [10, 2],
          [20, 3],
        ],
        stepOf,
      ),
    ).toBe("Rows, 1 row, 1 imported\nRows: done, 3 rows\n")
  })

  it("is plain lines off a terminal, at most one every two seconds", () => {
    const text = show(false, [
      [0, 0],
      [100, 10],
      [500, 50],
      [2500, 500],
      [2600, 600],
    ])
    expect(text).toBe("Rows, 0 of 1,000, processing\nRows, 500 of 1,000, processing, 200/s, 3 s left\nRows: done\n")
  })
})
