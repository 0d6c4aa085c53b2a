import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { drawFacts } from "../../cli/ask/facts.ts"
import { layOut } from "../../cli/output/columns.ts"
import { moneyText } from "../../cli/output/figures.ts"
import { fitParts } from "../../cli/output/fit.ts"
import { noteText } from "../../cli/output/note.ts"
import type { Screen } from "../../cli/output/output.ts"
import { PagedSink, pagerCommand } from "../../cli/output/pager.ts"
import { asciiJson, asciiText, isPlain } from "../../cli/output/plain.ts"
import { recordLines } from "../../cli/output/record.ts"
import { screenFor } from "../../cli/output/screen.ts"
import { toneOf } from "../../cli/output/states.ts"
import { tablePrinter } from "../../cli/output/table.ts"
import { localText, longTime, relativeText, shortTime } from "../../cli/output/times.ts"
import { measure, textWidth, truncateMiddle } from "../../cli/output/width.ts"
import { wrap } from "../../cli/output/wrap.ts"
import { listColumns } from "../../scripts/generate/cli/columns.ts"
import { readSchema } from "../../scripts/generate/cli/schema.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"

const now = Date.parse("2026-03-01T12:00:00.000Z")

function screenOf(columns: number, env: Record<string, string> = { NO_COLOR: "1" }, options = {}): Screen {
  const sink = { isTTY: true, columns, write: () => true, once: () => undefined }
  return screenFor(sink, { env, now: () => now }, { utc: true, ...options })
}

const table = async (rows: readonly unknown[], screen: Screen, columns?: string[], isAsked = false) => {
  let text = ""
  const put = async (chunk: string) => {
    text += chunk
  }
  await tablePrinter({ put, screen, columns, isAsked, note: () => {} }).rows(rows)
  return text
}

const longest = (text: string) => Math.max(...text.split("\n").map(textWidth))

describe("text in lines", () => {
  it("is never wider than there is room, and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const lines = wrap(text, columns, measure)
        expect(lines.filter((line) => textWidth(line) > columns)).toEqual([])
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""))
      }),
    )
  })

  it("is cut in the middle where its ends tell it apart", () => {
    expect(truncateMiddle("evt_01a202a5-e7a4-7935-ac47-88bccfbc9411", 13)).toBe("evt_01…bc9411")
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, columns) => {
        expect(textWidth(truncateMiddle(text, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it("keeps a command in a note whole enough to be pasted", () => {
    const command = "mas webhooks delete 12345 --yes --profile production --base-url https://api.example.com"
    const shown = noteText(`The endpoint could not be removed. Do it with: ${command}`, screenOf(50))
    expect(longest(shown)).toBeLessThanOrEqual(50)
    expect(shown.replaceAll(/ \\\n\s*/g, " ")).toContain(command)
  })

  it("is not broken where there is no terminal", () => {
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

  it("leaves out what matters least where it is narrow, and never what a row is known by", () => {
    const kept = (columns: number) =>
      layOut({ rows, names, isAsked: false, screen: screenOf(columns) })?.map(({ name }) => name)
    expect(kept(150)).toEqual(names)
    expect(kept(70)).not.toContain("created_at")
    for (const columns of [60, 70, 80]) expect(kept(columns)).toEqual(expect.arrayContaining(["id", "email", "status"]))
  })

  it("has every column that was asked for", () => {
    const asked = ["id", "created_at", "list_ids"]
    const columns = layOut({ rows, names: asked, isAsked: true, screen: screenOf(60) })
    expect(columns?.map(({ name }) => name)).toEqual(asked)
  })

  it("is a card for each row below 60 columns, without what is empty", async () => {
    const shown = await table([...rows, { id: 2, email: "grace@example.test", last_name: null }], screenOf(50), names)
    expect(longest(shown)).toBeLessThanOrEqual(50)
    expect(shown.split("\n\n")[1]).toBe("id     2\nemail  grace@example.test\n")
  })

  it("is a card where more was asked for than has room", async () => {
    expect(await table(rows, screenOf(60), names, true)).toMatch(/^id +1\nemail +ada/)
  })

  it.each([50, 60, 80, 120])("of anything fits a terminal of %i columns", async (columns) => {
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

  it("is not cut in a pipe, whatever its width", async () => {
    const sink = { write: () => true, once: () => undefined }
    const screen = screenFor(sink, { env: {}, now: () => now })
    const text = "x".repeat(500)
    expect(await table([{ id: 1, text }], screen)).toContain(text)
  })

  it("has an id among the columns of every list", () => {
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

  it("shows what it has: no empty rows, objects set in, lists of records as small tables", () => {
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

  it("shows what was asked for by name, also where it is empty", () => {
    expect(recordLines(record, screenOf(80), ["id", "subject", "audience.type"])).toEqual([
      "id             1",
      "subject",
      "audience.type  lists",
    ])
  })

  it.each([20, 50, 80, 120])("of anything fits a terminal of %i columns", (columns) => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue()), (any) => {
        expect(longest(recordLines(any, screenOf(columns)).join("\n"))).toBeLessThanOrEqual(Math.max(columns, 40))
      }),
    )
  })
})

describe("times", () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    [0, "now"],
    [999, "now"],
    [-5_000, "5 s ago"],
    [-125_000, "2 min ago"],
    [-7_200_000, "2 h ago"],
    [3 * 86_400_000, "in 3 d"],
    [-40 * 86_400_000, "1 month ago"],
    [-800 * 86_400_000, "2 years ago"],
  ])("%i ms from now are said as %s", (span, text) => {
    expect(relativeText(now + span, now)).toBe(text)
  })

  it("are by the clock on the wall of whoever reads, and in UTC where that is asked for", () => {
    vi.stubEnv("TZ", "America/New_York")
    const at = "2026-03-01T11:58:00.000Z"
    const local = { utc: false, now }
    expect(localText(Date.parse(at), local)).toBe("2026-03-01 06:58")
    expect(longTime(at, local)).toBe("2026-03-01 06:58:00 (2 min ago)")
    expect(shortTime("2025-08-01T00:00:00.000Z", local)).toBe("2025-07-31 20:00")
    expect([shortTime(at, { ...local, utc: true }), longTime(at, { ...local, utc: true })]).toEqual([at, at])
  })
})

describe("states", () => {
  /** Every word that the contract gives a field of this kind. */
  const words = new Set<string>()
  const visit = (schema: unknown, name: string): void => {
    if (typeof schema !== "object" || schema === null) return
    if (/(^|_)(status|verdict)$/.test(name)) {
      JSON.stringify(schema, (key, value) => {
        if (key === "enum" || key === "examples") for (const word of value) words.add(word)
        return value
      })
    }
    for (const [key, inner] of Object.entries(schema)) visit(inner, key)
  }
  for (const { spec } of listEndpoints(contract)) {
    if (!spec.response) continue
    const { root, resolve } = readSchema(spec.response, "output")
    visit(root, "")
    for (const property of Object.values(root.properties ?? {})) visit(resolve(property), "")
  }

  it("of the contract have a sign each, so that nobody has to see colours", () => {
    expect(words.size).toBeGreaterThan(20)
    expect([...words].filter((word) => !toneOf("status", word))).toEqual([])
  })

  it("are in fields for states only; an unknown word has no sign", () => {
    expect([toneOf("name", "failed"), toneOf("status", "whatever"), toneOf("status", 200)?.sign]).toEqual([
      undefined,
      undefined,
      "✔",
    ])
  })
})

describe("plain terminals", () => {
  it.each([
    [{ TERM: "dumb" }, true],
    [{ NO_COLOR: "1" }, true],
    [{ NO_COLOR: "" }, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    [{ LANG: "C" }, true],
    [{ LANG: "POSIX" }, true],
    [{ LANG: "C.UTF-8" }, false],
    [{ LANG: "en_US.ISO-8859-1" }, true],
    [{ LC_ALL: "de_DE.utf8", LANG: "C" }, false],
    [{}, false],
  ])("are known by their environment: %j", (env, expected) => {
    expect(isPlain(env)).toBe(expected)
  })

  it("get ASCII of the same width, and nothing of a record is lost", () => {
    expect(asciiText("╭─╮ ✔ ✘ → █░ Zoë…")).toBe("+-+ + x > #. Zo\\u00eb~")
    expect(JSON.parse(asciiJson('"Zoë 👍"'))).toBe("Zoë 👍")
    const screen = screenOf(80, { LANG: "C" })
    const lines = recordLines({ name: "Zoë", status: "failed" }, screen).map((line) => screen.render(line))
    expect(lines).toEqual(["name    Zo\\u00eb", "status  x failed"])
  })
})

describe("amounts and facts", () => {
  it("read as money", () => {
    expect([moneyText(1250, "usd"), moneyText(0.5, "eur"), moneyText(123456789, "usd"), moneyText(2900)]).toEqual([
      "12.50 USD",
      "0.005 EUR",
      "1,234,567.89 USD",
      "29.00",
    ])
  })

  it.each([20, 50, 80])("fit a terminal of %i columns", (columns) => {
    const facts = [["Audience", "12,000 contacts at most, of Newsletter, Customers and Friends of the house"]] as const
    expect(longest(drawFacts("Campaign 3: A long name for a campaign", facts, screenOf(columns)))).toBeLessThanOrEqual(
      columns,
    )
  })
})

describe("a pager", () => {
  const commandFor = (env: Record<string, string>, platform: NodeJS.Platform = "linux") =>
    pagerCommand({ env, platform })?.file

  it("is MAS_PAGER, PAGER or less, and none where it is empty or cannot move the cursor", () => {
    expect(commandFor({})).toBe("less")
    expect(commandFor({ PAGER: "more" })).toBe("more")
    expect(commandFor({ PAGER: "more", MAS_PAGER: "less -R" })).toBe("less -R")
    expect([commandFor({ MAS_PAGER: "" }), commandFor({ PAGER: "cat" }), commandFor({ TERM: "dumb" })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(commandFor({}, "win32")).toBeUndefined()
  })

  function pagedSink(rows: number) {
    const shown: string[] = []
    const sinkTo = (name: string) => ({
      isTTY: true,
      rows,
      write: (chunk: string | Uint8Array) => shown.push(`${name}: ${chunk}`) > 0,
      once: () => undefined,
    })
    const pager = { sink: sinkTo("pager"), end: async () => void shown.push("pager ends") }
    return { shown, sink: new PagedSink(sinkTo("terminal"), () => pager) }
  }

  it("gets what is longer than the screen, and talk waits until it ends", async () => {
    const { shown, sink } = pagedSink(3)
    for (const line of ["a\n", "b\n", "c\n", "d\n"]) sink.write(line)
    sink.afterwards(() => shown.push("note"))
    await sink.end()
    expect(shown).toEqual(["pager: a\n", "pager: b\n", "pager: c\n", "pager: d\n", "pager ends", "note"])
  })

  it("gets nothing of what fits, and talk comes after what was printed before it", async () => {
    const { shown, sink } = pagedSink(10)
    sink.write("a\n")
    sink.afterwards(() => shown.push("note"))
    sink.write("b\n")
    await sink.end()
    expect(shown).toEqual(["terminal: a\n", "note", "terminal: b\n"])
  })
})
