import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { listProblem } from "../../cli/line/check-value.ts"
import { drawFacts } from "../../cli/terminal/ask/facts.ts"
import type { Sink } from "../../cli/terminal/io.ts"
import { shortCell } from "../../cli/terminal/output/cells.ts"
import { durationText, moneyText } from "../../cli/terminal/output/numbers.ts"
import type { Screen } from "../../cli/terminal/output/output.ts"
import { PagedSink, pagerCommand } from "../../cli/terminal/output/pager.ts"
import { isPlain } from "../../cli/terminal/output/plain.ts"
import { recordLines } from "../../cli/terminal/output/record.ts"
import { drawnText } from "../../cli/terminal/output/safe-text.ts"
import { screenFor } from "../../cli/terminal/output/screen.ts"
import { toneOf } from "../../cli/terminal/output/states.ts"
import { isTime, localText, relativeText } from "../../cli/terminal/output/times.ts"
import { textWidth } from "../../cli/terminal/output/width.ts"
import { readSchema } from "../../scripts/generate/cli/schema.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { filesUnder, readProjectFile } from "../support/files.ts"
import { homeWithService } from "./own/run.ts"

const now = Date.parse("2026-03-01T12:00:00.000Z")

function screenOf(columns: number, env: Record<string, string> = { NO_COLOR: "1" }, options = {}): Screen {
  const sink = { isTTY: true, columns, write: () => true, once: () => undefined }
  return screenFor(sink, { env, now: () => now }, { utc: true, ...options })
}

const longest = (text: string) => Math.max(...text.split("\n").map(textWidth))

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
  ])("%i ms from now are shown as %s", (span, text) => {
    expect(relativeText(now + span, now)).toBe(text)
  })

  it("are recognized in every date-time field of the contract", () => {
    const isMoment = (schema: object) => "format" in schema && schema.format === "date-time"
    const moments = fields.flatMap(([name, schema]) => {
      const branches = "anyOf" in schema && Array.isArray(schema.anyOf) ? schema.anyOf : []
      // A branch of a choice is named only by its index.
      return !/^\d+$/.test(name) && [schema, ...branches].some(isMoment) ? [name] : []
    })
    expect(moments).toContain("failing_since")
    expect(moments.filter((name) => !isTime(name, "2026-03-01T12:00:00.000Z"))).toEqual([])
  })

  it("show dashes for what a service sent instead of a time", () => {
    expect(localText(Date.parse("soon"), { utc: true }, true)).toBe("---------- --:--:--")
    expect(localText(8.65e15, { utc: false })).toBe("---------- --:--")
  })
})

/** Every field of the service's responses, by name, with its schema. */
const fields: [name: string, schema: object][] = []
const visit = (schema: unknown, name: string): void => {
  if (typeof schema !== "object" || schema === null) return
  fields.push([name, schema])
  for (const [key, inner] of Object.entries(schema)) visit(inner, key)
}
for (const { spec } of listEndpoints(contract)) {
  if (!spec.response) continue
  const { root, resolve } = readSchema(spec.response, "output")
  visit(root, "")
  for (const [name, property] of Object.entries(root.properties ?? {})) visit(resolve(property), name)
}

describe("states", () => {
  const words = new Set(
    fields.flatMap(([name, schema]) =>
      /(^|_)(status|verdict)$/.test(name) && "examples" in schema && Array.isArray(schema.examples)
        ? schema.examples
        : [],
    ),
  )

  it("of the contract have a sign each, so that colour is not needed", () => {
    expect(words.size).toBeGreaterThan(20)
    expect([...words].filter((word) => !toneOf("status", word))).toEqual([])
  })

  it("are recognized only in state fields; an unknown word has no sign", () => {
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
    [{ TERM: "dumb", FORCE_COLOR: "1" }, true],
    [{ LANG: "C" }, false],
    [{}, false],
  ])("are detected from the environment: %j", (env, expected) => {
    expect(isPlain(env)).toBe(expected)
  })
})

describe("amounts and facts", () => {
  it("are formatted as money", () => {
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

describe("counts", () => {
  it("have thousands separators in records and tables; identifiers have none", () => {
    const row = { id: 12345, account_id: 5005, port: 40100, seed: 4321, total_rows: 5005, sent_count: 2503 }
    expect(recordLines({ ...row, list_ids: [1001, 1002] }, screenOf(80))).toEqual([
      "id          12345",
      "account_id  5005",
      "port        40100",
      "seed        4321",
      "total_rows  5,005",
      "sent_count  2,503",
      "list_ids    1001, 1002",
    ])
    expect(shortCell("sent_count", 1234567, screenOf(80)).text).toBe("1,234,567")
    expect(shortCell("year", 2026, screenOf(80)).text).toBe("2026")
  })

  it("have thousands separators in durations, times and refusals", () => {
    const year = 86_400_000 * 365
    expect(relativeText(now - 5005 * year, now)).toMatch(/^\d{1,3}(,\d{3})+ /)
    expect(durationText(5005 * 86_400_000)).toBe("5,005 d")
    expect(listProblem({ type: "string", maxLength: 2048 }, "x".repeat(3000))).toBe("can have at most 2,048 characters")
    const rules = { type: "string", array: true, maxItems: 10_000 } as const
    expect(listProblem(rules, Array(10_001).fill("x"))).toBe("can have at most 10,000 entries")
  })

  it("are never interpolated unformatted in the sources of the command line", () => {
    const bare = /\$\{[^{}()]*\.(length|size|\w*_?(count|rows|used))( [-+] [\w.]+)?\}/i
    const sourcePaths = filesUnder("cli").filter((path) => path.endsWith(".ts"))
    expect(sourcePaths.length).toBeGreaterThan(100)
    expect(sourcePaths.filter((path) => bare.test(readProjectFile(path)))).toEqual([])
  })
})

describe("a pager", () => {
  const commandFor = (env: Record<string, string>, platform: NodeJS.Platform = "linux") =>
    pagerCommand({ env, platform })?.file

  it("is MAS_PAGER, PAGER or less; there is none if it is empty or cannot move the cursor", () => {
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
    const writes: string[] = []
    const sinkTo = (name: string) => ({
      isTTY: true,
      rows,
      write: (chunk: string | Uint8Array) => writes.push(`${name}: ${chunk}`) > 0,
      once: () => undefined,
    })
    const pager = { sink: sinkTo("pager"), end: async () => void writes.push("pager ends") }
    return { writes, sink: new PagedSink(sinkTo("terminal"), () => pager) }
  }

  it("gets output longer than the screen; notes wait until it ends", async () => {
    const { writes, sink } = pagedSink(3)
    for (const line of ["a\n", "b\n", "c\n", "d\n"]) sink.write(drawnText(line))
    sink.afterwards(() => writes.push("note"))
    await sink.end()
    expect(writes).toEqual(["pager: a\n", "pager: b\n", "pager: c\n", "pager: d\n", "pager ends", "note"])
  })

  it("is not used for output that fits; notes keep their order", async () => {
    const { writes, sink } = pagedSink(10)
    sink.write(drawnText("a\n"))
    sink.afterwards(() => writes.push("note"))
    sink.write(drawnText("b\n"))
    await sink.end()
    expect(writes).toEqual(["terminal: a\n", "note", "terminal: b\n"])
  })
})

describe("output longer than the screen", () => {
  const { service, home, close } = homeWithService()
  beforeAll(() => service.world.contacts.fill({ count: 60 }))
  afterAll(close)

  /** Runs a command at a terminal of 10 lines. Returns what was shown, with the place of each piece. */
  async function atTerminal(line: string, hasPager = true) {
    const pieces: string[] = []
    const sinkTo = (sinkName: string): Sink => ({
      ...{ isTTY: true, columns: 200, rows: 10, once: () => {} },
      write: (chunk) => pieces.push(`${sinkName}: ${chunk}`) > 0,
    })
    const pager = { sink: sinkTo("paged"), end: async () => void pieces.push("closed:") }
    const io = { stdout: sinkTo("screen"), stderr: sinkTo("notes"), startPager: () => (hasPager ? pager : undefined) }
    const { code } = await home.run(line.split(" "), { io })
    const sinkNames = pieces.map((piece) => piece.split(":")[0]).filter((sinkName, at, all) => sinkName !== all[at - 1])
    return { code, text: pieces.join(""), sinkNames }
  }

  it("goes through the pager as a whole, and notes come once it is closed", async () => {
    const { code, text, sinkNames } = await atTerminal("contacts list --limit 60")
    expect([code, sinkNames]).toEqual([0, ["paged", "closed", "notes"]])
    expect(text.match(/@/g)?.length).toBeGreaterThanOrEqual(60)
  })

  it.each([
    ["that fits", "contacts list --limit 3", true],
    ["with --no-pager", "contacts list --limit 60 --no-pager", true],
    ["without a pager", "contacts list --limit 60", false],
  ])("is shown as it comes: %s", async (_, line, hasPager) => {
    expect((await atTerminal(line, hasPager)).sinkNames).toEqual(["screen", "notes"])
  })
})
