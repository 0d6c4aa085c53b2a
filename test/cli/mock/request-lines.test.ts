import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { requestLine } from "../../../cli/runners/request-line.ts"
import { drawFacts } from "../../../cli/terminal/ask/facts.ts"
import { screenFor } from "../../../cli/terminal/output/screen.ts"
import { Home, homeWithService } from "../own/run.ts"

const now = () => Date.parse("2026-03-01T12:00:05.000Z")
const sink = (columns: number) => ({ isTTY: true, columns, write: () => true, once: () => undefined })
const screenOf = (columns: number, env: Record<string, string> = { NO_COLOR: "1", LANG: "C.UTF-8" }) =>
  screenFor(sink(columns), { env, now }, { utc: true })

describe("a request of a mock server as a line", () => {
  const entry: Parameters<typeof requestLine>[0] = {
    ...{ time: "2026-03-01T12:00:05.000Z", method: "GET", path: "/v1/my/lists", status: 200, duration_ms: 1.25 },
    ...{ endpoint: "lists.list", fault_id: null, warning: null },
  }
  const line = (changes: Partial<typeof entry>, columns = 200, env?: Record<string, string>) =>
    requestLine({ ...entry, ...changes }, screenOf(columns, env))

  it.each([
    [{}, "12:00:05 200 GET /v1/my/lists 1.3 ms (lists.list)"],
    [{ status: null }, "12:00:05 cut GET /v1/my/lists 1.3 ms (lists.list)"],
    [{ endpoint: null }, "12:00:05 200 GET /v1/my/lists 1.3 ms"],
    [{ fault_id: 7 }, "12:00:05 200 GET /v1/my/lists 1.3 ms (lists.list, fault 7)"],
    [{ endpoint: null, warning: "odd\u001b" }, "12:00:05 200 GET /v1/my/lists 1.3 ms (odd)"],
    [{ path: "/a\u001b[2J" }, "12:00:05 200 GET /a 1.3 ms (lists.list)"],
  ])("shows the outcome: %j", (changes, text) => {
    expect(line(changes)).toBe(text)
  })

  it("wraps with an indent on a narrow terminal", () => {
    expect(line({ fault_id: 7 }, 30)).toBe("12:00:05 200 GET /v1/my/lists\n  1.3 ms (lists.list, fault 7)")
  })

  it("is coloured by its status", () => {
    const statusOf = (status: number | null) => line({ status }, 200, { FORCE_COLOR: "1" }).split(" ")[1]
    const [green, yellow, red] = [32, 33, 31].map((code) => (text: string) => `\x1b[${code}m${text}\x1b[39m`)
    expect([200, 399, 400, 499, 500, null].map(statusOf)).toEqual([
      ...[green?.("200"), green?.("399"), yellow?.("400"), yellow?.("499"), red?.("500"), red?.("cut")],
    ])
    const dim = (text: string) => `\x1b[2m${text}\x1b[22m`
    expect(line({}, 200, { FORCE_COLOR: "1" })).toBe(
      `${dim("12:00:05")} ${green?.("200")} GET /v1/my/lists 1.3 ms ${dim("(lists.list)")}`,
    )
  })
})

describe("facts before a question", () => {
  const facts = [
    ["Subject", "Hi"],
    ["Audience", "12 contacts of the newsletter"],
  ] as const

  it("have a line each, beside their name if there is room", () => {
    expect(drawFacts("Campaign 1", facts, screenOf(80))).toBe(
      "Campaign 1\n  Subject   Hi\n  Audience  12 contacts of the newsletter",
    )
    expect(drawFacts("Campaign 1", facts, screenOf(28))).toBe(
      "Campaign 1\n  Subject   Hi\n  Audience  12 contacts of\n            the newsletter",
    )
    expect(drawFacts("Campaign 1", facts, screenOf(27))).toBe(
      "Campaign 1\n  Subject\n    Hi\n  Audience\n    12 contacts of the\n    newsletter",
    )
  })

  it("may have several lines and a wrapped title, without control characters", () => {
    expect(drawFacts("A title that is longer\u001b", [["Body", "one\ntwo\u001b"]], screenOf(22))).toBe(
      "A title that is longer\n  Body\n    one\n    two",
    )
    expect(drawFacts("Alone", [], screenOf(80))).toBe("Alone")
    expect(drawFacts("T", [["A", "b"]], screenOf(80, { FORCE_COLOR: "1" }))).toBe(
      "\x1b[1mT\x1b[22m\n  \x1b[2mA  \x1b[22mb",
    )
  })
})

describe("registration files of mock servers", () => {
  it("are recognized by name: other files are left alone", async () => {
    const home = new Home()
    const folder = join(home.folder, "config/state/mocks")
    mkdirSync(folder, { recursive: true })
    const names = ["x1-2.json", "1-2.jsonx", "1-2-3.json", "-1.json"]
    for (const name of names) writeFileSync(join(folder, name), "{")
    await home.run(["mock", "stop"])
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
    home.remove()
  })
})

describe("a followed list of the mock server on a terminal", () => {
  it("has a line for each request, as it comes", async () => {
    const sandbox = homeWithService()
    await sandbox.run(["lists", "list"])
    const terminal = { terminal: true, env: { NO_COLOR: "1", TERM: "xterm" } }
    const running = sandbox.home.start(["mock", "requests", "--follow", "--utc"], terminal)
    await running.stdout.until(/^12:00:00 200 GET \/v1\/my\/lists [\d.]+ ms \(lists\.list\)$/m)
    running.interrupt()
    expect((await running.ended).code).toBe(130)
    await sandbox.close()
  })
})
