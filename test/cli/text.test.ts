import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { nearest } from "../../cli/line/suggest.ts"
import { painter, wantsColor } from "../../cli/terminal/output/color.ts"
import { csvPrinter } from "../../cli/terminal/output/csv.ts"
import { cellText, fieldOf, idOf, pick } from "../../cli/terminal/output/fields.ts"
import { plainText, safeJson, safeLine, safeText } from "../../cli/terminal/output/safe-text.ts"
import { padEnd, textWidth, truncate } from "../../cli/terminal/output/width.ts"

describe("text from the network", () => {
  it.each([
    ["\x1b[31mred\x1b[0m", "red"],
    ["\x9b31mred", "red"],
    ["a\x1b]0;title\x07b", "ab"],
    ["a\x1b]8;;http://evil.test\x1b\\link\x1b]8;;\x1b\\b", "alinkb"],
    ["a\x1bPdata\x1b\\b", "ab"],
    ["a\x1b]0;title\x1b[31mb", "ab"],
    ["a\x1bcb", "ab"],
    ["bell\x07 back\x08space\x7f", "bell backspace"],
    ["two\r\nlines\tand\ra tab", "two lines and a tab"],
    ["\u202egnp.exe\u202c", "gnp.exe"],
    ["zero\u200bwidth\ufeff", "zerowidth"],
    ["plain ünïcödé 漢字 👩‍👩‍👧", "plain ünïcödé 漢字 👩‍👩‍👧"],
  ])("is stripped of control sequences: %j", (input, expected) => {
    expect(safeLine(input)).toBe(expected)
  })

  it("has no control characters left, and keeps its lines on request", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        expect(safeLine(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/)
      }),
    )
    expect(safeText("a\x1b[1m\nb\r\nc")).toBe("a\nb\nc")
  })

  it("in JSON keeps its meaning", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        const json = JSON.stringify({ value, text })
        expect(JSON.parse(safeJson(json))).toEqual(JSON.parse(json))
      }),
    )
    expect(safeJson('"a\u009b\u202e"')).toBe('"a\\u009b\\u202e"')
  })
})

describe("the width of text", () => {
  it("is that of its parts at any length, and long text is not segmented at once", () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment")
    onTestFinished(() => segment.mockRestore())
    const [family, flag, marks] = ["👩‍👩‍👧‍👦", "🇩🇪", `e${"\u0301".repeat(2_000)}`]
    for (const before of ["", "a", "ab", "漢"]) {
      expect(textWidth(before + family.repeat(300))).toBe(textWidth(before) + 600)
      expect(textWidth(before + flag.repeat(1_000))).toBe(textWidth(before) + 2_000)
      expect(textWidth(`${before}${marks}${family}`)).toBe(textWidth(before) + 3)
    }
    expect(Math.max(...segment.mock.calls.map(([text]) => text.length))).toBeLessThan(1_000)
  })

  it.each([
    ["", 0],
    ["plain", 5],
    ["漢字", 4],
    ["ｆｕｌｌ", 8],
    ["한글", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["👍", 2],
    ["👍🏽", 2],
    ["👩‍👩‍👧‍👦", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["✓", 1],
    ["🌡", 1],
    ["🌡️", 2],
    ["1️⃣", 2],
    ["กำ", 1],
    ["नि", 1],
  ])("of %j is %i columns", (text, width) => {
    expect(textWidth(text)).toBe(width)
  })

  it("never exceeds what it is truncated to, and padding reaches it exactly", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, columns) => {
        expect(textWidth(truncate(text, columns))).toBeLessThanOrEqual(columns)
        expect(textWidth(padEnd(truncate(text, columns), columns))).toBe(columns)
      }),
    )
    expect(truncate("漢字かな", 5)).toBe("漢字…")
  })
})

describe("CSV", () => {
  const csv = async (rows: unknown[], columns?: string[], isForExcel = false) => {
    let text = ""
    const write = async (chunk: string) => {
      text += chunk
    }
    await csvPrinter({ write, columns, isTerminal: false, isForExcel }).rows(rows)
    return text
  }

  it.each(["=1+1", "+A1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1+1", "＝1+1", "\n=1", "-1+cmd|' /C calc'!A0@x.test"])(
    "escapes formulas for Excel only: %j",
    async (text) => {
      const cellOf = async (isForExcel: boolean) => {
        const [, [cell] = []]: string[][] = parse(await csv([{ a: text }], ["a"], isForExcel))
        return cell
      }
      expect([await cellOf(true), await cellOf(false)]).toEqual([`'${text}`, text])
    },
  )

  it.each(["+plus@example.test", "-a@example.test", "+49 151 / 123-45", "-5"])(
    "has no apostrophe before an address or a number: %j",
    async (text) => {
      expect(await csv([{ a: text }], ["a"], true)).toBe(`\ufeffa\n${text}\n`)
    },
  )

  it("keeps numbers, also negative ones, and plain text", async () => {
    expect(await csv([{ a: -5, b: 1.5, c: "a-b", d: null, e: true, f: [1, 2], g: { x: 1 } }])).toBe(
      'a,b,c,d,e,f,g\n-5,1.5,a-b,,true,"1, 2","{""x"":1}"\n',
    )
  })

  it("has no control sequences, also in a file", async () => {
    const rows = [{ a: "\x1b[31mred\x07", b: "\x1b[0m=1+1", c: "two\nlines\tand \u200dmore" }]
    expect(await csv(rows, ["a", "b", "c"])).toBe(`a,b,c\nred,=1+1,"two\nlines\tand \u200dmore"\n`)
  })

  it("reads back unchanged, whatever the cells contain", async () => {
    const cells = fc.record({ a: fc.string({ unit: "binary" }), b: fc.string() })
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1 }), async (rows) => {
        const back: string[][] = parse(await csv(rows, ["a", "b"]), { relax_column_count: false })
        expect(back.slice(1)).toEqual(rows.map(({ a, b }) => [plainText(a), plainText(b)]))
      }),
    )
  })
})

describe("fields", () => {
  const row = { id: 1, a: { b: { c: 2 } }, "x.y": 3, list: [{ kind: "email" }], none: null }

  it("are found by dotted paths, and by names with dots in them", () => {
    expect(
      ["a.b.c", "x.y", "list.0.kind", "none", "a.z", "constructor", "a.b.c.d"].map((name) => fieldOf(row, name)),
    ).toEqual([2, 3, "email", null, undefined, undefined, undefined])
    expect(pick(row, ["a.b.c", "zzz"])).toEqual({ "a.b.c": 2, zzz: null })
    expect(["list.kind", "list.nope"].map((name) => fieldOf(row, name))).toEqual([["email"], [null]])
  })

  it("are formatted as text in a cell", () => {
    expect([null, "a", [1, "b", null], [{ a: 1 }], { a: 1 }, true].map(cellText)).toEqual([
      "",
      "a",
      "1, b, ",
      '[{"a":1}]',
      '{"a":1}',
      "true",
    ])
  })

  it("know the id of each kind of record", () => {
    expect(
      [{ id: 1 }, { operation_id: "vop_1" }, { purchase_id: 2 }, { purchase: { id: 3 } }, { ok: true }, null].map(idOf),
    ).toEqual([1, "vop_1", 2, 3, undefined, undefined])
  })
})

describe("colour", () => {
  it.each([
    [{ isTTY: true, env: {} }, true],
    [{ isTTY: false, env: {} }, false],
    [{ isTTY: true, env: { TERM: "dumb" } }, false],
    [{ isTTY: true, env: { NO_COLOR: "1" } }, false],
    [{ isTTY: true, env: { NO_COLOR: "" } }, true],
    [{ isTTY: false, env: { FORCE_COLOR: "1" } }, true],
    [{ isTTY: true, env: { FORCE_COLOR: "0" } }, false],
    [{ isTTY: true, env: { FORCE_COLOR: "1", NO_COLOR: "1" } }, true],
    [{ isTTY: true, env: { FORCE_COLOR: "1" }, asked: false }, false],
    [{ isTTY: false, env: { NO_COLOR: "1" }, asked: true }, true],
  ])("depends on flag, FORCE_COLOR, NO_COLOR and terminal: %j", (facts, expected) => {
    expect(wantsColor(facts)).toBe(expected)
  })

  it("is put around text, or not at all", () => {
    expect(painter(true)("red", "x")).toBe("\x1b[31mx\x1b[39m")
    expect(painter(false)("red", "x")).toBe("x")
  })
})

describe("a suggestion", () => {
  const names = ["contacts", "campaigns", "lists", "messages", "mock"]

  it.each([
    ["contcts", "contacts"],
    ["contact", "contacts"],
    ["mesages", "messages"],
    ["messgaes", "messages"],
    ["camp", "campaigns"],
    ["lsits", "lists"],
    ["MOCK", "mock"],
    ["zebra", undefined],
    ["x", undefined],
  ])("for %s is %s", (typed, expected) => {
    expect(nearest(typed, names)).toBe(expected)
  })
})
