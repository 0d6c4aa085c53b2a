import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Holder } from "../../cli/terminal/io.ts"
import { isEmpty, longCell, shortCell } from "../../cli/terminal/output/cells.ts"
import { columnPriority, layOut } from "../../cli/terminal/output/columns.ts"
import { fitParts } from "../../cli/terminal/output/fit-parts.ts"
import { jsonPrinter, ndjsonPrinter } from "../../cli/terminal/output/json.ts"
import { noteText, wrapNote } from "../../cli/terminal/output/note.ts"
import { barOf, countText, durationText, moneyText } from "../../cli/terminal/output/numbers.ts"
import { createProgress, type Step } from "../../cli/terminal/output/progress.ts"
import { recordLines } from "../../cli/terminal/output/record.ts"
import { screenFor } from "../../cli/terminal/output/screen.ts"
import { toneOf, tones } from "../../cli/terminal/output/states.ts"
import { tablePrinter } from "../../cli/terminal/output/table.ts"
import { relativeText, shortTime } from "../../cli/terminal/output/times.ts"
import { measure } from "../../cli/terminal/output/width.ts"
import { byLength, wrap, wrapCommand, wrapHanging } from "../../cli/terminal/output/wrap.ts"

const now = Date.parse("2026-03-01T12:00:00.000Z")
const plainEnv = { NO_COLOR: "1", LANG: "C.UTF-8" }

function screenOf(columns: number, env: Record<string, string> = plainEnv) {
  const sink = { isTTY: true, columns, write: () => true, once: () => undefined }
  return screenFor(sink, { env, now: () => now }, { utc: true })
}
const pipe = screenFor({ write: () => true, once: () => undefined }, { env: {}, now: () => now }, { utc: true })

describe("a relative time", () => {
  it.each([
    [1_000, "1 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [3_599_999, "59 min"],
    [3_600_000, "1 h"],
    [86_399_999, "23 h"],
    [86_400_000, "1 d"],
    [2_629_799_999, "30 d"],
    [2_629_800_000, "1 month"],
    [2 * 2_629_800_000, "2 months"],
    [31_557_600_000, "1 year"],
    [2 * 31_557_600_000, "2 years"],
  ])("uses the largest unit: %i ms are %s", (span, text) => {
    expect(relativeText(now - span, now)).toBe(`${text} ago`)
    expect(relativeText(now + span, now)).toBe(`in ${text}`)
  })

  it("is replaced by a date after 30 days", () => {
    const local = { utc: false, now }
    const ago = (days: number) => shortTime(new Date(now - days * 86_400_000).toISOString(), local)
    expect(ago(29.9)).toBe("29 d ago")
    expect(ago(30)).toMatch(/^2026-01-30 \d\d:\d\d$/)
  })
})

describe("figures", () => {
  it.each([
    [0, "0 ms"],
    [999.4, "999 ms"],
    [1_000, "1 s"],
    [59_499, "59 s"],
    [59_500, "1 min"],
    [61_000, "1 min 1 s"],
    [3_600_000, "1 h"],
    [3_601_000, "1 h"],
    [3_660_000, "1 h 1 min"],
    [90_061_000, "1 d 1 h"],
    [86_460_000, "1 d"],
  ])("of time use the two largest units: %d ms are %s", (span, text) => {
    expect(durationText(span)).toBe(text)
  })

  it("of bars have a resolution of an eighth, and never exceed their width", () => {
    expect([0.125, 0.25, 0.5, 0.875, 1].map((share) => barOf(share, 1))).toEqual(["▏", "▎", "▌", "▉", "█"])
    expect([barOf(-1, 3), barOf(2, 3), barOf(0.5, 3)]).toEqual(["░░░", "███", "█▌░"])
    fc.assert(
      fc.property(fc.double({ min: -1, max: 2, noNaN: true }), fc.integer({ min: 1, max: 40 }), (share, columns) => {
        expect(barOf(share, columns)).toHaveLength(columns)
      }),
    )
  })

  it("have thousands separators; money has at least two decimals", () => {
    expect([999, 1000, 1234567, -1234, 1234.5678].map(countText)).toEqual([
      "999",
      "1,000",
      "1,234,567",
      "-1,234",
      "1,234.5678",
    ])
    expect([0, 5, 50, 100, 0.25, 123456.78].map((cents) => moneyText(cents, "eur"))).toEqual([
      ...["0.00 EUR", "0.05 EUR", "0.50 EUR", "1.00 EUR", "0.0025 EUR", "1,234.5678 EUR"],
    ])
  })
})

describe("a cell", () => {
  const at = "2026-03-01T11:58:00.000Z"

  it.each([
    ["active", true, { text: "yes" }],
    ["active", false, { text: "no", style: "dim" }],
    ["status", "sent", { text: "✔ sent", style: "green" }],
    ["a.status", "queued", { text: "○ queued", style: "yellow" }],
    ["result", "processing", { text: "◐ processing", style: "cyan" }],
    ["verdict", "undeliverable", { text: "✘ undeliverable", style: "red" }],
    ["statement", "expired", { text: "expired" }],
    ["state", "expired", { text: "· expired", style: "dim" }],
    ["status", 399, { text: "✔ 399", style: "green" }],
    ["status", 400, { text: "✘ 400", style: "red" }],
    ["status", 99, { text: "99" }],
    ["status", 100, { text: "✔ 100", style: "green" }],
    ["status", 599, { text: "✘ 599", style: "red" }],
    ["status", 600, { text: "600" }],
    ["status", null, { text: "" }],
    ["name", "a\nb", { text: "a b" }],
  ])("of %s shows %j in readable form", (field, value, cell) => {
    expect(shortCell(field, value, pipe)).toEqual(cell)
    expect(longCell(field, value, pipe)).toEqual(cell)
  })

  it("with a time shows how long ago it was, and in a record also the date", () => {
    const local = { ...pipe, utc: false }
    expect(shortCell("created_at", at, local)).toEqual({ text: "2 min ago" })
    expect(longCell("created_at", at, local).text).toMatch(/^2026-03-01 \d\d:58:00 \(2 min ago\)$/)
    for (const field of ["date", "format"]) expect(shortCell(field, at, local)).toEqual({ text: at })
    for (const field of ["at", "failing_since", "a.until", "now", "timestamp", "time"])
      expect(shortCell(field, at, local)).toEqual({ text: "2 min ago" })
    expect(shortCell("created_at", "soon", local)).toEqual({ text: "soon" })
    expect(shortCell("created_at", `${at} or so`, local)).toEqual({ text: `${at} or so` })
  })

  it("is empty for null, and for an empty text, list or object", () => {
    expect([null, undefined, "", [], {}].map(isEmpty)).toEqual([true, true, true, true, true])
    expect([0, false, " ", [0], { a: 1 }].map(isEmpty)).toEqual([false, false, false, false, false])
  })

  it("has one sign for each tone", () => {
    expect(Object.values(tones).map(({ sign }) => sign)).toEqual(["✔", "○", "◐", "✘", "·"])
    expect(toneOf("statuses", "sent")).toBeUndefined()
  })
})

describe("the columns of a table", () => {
  const row = { id: 1, name: "a".repeat(40), subject: "b".repeat(40), note: "c".repeat(40), created_at: "d".repeat(20) }
  const names = Object.keys(row)
  const widths = (columns: number, isAsked = false, rows: readonly object[] = [row]) =>
    Object.fromEntries(
      layOut({ rows, names, isAsked, screen: screenOf(columns) })?.map(({ name, width }) => [name, width]) ?? [],
    )

  it("have their full width if there is room; otherwise free text shrinks before what users retype", () => {
    expect(widths(200)).toEqual({ id: 2, name: 40, subject: 40, note: 40, created_at: 20 })
    expect(widths(150)).toEqual({ id: 2, name: 40, subject: 40, note: 40, created_at: 20 })
    expect(widths(149)).toEqual({ id: 2, name: 40, subject: 39, note: 40, created_at: 20 })
    expect(widths(148)).toEqual({ id: 2, name: 40, subject: 39, note: 39, created_at: 20 })
    expect(widths(76, true)).toEqual({ id: 2, name: 30, subject: 12, note: 12, created_at: 12 })
  })

  it("cut an address only if it does not fit beside id and state, and never an id", () => {
    const one = { id: "i".repeat(36), email: "e".repeat(40), status: "sent", first_name: "Ada", created_at: "now" }
    const columnsAt = (columns: number, row: object = one) =>
      layOut({ rows: [row], names: Object.keys(row), isAsked: false, screen: screenOf(columns) })
    const widthsOf = (columns: number) => columnsAt(columns)?.map(({ name, width }) => [name, width])
    expect(widthsOf(103)).toEqual(
      [
        ["id", 36],
        ["email", 40],
        ["status", 6],
        ["first_name", 10],
        ["created_at", 10],
      ].slice(0, 4),
    )
    expect(widthsOf(88)).toEqual([
      ["id", 36],
      ["email", 40],
      ["status", 6],
    ])
    expect(widthsOf(80)).toEqual([
      ["id", 36],
      ["email", 34],
      ["status", 6],
    ])
    expect(widthsOf(69)).toEqual([
      ["id", 36],
      ["status", 6],
    ])
    expect(columnsAt(60, { id: "i".repeat(61) })).toBeUndefined()
    for (const name of ["a.id", "x_uuid"])
      expect(columnsAt(60, { [name]: "i".repeat(50), note: "n".repeat(50) })).toMatchObject([{ name, width: 50 }])
  })

  it("are dropped from the least important on; identifying columns stay", () => {
    const fullWidth = 2 + 40 + 12 + 12 + 12 + 4 * 2
    expect(Object.keys(widths(fullWidth))).toEqual(names)
    expect(Object.keys(widths(fullWidth - 1))).toEqual(["id", "name", "subject", "note"])
    expect(widths(60)).toMatchObject({ id: 2, name: 40 })
    const least = 2 + 24 + 12 + 12 + 12 + 4 * 2
    expect(Object.keys(widths(least, true))).toEqual(names)
    expect(layOut({ rows: [row], names, isAsked: true, screen: screenOf(least - 1) })).toBeUndefined()
    expect(layOut({ rows: [row], names, isAsked: false, screen: screenOf(59) })).toBeUndefined()
  })

  it("are as wide as needed in a pipe", () => {
    expect(layOut({ rows: [row], names, isAsked: false, screen: pipe })?.map(({ width }) => width)).toEqual([
      ...[2, 40, 40, 40, 20],
    ])
  })

  it("with numbers are right-aligned, unless they are states", () => {
    const look = (rows: readonly object[], name: string) =>
      layOut({ rows, names: [name], isAsked: false, screen: pipe })?.[0]
    expect(look([{ n: 1 }, { n: null }, {}], "n")?.isNumber).toBe(true)
    expect(look([{ n: 1 }, { n: "1" }], "n")?.isNumber).toBe(false)
    expect(look([{ n: null }], "n")?.isNumber).toBe(false)
    expect(look([{ status: 200 }], "status")?.isNumber).toBe(false)
  })

  it("are ranked by meaning", () => {
    const order = ["created_at", "zzz", "subject", "email", "status", "id"]
    expect(order.toSorted((a, b) => columnPriority(a, order.indexOf(a)) - columnPriority(b, order.indexOf(b)))).toEqual(
      [...["id", "status", "email", "subject", "zzz", "created_at"]],
    )
    expect(columnPriority("updated_at", 0)).toBeGreaterThan(columnPriority("other", 99))
    expect(columnPriority("a.email", 3)).toBe(2.003)
  })
})

describe("a printed table", () => {
  async function printed(rows: readonly unknown[], columns: number, names?: readonly string[]) {
    const [texts, notes]: [string[], string[]] = [[], []]
    const printer = tablePrinter({
      print: async (text) => void texts.push(text),
      ...{ screen: screenOf(columns), columns: names, isAsked: false, note: (text) => void notes.push(text) },
    })
    await printer.rows(rows)
    return { text: texts.join(""), notes }
  }

  it("without rows says so", async () => {
    expect(await printed([], 80)).toEqual({ text: "", notes: ["Nothing found."] })
  })

  it("shows the plain fields of its first row, or bare values", async () => {
    expect((await printed([{ id: 1, a: { b: 1 }, c: null }], 80)).text).toBe("id  c\n 1\n")
    expect((await printed(["x", "y"], 80)).text).toBe("value\nx\ny\n")
  })

  it("names the columns that do not fit", async () => {
    const row = { id: 1, name: "a".repeat(40), one: "b".repeat(40), two: "c".repeat(40), created_at: "d".repeat(40) }
    expect((await printed([row], 60)).notes).toEqual([
      "Not shown, too narrow: two, created_at. Choose columns with --columns.",
    ])
    expect((await printed([row], 300)).notes).toEqual([])
  })

  it("is laid out and printed a hundred rows at a time; no column becomes narrower", async () => {
    const texts: string[] = []
    const printer = tablePrinter({
      print: async (text) => void texts.push(text),
      ...{ screen: screenOf(80), columns: undefined, isAsked: false, note: () => {} },
    })
    const printedCounts: number[] = []
    const rowOf = (id: number) => ({ id, email: `${"x".repeat(id > 1_000 ? 60 : 5)}@example.test` })
    await printer.rows(
      (function* () {
        for (let id = 900; id <= 1_101; id++) {
          yield rowOf(id)
          printedCounts.push(texts.length)
        }
      })(),
    )
    expect([printedCounts[98], printedCounts[99], printedCounts[198], printedCounts[199]]).toEqual([0, 1, 1, 2])
    const lines = texts.join("").trimEnd().split("\n")
    const cells = lines.filter((line) => !line.includes("email")).map((line) => line.trim().split(/ +/))
    expect(cells).toEqual(Array.from({ length: 202 }, (_, at) => Object.values(rowOf(900 + at)).map(String)))
    expect(lines.flatMap((line, at) => (line.includes("email") ? [[at, line]] : []))).toEqual([
      [0, " id  email"],
      [101, "  id  email"],
    ])
  })

  it("shows the rows received before an error", async () => {
    const texts: string[] = []
    const printer = tablePrinter({
      print: async (text) => void texts.push(text),
      ...{ screen: screenOf(80), columns: undefined, isAsked: false, note: () => {} },
    })
    const broken = async function* () {
      yield { id: 1 }
      throw new Error("gone")
    }
    await expect(printer.rows(broken())).rejects.toThrow("gone")
    expect(texts.join("")).toBe("id\n 1\n")
  })
})

describe("a record in lines", () => {
  it("puts values beside names if 16 columns remain, else below them", () => {
    expect(recordLines({ name: "Ada Lovelace" }, screenOf(22))).toEqual(["name  Ada Lovelace"])
    expect(recordLines({ name: "Ada Lovelace" }, screenOf(21))).toEqual(["name", "  Ada Lovelace"])
    expect(recordLines({ name: "Ada Augusta Lovelace" }, screenOf(22))).toEqual(["name  Ada Augusta", "      Lovelace"])
    expect(recordLines({ text: "one\ntwo" }, screenOf(80))).toEqual(["text  one", "      two"])
  })

  it("indents nested objects, and has small tables without empty columns", () => {
    expect(
      recordLines(
        {
          a: { b: { c: 1 } },
          rows: [
            { x: 1, y: null },
            { x: 22, z: {} },
          ],
        },
        screenOf(80),
      ),
    ).toEqual([...["a", "  b", "    c  1", "rows", "   x", "   1", "  22"]])
    expect(recordLines({ rows: [{ a: { b: 1 } }] }, screenOf(80))).toEqual(["rows", "  a", '  {"b":1}'])
  })

  it("aligns names of up to 36 columns", () => {
    const lines = recordLines({ ["n".repeat(40)]: 1, short: 2 }, screenOf(120))
    expect(lines).toEqual([`${"n".repeat(40)}  1`, `short${" ".repeat(33)}2`])
  })
})

describe("wrapped text", () => {
  it("breaks between words, and inside a word that is too long", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"])
    expect(wrap("one two three", 8)).toEqual(["one two", "three"])
    expect(wrap("abcdefgh ij", 3)).toEqual(["abc", "def", "gh", "ij"])
    expect(wrap("ab", 0)).toEqual(["a", "b"])
    expect(wrap("", 5)).toEqual([""])
    expect(wrap("漢字かな", 4, measure)).toEqual(["漢字", "かな"])
    expect(byLength.parts("abc", 0)).toEqual(["a", "b", "c"])
    expect(measure.parts("漢字a", 1)).toEqual(["漢", "字", "a"])
  })

  it("indents every line but the first", () => {
    expect(wrapHanging("one two three", 7, 2)).toEqual(["one two", "  three"])
    expect(wrapHanging("one two three four", 7, 2)).toEqual(["one two", "  three", "  four"])
    expect(wrapHanging("one", 7, 2)).toEqual(["one"])
    expect(wrapNote("  one two three", screenOf(9), 2)).toBe("  one two\n    three")
  })

  it("keeps flags with their values, and closes quotes at each break of a command", () => {
    expect(wrapCommand("mas lists create --name Ada --yes", 24, 2)).toEqual([
      ...["  mas lists create \\", "    --name Ada --yes"],
    ])
    expect(wrapCommand("mas lists get 1", 80, 0)).toEqual(["mas lists get 1"])
    expect(wrapCommand("mas a 'one two three four'", 16, 0)).toEqual([
      ...["mas a \\", "  'one two thr'\\", "'ee four'"],
    ])
  })

  it("puts a command in a note on its own lines", () => {
    const screen = screenOf(40)
    expect(noteText("Do it with: mas webhooks delete 12345 --yes --debug", screen)).toBe(
      "Do it with:\n  mas webhooks delete 12345 --yes \\\n    --debug",
    )
    expect(noteText("short: mas lists list", screen)).toBe("short: mas lists list")
  })
})

describe("parts of a line", () => {
  it("wrap to indented lines, and ids are cut only if a line is too narrow for them", () => {
    const parts = [{ text: "one" }, { text: "" }, { text: "two" }, { text: "x".repeat(20), isId: true }]
    expect(fitParts(parts, screenOf(30))).toBe(`one  two  ${"x".repeat(20)}`)
    expect(fitParts(parts, screenOf(29))).toBe("one  two\n  xxxxxxxxxxxxxxxxxxxx")
    expect(fitParts(parts, screenOf(22))).toBe("one  two\n  xxxxxxxxxxxxxxxxxxxx")
    expect(fitParts(parts, screenOf(15))).toBe("one  two\n  xxxxxx…xxxxxx")
    expect(fitParts([{ text: "abcdef" }], screenOf(4))).toBe("abc…")
  })
})

describe("JSON", () => {
  const printed = async (print: (print: (text: string) => Promise<void>) => Promise<void>) => {
    let all = ""
    await print(async (text) => {
      all += text
    })
    return all
  }

  it("of rows is an array; NDJSON has one row a line", async () => {
    expect(await printed((print) => jsonPrinter({ print }).rows([{ a: 1 }, 2]))).toBe(
      '[\n  {\n    "a": 1\n  },\n  2\n]\n',
    )
    expect(await printed((print) => jsonPrinter({ print }).rows([]))).toBe("[]\n")
    expect(await printed((print) => ndjsonPrinter({ print }).rows([{ a: 1 }, 2]))).toBe('{"a":1}\n2\n')
    expect(await printed(async (print) => jsonPrinter({ print }).record(undefined))).toBe("null\n")
    expect(await printed(async (print) => ndjsonPrinter({ print }).record(undefined))).toBe("null\n")
  })

  it("is complete even if the rows break off", async () => {
    const broken = async function* () {
      yield 1
      throw new Error("gone")
    }
    expect(
      await printed((print) =>
        jsonPrinter({ print })
          .rows(broken())
          .catch(() => {}),
      ),
    ).toBe("[\n  1\n]\n")
  })
})

describe("progress", () => {
  type Io = Parameters<typeof createProgress>[0]

  function progressTexts(
    steps: readonly (readonly [at: number, step: Step])[],
    { isTTY = true, columns = 80, end = "" } = {},
  ) {
    const texts: string[] = []
    let time = 0
    const write = (chunk: string | Uint8Array) => texts.push(String(chunk)) > 0
    const io = { stderr: { isTTY, columns, write, once: () => {} }, now: () => time } as unknown as Io
    const progress = createProgress(io, "Rows", screenOf(columns, { LANG: "C.UTF-8" }))
    for (const [at, step] of steps) {
      time = at
      progress.update(step)
    }
    progress.end(...(end === "" ? [] : [end]))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
    return texts.map((text) => text.replaceAll(/\x1b\[\d+m/g, ""))
  }
  it("is not drawn while the shell owns the terminal, and is redrawn afterwards", () => {
    const texts: string[] = []
    let isInBackground = false
    let holder: Holder | undefined
    const hold = (one: Holder) => {
      holder = one
      return () => {}
    }
    const job = { isInBackground: () => isInBackground, hold }
    const stderr = { isTTY: true, write: (text: string) => texts.push(text) > 0, once: () => {} }
    const progress = createProgress({ stderr, job, now: () => 0 } as unknown as Io, "Rows", screenOf(80, {}))
    const step = { done: 4, total: 4 }
    progress.update(step)
    holder?.leave()
    isInBackground = true
    progress.update(step)
    expect(texts).toEqual([expect.stringContaining("\x1b[?25l"), "\x1b[?25h"])
    isInBackground = false
    progress.update(step)
    expect(texts[2]).toBe(texts[0])
  })

  const [hide, clear, show] = ["\x1b[?25l", "\r\x1b[2K", "\x1b[?25h"]

  it("is drawn at most every 80 ms, and always at the end", () => {
    const step = (done: number): Step => ({ done, total: 4 })
    const bar = "░".repeat(24)
    expect(
      progressTexts(
        [
          [0, step(0)],
          [79, step(1)],
          [80, step(0)],
          [81, step(4)],
        ],
        { end: "done" },
      ),
    ).toEqual([
      `${hide}${clear}Rows  ${bar}   0 %  0 of 4`,
      `${clear}Rows  ${bar}   0 %  0 of 4`,
      `${clear}Rows  ${"█".repeat(24)} 100 %  4 of 4`,
      `${clear}${show}done\n`,
    ])
    expect(progressTexts([])).toEqual([""])
  })

  it("is text only if nothing is counted or a bar does not fit", () => {
    expect(progressTexts([[0, { note: "pending" }]])[0]).toBe(`${hide}${clear}Rows  pending`)
    expect(
      progressTexts([
        [0, {}],
        [1_000, { note: "pending" }],
      ])[1],
    ).toBe(`${clear}Rows  pending  1 s`)
    expect(progressTexts([[0, { done: 1, total: 4 }]], { columns: 29 })[0]).toBe(`${hide}${clear}Rows  25 %  1 of 4`)
    expect(progressTexts([[0, { done: 1, total: 4 }]], { columns: 30 })[0]).toBe(
      `${hide}${clear}Rows  ██░░░░░░  25 %  1 of 4`,
    )
  })

  it("shows tenths for rates below ten a second", () => {
    const rate = (done: number) =>
      progressTexts([
        [0, { done: 0 }],
        [1_000, { done }],
      ])[1]
    expect(rate(9.94)).toContain("9.9/s")
    expect(rate(10.4)).toContain("10/s")
  })

  it("off a terminal prints a line after two seconds or when its state changes", () => {
    expect(
      progressTexts(
        [
          [0, { note: "a" }],
          [100, { note: "a" }],
          [200, { note: "b" }],
          [2_199, { note: "b" }],
          [2_200, { note: "b" }],
        ],
        {
          isTTY: false,
        },
      ),
    ).toEqual(["Rows, a\n", "Rows, b\n", "Rows, b, 2 s\n"])
  })
})
