import { stripVTControlCharacters } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { drawAccount } from "../../../cli/commands/charts/account-card.ts"
import { drawStatus } from "../../../cli/commands/charts/delivery-status.ts"
import { attemptTimes, deliveryLine, drawDelivery } from "../../../cli/commands/charts/delivery-time-line.ts"
import { longWork } from "../../../cli/commands/wait/long-work.ts"
import { barOf, countText, spanText } from "../../../cli/output/figures.ts"
import type { Screen } from "../../../cli/output/output.ts"
import { createProgress, type Step } from "../../../cli/output/progress.ts"
import { textWidth } from "../../../cli/output/width.ts"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import { homeWithService } from "./run.ts"

const place = homeWithService()
afterAll(() => place.close())

const screen: Screen = {
  isTerminal: true,
  columns: 80,
  utc: true,
  plain: false,
  render: (text) => text,
  now: Date.parse("2026-03-01T12:36:00Z"),
  paint: (_style, text) => text,
  safe: String,
  width: textWidth,
}

const delivery = (changes: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 1,
  event_id: "evt_1",
  event_type: "email.bounced",
  status: "pending",
  attempts: 3,
  last_response_status: 503,
  last_error: "answered 503",
  next_attempt_at: "2026-03-01T12:36:40.000Z",
  payload: { type: "email.bounced", timestamp: "2026-03-01T12:00:00.000Z", data: {} } as WebhookDelivery["payload"],
  created_at: "2026-03-01T12:00:00.000Z",
  updated_at: "2026-03-01T12:06:40.000Z",
  ...changes,
})

describe("the time line of a delivery", () => {
  it("shows each attempt with the pauses between, and when the next is due", () => {
    expect(drawDelivery(delivery({}), screen)).toBe(
      "delivery 1  email.bounced  ○ pending  answered 503  evt_1\n" +
        "  ✘ 03-01 12:00 ─ 1 min ─ ✘ 12:01 ─ 5 min 40 s ─ ✘ 12:06 ─ 30 min ─\n" +
        "  ○ 12:36 (in 40 s)",
    )
  })

  it("is a line by itself, where deliveries are followed", () => {
    expect(deliveryLine(delivery({ id: 12 }), screen)).toBe(
      "12:06:40  delivery 12  email.bounced  ○ pending  answered 503  evt_1",
    )
    const event_id = "evt_019ca945-0a00-7157-81ec-0dfc0915de5d"
    expect(deliveryLine(delivery({ event_id }), screen)).toBe(
      "12:06:40  delivery 1  email.bounced  ○ pending  answered 503  evt_019…15de5d",
    )
  })

  it("ends with a tick once delivered, and with a cross once failed", () => {
    const delivered = delivery({ status: "delivered", attempts: 1, next_attempt_at: null, last_response_status: 200 })
    expect(drawDelivery(delivered, screen)).toContain("\n  ✔ 03-01 12:00")
    const failed = delivery({
      status: "failed",
      attempts: 7,
      next_attempt_at: null,
      updated_at: "2026-03-02T22:36:00Z",
    })
    // One for each attempt, and one beside the word.
    expect(drawDelivery(failed, screen).match(/✘/g)).toHaveLength(8)
  })

  it("places attempts by the service's own delays", () => {
    const times = attemptTimes(delivery({ attempts: 4, updated_at: "2026-03-01T12:36:00.000Z" }))
    expect(times.map((time) => (time - (times[0] ?? 0)) / 60_000)).toEqual([0, 1, 6, 36])
  })

  it("says why it failed, what it waits for, and that nothing was tried", () => {
    const head = (changes: Partial<WebhookDelivery>) => drawDelivery(delivery(changes), screen).split("\n")[0]
    const line = (changes: Partial<WebhookDelivery>) => drawDelivery(delivery(changes), screen).split("\n").slice(1)
    expect(head({ last_response_status: null })).toBe("delivery 1  email.bounced  ○ pending  answered 503  evt_1")
    expect(head({ last_response_status: null, last_error: "no answer" })).toContain("  no answer  ")
    expect(head({ status: "delivered", last_response_status: null })).toBe(
      "delivery 1  email.bounced  ✔ delivered  evt_1",
    )
    expect(head({ status: "odd" as WebhookDelivery["status"] })).toBe(
      "delivery 1  email.bounced  · odd  answered 503  evt_1",
    )
    const waiting = { attempts: 0, status: "pending", next_attempt_at: null } as const
    expect(line(waiting)).toEqual(["  not tried"])
    expect(line({ ...waiting, next_attempt_at: "2026-03-01T12:36:00.000Z" })).toEqual(["  ○ 03-01 12:36 (due)"])
    expect(line({ attempts: 1, status: "failed" })).toEqual(["  ✘ 03-01 12:00"])
    expect(line({ attempts: 1, next_attempt_at: "2026-03-02T12:00:00.000Z" })).toEqual([
      "  ✘ 03-01 12:00 ─ 1 d ─ ○ 03-02 12:00 (in 23 h 24 min)",
    ])
  })

  it("takes the service's word for the last attempt, where it is later than those before it", () => {
    const minutes = (changes: Partial<WebhookDelivery>) =>
      attemptTimes(delivery(changes)).map((time) => (time - Date.parse("2026-03-01T12:00:00Z")) / 60_000)
    expect(minutes({ attempts: 2, updated_at: "2026-03-01T12:05:00.000Z" })).toEqual([0, 5])
    expect(minutes({ attempts: 2, updated_at: "2026-03-01T12:00:00.000Z" })).toEqual([0, 1])
    expect(minutes({ attempts: 1, updated_at: "2026-03-01T12:05:00.000Z" })).toEqual([0])
    expect(minutes({ attempts: 0 })).toEqual([])
  })

  it("is drawn on a terminal, and is data elsewhere", async () => {
    const words = ["webhooks", "create", "--url", "https://hooks.example.com/x", "--events", "email.delivered"]
    await place.run(words)
    await place.run(["webhooks", "test", "1"])
    const drawn = await place.run(["webhooks", "deliveries", "1"], { terminal: true })
    expect([drawn.code, drawn.out]).toEqual([0, expect.stringContaining("email.delivered")])
    expect((await place.run(["webhooks", "deliveries", "1"])).json).toMatchObject([{ event_type: "email.delivered" }])
    const data = await place.run(["webhooks", "deliveries", "1", "-o", "json"], { terminal: true })
    expect(data.json).toHaveLength(1)
  })
})

describe("the capacity bar", () => {
  it("shows what is used and what is left", async () => {
    const { json } = await place.run(["delivery", "status"])
    const { commercial_capacity: capacity } = json
    const used = { ...capacity, limit: 1000, accepted: 800, reserved: 50, remaining: 150 }
    const text = drawStatus({ ...json, commercial_capacity: used }, screen)
    expect(text).toContain("85 %")
    expect(text).toContain("850 of 1,000 in 1 d (plan), 150 left")
    expect((await place.run(["delivery", "status"], { terminal: true })).out).toContain("░")
  })
})

describe("sending, drawn", () => {
  const capacity = {
    ...{ limit: 1000, accepted: 150, reserved: 50, provider_unknown: 0, remaining: 800, window_seconds: 86_400 },
    ...{ source: "plan" },
  }
  const status = {
    ...{ admission_status: "allowed", commercial_capacity: capacity, capacity_recovery: null, remediation: null },
    ...{ pacing_state: { status: "idle", queued_quantity: 0 }, retry_at: null },
  }
  const wide = { ...screen, columns: 200 }
  /** Styles that can be read. */
  const marked = { ...wide, paint: (style: string, text: string) => `<${style} ${text}>` }
  const draw = (changes: object, at: Screen = wide) =>
    drawStatus({ ...status, ...changes } as unknown as Parameters<typeof drawStatus>[0], at).split("\n")
  const used = (remaining: number, limit = 1000) => ({ commercial_capacity: { ...capacity, limit, remaining } })

  it("is how it stands, what is used, and of what it is made", () => {
    expect(draw({})).toEqual([
      "Sending ✔ allowed, idle",
      `${barOf(0.2, 40)} 20 %`,
      "200 of 1,000 in 1 d (plan), 800 left",
      "150 accepted, 50 reserved",
    ])
  })

  it("has more lines where there is more to say", () => {
    const more = {
      pacing_state: { status: "pacing", queued_quantity: 1200 },
      commercial_capacity: { ...capacity, provider_unknown: 3 },
      capacity_recovery: { label: "Soon", detail: "at noon" },
      remediation: { label: "Pay", url: "https://acme.test/" },
      retry_at: "2026-03-01T14:00:00.000Z",
    }
    const [first, , , parts, ...rest] = draw(more)
    expect([first, parts]).toEqual([
      "Sending ✔ allowed, pacing: 1,200 queued",
      "150 accepted, 50 reserved, 3 with unknown outcome",
    ])
    expect(rest).toEqual(["Soon: at noon", "→ Pay  https://acme.test/", "Sending can go on 2026-03-01T14:00:00.000Z"])
    expect(draw({ remediation: { label: "Pay", url: null } }).at(-1)).toBe("→ Pay")
    expect(draw({ remediation: { label: null, url: "https://acme.test/" } })).toHaveLength(4)
  })

  it("is yellow from four fifths on, red when nothing is left, and full where nothing is allowed", () => {
    const bar = (remaining: number, limit?: number) => draw(used(remaining, limit), marked)[1]?.split(" ")[0]
    expect([bar(201), bar(200), bar(1), bar(0), bar(0, 0)]).toEqual(["<green", "<yellow", "<yellow", "<red", "<red"])
    expect(draw({ admission_status: "denied" }, marked)[0]).toBe("<bold Sending> <red ✘ denied>, idle")
    expect(draw({ admission_status: "other" }, marked)[0]).toBe("<bold Sending> <bold other>, idle")
  })
})

describe("the account card", () => {
  it("has a line for each thing", async () => {
    const { json } = await place.run(["account", "get"])
    const usage = (used: number, allowance: number) => ({ used, allowance })
    const billing = {
      ...json.billing,
      resources: { email: usage(79, 100), sms: usage(80, 100), ai: usage(0, 0) },
      brands: { used: 1, limit: 3, unlimited: false },
    }
    const drawn = (changes: object, at: Screen = { ...screen, columns: 100 }) =>
      drawAccount({ ...json, billing, ...changes }, at)
        .split("\n")
        .map((line) => line.replace(/^│ (.*?) *│$/, "$1"))
    const [, title, , ...lines] = drawn({})
    expect([title, ...lines.slice(0, -1)]).toEqual([
      "Acme (account 1)",
      "Plan          Free, free_allowed",
      expect.stringMatching(/^Caps in 24 h {2}[\d,]+ on probation, [\d,]+ standard, [\d,]+ trusted$/),
      `E-mail        ${barOf(0.79, 12)} 79 of 100`,
      `SMS           ${barOf(0.8, 12)} 80 of 100`,
      `AI            ${barOf(0, 12)} 0 of 0`,
      "Brands        1 of 3",
      expect.stringMatching(/^Team {10}\d+ of \d+ seats, you: owner$/),
    ])
    const marked = { ...screen, columns: 200, paint: (style: string, text: string) => `<${style} ${text}>` }
    const bars = drawn({}, marked).filter((line) => /E-mail|SMS|AI/.test(line))
    expect(bars.map((line) => /<(green|yellow|red) /.exec(line)?.[1])).toEqual(["green", "yellow", "green"])
    const full = { ...billing, resources: { ...billing.resources, email: usage(100, 100) } }
    expect(drawn({ billing: full }, marked).find((line) => line.includes("E-mail"))).toContain("<red ")
    expect(drawn({ billing: { ...billing, brands: { used: 2, limit: null, unlimited: true } } })).toContain(
      "Brands        2, no limit",
    )
    expect(drawn({ billing: { ...billing, brands: { used: 2, limit: null, unlimited: false } } })).toContain(
      "Brands        2 of ?",
    )
    const managed = (manager_account_name: string | null) =>
      drawn({ access: { delegated: true, manager_account_name } }).find((line) => line.startsWith("Managed by"))
    expect([managed("Agency"), managed(null)]).toEqual(["Managed by    Agency", "Managed by    another account"])
    expect(drawn({}).some((line) => line.startsWith("Managed by"))).toBe(false)
  })

  it("fits its frame, whatever the width of the name", async () => {
    const { json } = await place.run(["account", "get"])
    const lines = drawAccount({ ...json, name: "株式会社 Acme" }, screen).split("\n")
    expect(new Set(lines.map(textWidth)).size).toBe(1)
    expect(lines[1]).toContain("株式会社 Acme (account 1)")
  })

  it("goes without a frame where the terminal is narrow", async () => {
    const { json } = await place.run(["account", "get"])
    expect(drawAccount(json, { ...screen, columns: 20 })).not.toContain("│")
  })

  it("keeps its frame straight with colours", async () => {
    const { out } = await place.run(["account", "get"], { terminal: true, env: { FORCE_COLOR: "1" } })
    expect(out).toContain("\u001b[1m")
    const lines = stripVTControlCharacters(out).trimEnd().split("\n").map(textWidth)
    expect(new Set(lines).size).toBe(1)
  })
})

describe.each([30, 50, 80, 120])("on a terminal of %i columns", (columns) => {
  const narrow = { ...screen, columns }
  const widest = (text: string) => Math.max(...stripVTControlCharacters(text).split("\n").map(textWidth))

  it("a ladder of every attempt fits", () => {
    for (const attempts of [1, 2, 3, 4, 5, 6, 7]) {
      const last_error = "a reason that goes on for a while and says what was in the way"
      const tried = delivery({ attempts, last_response_status: null, last_error, event_id: `evt_${"0".repeat(60)}` })
      expect(widest(drawDelivery(tried, narrow))).toBeLessThanOrEqual(columns)
    }
  })

  it("capacity and card fit, with whatever there is to say", async () => {
    const { json: status } = await place.run(["delivery", "status"])
    const recovery = {
      label: "Nearly used up",
      detail: "Of what the plan allows in a day 95 % are used; more comes free at noon",
    }
    const remediation = { label: "Take a larger plan", url: `https://acme.test/${"upgrade".repeat(20)}` }
    const held = { ...status, capacity_recovery: recovery, remediation, retry_at: "2026-03-01T14:00:00.000Z" }
    expect(widest(drawStatus(held, narrow))).toBeLessThanOrEqual(columns)
    const { json: account } = await place.run(["account", "get"])
    expect(
      widest(drawAccount({ ...account, name: "A name that is long, 株式会社 and all" }, narrow)),
    ).toBeLessThanOrEqual(columns)
  })

  it("progress fits on one line, which it has to clear again", () => {
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
  it("read well", () => {
    expect([countText(0), countText(1234567), countText(0.5), countText(12345.6)]).toEqual([
      "0",
      "1,234,567",
      "0.5",
      "12,345.6",
    ])
    expect([120, 40_000, 7_500_000, 90_000_000, 86_400_000].map(spanText)).toEqual([
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

  it("says no rate before it can know one", () => {
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

  it("is a bar with share, rate and time left on a terminal, and clears it away at the end", () => {
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

  it("of an import goes by the part of the file that was read, while its rows are not all counted", () => {
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

  it.each([true, false])("names what is counted, how fast, and both at the end; with a terminal %s", (isTTY) => {
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

  it("prints no line for what else is counted alone", () => {
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

  it("is plain lines elsewhere, no more than one in two seconds", () => {
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
