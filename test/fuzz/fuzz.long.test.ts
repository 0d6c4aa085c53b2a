import { describe, expect, it } from "vitest"
import { type Fault, productWith } from "../support/planted-product.ts"
import { fuzz } from "./fuzz.ts"

// A longer look: npm run fuzz -- --requests 100000 --seed 7

describe("the service", () => {
  it("answers any sequence of requests as its documents say, and keeps its own rules", async () => {
    const { wrong, statuses } = await fuzz({ seed: 1, requests: 10_000 })
    expect(wrong).toBeUndefined()
    // Requests that are let in, and some of all that can be wrong with one.
    for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 415, 422]) expect(statuses[status]).toBeGreaterThan(0)
  }, 3_600_000)
  it("names the rule of each error, and tells of each message up to its status, in 10,000 worlds", async () => {
    const { wrong, sequences } = await fuzz({ seed: 2, requests: 36_000, longest: 6 })
    expect(wrong).toBeUndefined()
    expect(sequences).toBeGreaterThan(10_000)
  }, 3_600_000)
})

const faults: readonly (readonly [what: string, fault: Fault, says: RegExp])[] = [
  [
    "an error that is thrown",
    {
      file: "mock-server/domain/events.ts",
      right: 'throw notFound("28.4", "Contact")',
      wrong: 'throw new Error("oops")',
    },
    /500/,
  ],
  [
    "an error without a rule",
    { file: "mock-server/domain/events.ts", right: 'notFound("28.4",', wrong: "notFound(undefined," },
    /404 without a rule/,
  ],
  [
    "a message whose reasons end with another status",
    {
      file: "mock-server/domain/messages/why.ts",
      right: 'if (status === "failed") return',
      wrong: 'if (status === "sent") return',
    },
    /message \d+ is sent: Status failed/,
  ],
  [
    "a code that no page explains",
    { file: "mock-server/domain/templates.ts", right: '"template_version_conflict"', wrong: '"too_late"' },
    /too_late/,
  ],
  [
    "a contact who is there twice",
    { file: "mock-server/store/tables/contacts.ts", right: "email.toLowerCase()", wrong: "email" },
    /two contacts of a brand/,
  ],
]

// Each makes the product anew with its fault.
describe("the fuzzer", () => {
  it.each(faults)(
    "finds %s, and makes it small",
    async (_what, fault, says) => {
      const faulty = await productWith<typeof import("./fuzz.ts")>("test/fuzz/fuzz.ts", fault)
      const { wrong } = await faulty.fuzz({ seed: 1, requests: 30_000 })
      expect(wrong).toMatch(says)
    },
    300_000,
  )
})
