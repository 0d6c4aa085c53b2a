import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { wrapHelp } from "../../cli/terminal/help/wrap-help.ts"
import { layOut } from "../../cli/terminal/output/columns.ts"
import { fitParts } from "../../cli/terminal/output/fit-parts.ts"
import { noteText } from "../../cli/terminal/output/note.ts"
import type { Screen } from "../../cli/terminal/output/output.ts"
import { cardLines, recordLines } from "../../cli/terminal/output/record.ts"
import { screenFor } from "../../cli/terminal/output/screen.ts"
import { tablePrinter } from "../../cli/terminal/output/table.ts"
import { measure, textWidth, truncateMiddle } from "../../cli/terminal/output/width.ts"
import { wrap } from "../../cli/terminal/output/wrap.ts"
import { listColumns } from "../../scripts/generate/cli/columns.ts"

const now = Date.parse("2026-03-01T12:00:00.000Z")

function screenOf(columns: number, env: Record<string, string> = { NO_COLOR: "1" }, options = {}): Screen {
  const sink = { isTTY: true, columns, write: () => true, once: () => undefined }
  return screenFor(sink, { env, now: () => now }, { utc: true, ...options })
}

const table = async (rows: readonly unknown[], screen: Screen, columns?: string[], isAsked = false) => {
  let text = ""
  const print = async (chunk: string) => {
    text += chunk
  }
  await tablePrinter({ print: print, screen, columns, isAsked, note: () => {} }).rows(rows)
  return text
}

const longest = (text: string) => Math.max(...text.split("\n").map(textWidth))

describe("wrapped text", () => {
  it("never exceeds the width, and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const lines = wrap(text, columns, measure)
        expect(lines.filter((line) => textWidth(line) > columns)).toEqual([])
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""))
      }),
    )
  })

  it("is cut in the middle if its ends identify it", () => {
    expect(truncateMiddle("evt_01a202a5-e7a4-7935-ac47-88bccfbc9411", 13)).toBe("evt_01…bc9411")
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, columns) => {
        expect(textWidth(truncateMiddle(text, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it("keeps a command in a note intact for pasting", () => {
    const command = "mas webhooks delete 12345 --yes --profile production --base-url https://api.example.com"
    const noteLines = noteText(`The endpoint could not be removed. Do it with: ${command}`, screenOf(50))
    expect(longest(noteLines)).toBeLessThanOrEqual(50)
    expect(noteLines.replaceAll(/ \\\n\s*/g, " ")).toContain(command)
  })

  it("is not wrapped off a terminal", () => {
    const sink = { write: () => true, once: () => undefined }
    const text = "word ".repeat(100).trim()
    expect(noteText(text, screenFor(sink, { env: {}, now: () => now }))).toBe(text)
  })
})

describe("parts of a line", () => {
  const parts = [
    { text: "12:00:00" },
    { text: "email.delivered" },
    { text: "message 1 ada.lovelace@mail.example.test" },
    { text: "evt_01a202a5-e7a4-7935-ac47-88bccfbc9411", isId: true },
  ]

  it.each([20, 50, 80, 120])("fit a terminal of %i columns, the id last", (columns) => {
    const lines = fitParts(parts, screenOf(columns)).split("\n")
    expect(longest(lines.join("\n"))).toBeLessThanOrEqual(columns)
    expect(lines.at(-1)).toMatch(/evt_\S*…?\S*9411$/)
  })
})

describe("a table", () => {
  const rows = [
    {
      id: 1,
      email: "ada.lovelace@mail.example.test",
      first_name: "Ada Augusta",
      last_name: "Lovelace",
      status: "active",
      list_ids: [1, 2, 3],
      created_at: "2026-03-01T11:58:00.000Z",
    },
  ]
  const names = ["id", "email", "first_name", "last_name", "status", "list_ids", "created_at"]

  it("drops the least important columns when narrow, and never the identifying ones", () => {
    const columnsAt = (columns: number) =>
      layOut({ rows, names, isAsked: false, screen: screenOf(columns) })?.map(({ name }) => name)
    expect(columnsAt(150)).toEqual(names)
    expect(columnsAt(70)).not.toContain("created_at")
    for (const columns of [60, 70, 80])
      expect(columnsAt(columns)).toEqual(expect.arrayContaining(["id", "email", "status"]))
  })

  it("drops columns that are empty in every row first", () => {
    const faults = [
      { id: 1, on: "request", method: null, path: "/v1/my/lists", error_code: null, drop: "after", times: 2 },
      { id: 2, on: "delivery", path: "", drop: "after", times: 1, event_type: "email.delivered" },
    ]
    const all = "id on method path status error_code retry_after latency_ms drop times event_type".split(" ")
    const columns = layOut({ rows: faults, names: all, isAsked: false, screen: screenOf(62) })
    expect(columns?.map(({ name }) => name)).toEqual(["id", "on", "path", "drop", "times", "event_type"])
  })

  it("keeps every requested column", () => {
    const requestedColumns = ["id", "created_at", "list_ids"]
    const columns = layOut({ rows, names: requestedColumns, isAsked: true, screen: screenOf(60) })
    expect(columns?.map(({ name }) => name)).toEqual(requestedColumns)
  })

  it("becomes a card for each row below 60 columns, without empty fields", async () => {
    const tableText = await table(
      [...rows, { id: 2, email: "grace@example.test", last_name: null }],
      screenOf(50),
      names,
    )
    expect(longest(tableText)).toBeLessThanOrEqual(50)
    expect(tableText.split("\n\n")[1]).toBe("id     2\nemail  grace@example.test\n")
  })

  it("of a record is that of its rows, where it is a list, or its text", async () => {
    const tableText = async (value: unknown, columns = 80) => {
      let text = ""
      const print = async (chunk: string) => {
        text += chunk
      }
      await tablePrinter({
        print,
        screen: screenOf(columns),
        columns: undefined,
        isAsked: false,
        note: () => {},
      }).record(value)
      return text
    }
    expect(await tableText([{ id: 1 }, { id: 2 }])).toBe("id\n 1\n 2\n")
    expect(await tableText(["a", "b"])).toBe("0  a\n1  b\n")
    expect(await tableText("one two three", 8)).toBe("one two\nthree\n")
    expect(await tableText(undefined)).toBe("")
  })

  it("becomes cards if the requested columns do not fit", async () => {
    expect(await table(rows, screenOf(60), names, true)).toMatch(/^id +1\nemail +ada/)
  })

  it.each([50, 60, 80, 120])("of any values fits a terminal of %i columns", async (columns) => {
    const row = fc.record({
      id: fc.string(),
      name: fc.string({ unit: "grapheme" }),
      status: fc.string(),
      count: fc.nat(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (any) => {
        expect(longest(await table(any, screenOf(columns)))).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it("is never cut in a pipe", async () => {
    const sink = { write: () => true, once: () => undefined }
    const screen = screenFor(sink, { env: {}, now: () => now })
    const text = "x".repeat(500)
    expect(await table([{ id: 1, text }], screen)).toContain(text)
  })

  it("has an id as the first column of every list", () => {
    expect(Object.entries(listColumns).filter(([, [first]]) => first !== "id")).toEqual([])
  })
})

describe("a record", () => {
  const record = {
    id: 1,
    status: "delivered",
    subject: null,
    data: {},
    audience: { type: "lists", list_ids: [1, 2], segment_id: null },
    channels: [
      { id: 11, kind: "email", opt_out_at: null },
      { id: 12, kind: "sms", opt_out_at: null },
    ],
  }

  it("shows only what is set: no empty rows, objects indented, lists of records as small tables", () => {
    expect(recordLines(record, screenOf(80))).toEqual([
      "id      1",
      "status  ✔ delivered",
      "audience",
      "  type      lists",
      "  list_ids  1, 2",
      "channels",
      "  id  kind",
      "  11  email",
      "  12  sms",
    ])
  })

  it("names the parts of refused import rows, which the service sends without names", () => {
    const import_errors = [
      [84, "email is missing", ",Ann"],
      [95, "email is not an e-mail address", "two@@example.test,Ben"],
    ]
    expect(recordLines({ id: 1, import_errors }, screenOf(80))).toEqual([
      "id  1",
      "import_errors",
      "  line  problem                         row",
      "    84  email is missing                ,Ann",
      "    95  email is not an e-mail address  two@@example.test,Ben",
    ])
  })

  it("prints any other list of lists one line each", () => {
    const pairs = [
      [1, "one"],
      [2, "two"],
    ]
    expect(recordLines({ id: 1, pairs }, screenOf(80))).toEqual(["id     1", "pairs  1, one", "       2, two"])
  })

  it("shows requested fields even if they are empty", () => {
    expect(recordLines(record, screenOf(80), ["id", "subject", "audience.type"])).toEqual([
      "id             1",
      "subject",
      "audience.type  lists",
    ])
  })

  it.each([20, 50, 80, 120])("of any values fits a terminal of %i columns", (columns) => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue()), (any) => {
        expect(longest(recordLines(any, screenOf(columns)).join("\n"))).toBeLessThanOrEqual(Math.max(columns, 40))
      }),
    )
  })
})

describe("help", () => {
  const help = "Intro.\n\n  name\tWhat it is for, in words.\n  other <value>\tWhat the other is for.\n  bare\t"

  it("has descriptions beside their names, or below them where there is no room", () => {
    expect(wrapHelp(help, 60).split("\n").slice(2)).toEqual([
      "  name           What it is for, in words.",
      "  other <value>  What the other is for.",
      "  bare",
    ])
    expect(wrapHelp(help, 30).split("\n").slice(2)).toEqual([
      "  name",
      "      What it is for, in",
      "      words.",
      "  other <value>",
      "      What the other is for.",
      "  bare",
    ])
    expect(longest(wrapHelp(`  ${"name ".repeat(9)}\ttext`, 24))).toBeLessThanOrEqual(24)
  })
})

describe("a row too wide for a table", () => {
  it("becomes a card of its non-empty fields; a value that is not a record is shown alone", () => {
    const screen = screenOf(40)
    const row = { id: 1, name: "Ada", none: null, empty: "" }
    expect(cardLines(row, ["id", "name", "none", "empty"], screen)).toEqual(["id    1", "name  Ada"])
    for (const one of ["text", 7]) expect(cardLines(one, ["id", "length"], screen)).toEqual([`value  ${one}`])
    expect(cardLines(null, ["id"], screen)).toHaveLength(1)
  })
})
