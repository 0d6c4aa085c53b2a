import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { chunkFrom, noteMoreRows, rangeOf } from "../../../cli/runners/list-range.ts"
import { longWork } from "../../../cli/runners/long-work.ts"
import { commandOf } from "../tables.ts"

describe("long work", () => {
  const importing = { id: 7, status: "processing", success_rows: 3, failed_rows: 1, total_rows: 10, progress_pct: 25 }
  const funding = (status: string, checkout_url: string | null = null) => ({
    purchase: { id: 8, status, checkout_url },
  })
  const checkout = { purchase_id: 9, status: "pending", activated: false, checkout_url: "https://pay.test/" }

  it.each([
    ["imports.create", importing, "7", "Import 7", { words: ["imports", "get"], args: ["7"] }],
    ["campaigns.send", { id: 6, status: "live" }, "6", "Campaign 6", { words: ["campaigns", "get"], args: ["6"] }],
    [
      "validations.start",
      { operation_id: "v_1" },
      "v_1",
      "Validation v_1",
      { words: ["validations", "get"], args: ["v_1"] },
    ],
    [
      "subscription.checkout",
      checkout,
      "9",
      "Checkout 9",
      { words: ["subscription", "checkout-status"], flags: { "purchase-id": 9 } },
    ],
    [
      "fundingPurchases.create",
      funding("pending"),
      "8",
      "Funding purchase 8",
      { words: ["funding-purchases", "get"], args: ["8"] },
    ],
  ])("has an id, a name and a command that shows it: %s", (command, state, id, label, look) => {
    const work = longWork[command]
    expect([work?.idOf(state), work?.label(id), work?.look(id)]).toEqual([id, label, look])
  })

  it("is the same for the command that starts it and the one that shows it", () => {
    for (const [begins, shows] of [
      ["imports.create", "imports.get"],
      ["campaigns.send", "campaigns.get"],
      ["validations.start", "validations.get"],
      ["subscription.checkout", "subscription.checkoutStatus"],
      ["fundingPurchases.create", "fundingPurchases.get"],
    ] as const)
      expect(longWork[shows]?.look("1")).toEqual(longWork[begins]?.look("1"))
    expect(Object.keys(longWork)).toHaveLength(10)
  })

  it("reports progress: rows that are still being counted have no total", () => {
    const step = (changes: object) => longWork["imports.get"]?.stepOf({ ...importing, ...changes })
    const of4 = { done: 4, unit: "rows", share: 0.25, note: "processing", more: "1 refused" }
    expect(step({})).toEqual({ ...of4, total: 10 })
    expect(step({ total_rows: 4 })).toEqual({ ...of4, total: undefined })
    expect(step({ failed_rows: 0 })?.more).toBeUndefined()
    expect(longWork["campaigns.get"]?.stepOf({ status: "live", sent_count: 3 })).toEqual({
      ...{ done: 3, unit: "messages", note: "live" },
    })
    const counts = { candidate_count: 5005 }
    expect(longWork["validations.get"]?.stepOf({ status: "awaiting_owner_now", counts })).toEqual({
      ...{ note: "awaiting owner now", more: "5,005 addresses" },
    })
    expect(longWork["subscription.checkout"]?.stepOf(checkout)).toEqual({ note: "pending" })
    expect(longWork["fundingPurchases.get"]?.stepOf(funding("checkout_created"))).toEqual({ note: "checkout created" })
  })

  it.each([
    ["imports.get", ["complete", "failed"], ["pending", "processing"]],
    ["campaigns.get", ["completed", "cancelled", "archived", "draft", "paused"], ["scheduled", "live"]],
    [
      "validations.get",
      ["committed", "partially_committed", "failed", "needs_funding"],
      ["quoted", "executing", "held"],
    ],
    ["subscription.checkout", ["failed", "expired"], ["pending", "created"]],
  ])("is finished in some states: %s", (command, over, under) => {
    const isOver = (status: string) => longWork[command]?.isOver({ status, activated: false })
    expect(over.map(isOver)).toEqual(over.map(() => true))
    expect(under.map(isOver)).toEqual(under.map(() => false))
  })

  it("with a payment is finished once it is credited, or cannot succeed", () => {
    const isOver = (status: string) => longWork["fundingPurchases.get"]?.isOver(funding(status))
    expect(["credited", "failed", "expired", "checkout_created"].map(isOver)).toEqual([true, true, true, false])
    expect(longWork["subscription.checkout"]?.isOver({ ...checkout, activated: true })).toBe(true)
  })

  it("says where to pay, if there is a checkout", () => {
    const payAt = (command: string, state: unknown) => longWork[command]?.payAt?.(state)
    expect(payAt("subscription.checkout", checkout)).toBe("https://pay.test/")
    expect(payAt("subscription.checkout", { ...checkout, checkout_url: null })).toBeUndefined()
    expect(payAt("fundingPurchases.get", funding("pending", "https://pay.test/8"))).toBe("https://pay.test/8")
    expect(payAt("fundingPurchases.get", funding("pending"))).toBeUndefined()
  })

  it("points to the details once it has ended", () => {
    const remark = (failed_rows: number) =>
      longWork["imports.get"]?.remark?.({ ...importing, total_rows: 5 + failed_rows, success_rows: 5, failed_rows })
    const command = { words: ["imports", "get"], args: ["7"], flags: { output: "json" } }
    expect(remark(0)).toEqual({ text: "5 rows: 5 imported, 0 refused" })
    expect(remark(1200)).toEqual({ text: "1,205 rows: 5 imported, 1,200 refused. See import_errors of", command })
    expect(longWork["validations.get"]?.remark?.({ operation_id: "v_1" })).toEqual({
      text: "The result for each address:",
      command: { words: ["validations", "items"], args: ["v_1"] },
    })
    expect(longWork["subscription.checkout"]?.remark).toBeUndefined()
  })
})

describe("the requested rows of a list", () => {
  const command = commandOf("contacts", "list")
  const range = (flags: Readonly<Record<string, number | boolean>>) => rangeOf({ flags, command })
  const usual = command.endpoint?.paginated ?? 0

  it("are a page of the service's size, a page of the given size, or everything", () => {
    expect(usual).toBeGreaterThan(1)
    expect(range({})).toEqual({ start: 0, count: usual, size: usual })
    expect(range({ page: 3 })).toEqual({ start: 2 * usual, count: usual, size: usual })
    expect(range({ limit: 30, page: 2 })).toEqual({ start: 30, count: 30, size: 30 })
    expect(range({ limit: 250, page: 2 })).toEqual({ start: 250, count: 250, size: 100 })
    expect(range({ all: true })).toEqual({ start: 0, count: Number.POSITIVE_INFINITY, size: 100 })
    expect(range({ all: true, page: 3 })).toEqual({ start: 200, count: Number.POSITIVE_INFINITY, size: 100 })
    expect(range({ all: true, limit: 30 })).toEqual({ start: 0, count: 30, size: 30 })
  })

  it("resume with the largest page that starts there", () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 500 }), (start, count) => {
        const { limit, page } = chunkFrom(start, count)
        expect((page - 1) * limit).toBe(start)
        expect(limit).toBeLessThanOrEqual(count)
        for (let larger = limit + 1; larger <= count; larger++) expect(start % larger).not.toBe(0)
      }),
    )
    expect(chunkFrom(0, 0)).toEqual({ limit: 1, page: 1 })
  })

  it.each([
    [{}, 100, 2500, "100 of 2,500: --all for the rest"],
    [{ all: true }, 100, 2500, "100 of 2,500: --all for the rest"],
    [{ limit: 30 }, 1000, null, "1,000 rows, and more follow: --all for the rest"],
    [{ limit: 30, all: true }, 30, 2500, "30 of 2,500: omit --limit for the rest"],
  ])("have a note if more follow: %j", (flags, rowCount, total, text) => {
    const notes: string[] = []
    noteMoreRows({ flags, note: (line) => void notes.push(line) }, rowCount, total)
    expect(notes).toEqual([text])
  })
})
