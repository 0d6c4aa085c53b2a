import { describe, expect, it } from "vitest"
import { AbortError, type Mas, WaitError } from "../../../sdk/index.ts"
import { startService } from "./service.ts"

/** Serves these states in turn; the last one repeats. `paths` lists the requests. */
async function serve(states: readonly object[]) {
  const { mas, arrivals } = await startService((_, count) => ({ body: states[count - 1] ?? states.at(-1) }))
  return { mas, arrivals, paths: () => arrivals.map(({ path, query }) => [path, query]) }
}

const quick = { pollInterval: 1 }

interface Case {
  readonly name: string
  readonly wait: (mas: Mas, options: Progress) => Promise<unknown>
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Intermediate states, in order. */
  readonly under: readonly object[]
  /** Final states of success. */
  readonly done: readonly object[]
  /** Final states of failure, and the error's text. */
  readonly hopeless: readonly (readonly [state: object, why: RegExp])[]
}

interface Progress {
  readonly pollInterval: number
  readonly signal?: AbortSignal
  readonly brandSid?: string
  readonly onProgress?: (state: unknown) => void
}

const cases: readonly Case[] = [
  {
    name: "imports.waitUntilDone",
    wait: (mas, options) => mas.imports.waitUntilDone(7, options),
    path: "/v1/my/imports/7",
    under: [
      { id: 7, status: "pending" },
      { id: 7, status: "processing", progress_pct: 50 },
    ],
    done: [{ id: 7, status: "complete", failed_rows: 2 }],
    hopeless: [[{ id: 7, status: "failed" }, /import 7.*failed/]],
  },
  {
    name: "campaigns.waitUntilDone",
    wait: (mas, options) => mas.campaigns.waitUntilDone(5, options),
    path: "/v1/my/campaigns/5",
    under: [{ status: "scheduled" }, { status: "live", sent_count: 1 }],
    done: [{ status: "completed", sent_count: 2 }],
    hopeless: [
      [{ status: "draft" }, /campaign 5.*draft.*send it/],
      [{ status: "paused" }, /campaign 5.*paused.*resume/],
      [{ status: "cancelled" }, /campaign 5.*cancelled/],
      [{ status: "archived" }, /campaign 5.*archived/],
    ],
  },
  {
    name: "validations.waitUntilDone",
    wait: (mas, options) => mas.validations.waitUntilDone("vop_1", options),
    path: "/v1/my/validation_operations/vop_1",
    under: [{ status: "requested" }, { status: "held" }, { status: "executing" }],
    done: [{ status: "committed" }, { status: "partially_committed" }],
    hopeless: [
      [{ status: "failed" }, /validation vop_1.*failed/],
      [
        { status: "needs_funding", funding: { shortfall_cents: 250 } },
        /validation vop_1.*250 cents.*same idempotency key/,
      ],
      [{ status: "needs_funding" }, /validation vop_1.*needs funding.*same idempotency key/],
    ],
  },
  {
    name: "subscription.waitUntilActive",
    wait: (mas, options) => mas.subscription.waitUntilActive(3, options),
    path: "/v1/my/subscription/checkout_status",
    query: { purchase_id: "3" },
    under: [
      { purchase_id: 3, status: "pending", activated: false },
      { purchase_id: 3, status: "active", activated: false },
    ],
    done: [{ purchase_id: 3, status: "active", activated: true }],
    hopeless: [
      [{ status: "failed", activated: false }, /plan checkout 3.*failed/],
      [{ status: "expired", activated: false }, /plan checkout 3.*expired/],
    ],
  },
  {
    name: "fundingPurchases.waitUntilCredited",
    wait: (mas, options) => mas.fundingPurchases.waitUntilCredited(4, options),
    path: "/v1/my/billing/funding/purchases/4",
    under: [
      { purchase: { status: "requested" } },
      { purchase: { status: "checkout_created" } },
      { purchase: { status: "pending" } },
    ],
    done: [{ purchase: { status: "credited" }, funding: { available_cents: 5000 } }],
    hopeless: [
      [{ purchase: { status: "failed" } }, /funding purchase 4.*failed/],
      [{ purchase: { status: "expired" } }, /funding purchase 4.*expired/],
    ],
  },
]

describe.each(cases)("$name", ({ wait, path, query = {}, under, done, hopeless }) => {
  it.each(done)("polls until %o, reporting each state", async (last) => {
    const { mas, paths } = await serve([...under, last])
    const states: unknown[] = []
    expect(await wait(mas, { ...quick, onProgress: (state) => states.push(state) })).toEqual(last)
    expect(states).toEqual([...under, last])
    expect(paths()).toEqual(states.map(() => [path, query]))
  })

  it.each(hopeless)("ends with a WaitError at %o", async (state, why) => {
    const { mas, paths } = await serve([...under, state])
    const failure = await wait(mas, quick).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(WaitError)
    expect(failure).toMatchObject({ state, message: expect.stringMatching(why) })
    expect(paths()).toHaveLength(under.length + 1)
  })

  it("is aborted by a signal, and sends no more requests", async () => {
    const { mas, paths } = await serve(under)
    const giveUp = new AbortController()
    const failure = await wait(mas, { ...quick, signal: giveUp.signal, onProgress: () => giveUp.abort() }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(AbortError)
    expect(paths()).toHaveLength(1)
  })

  it("passes request options on", async () => {
    const { mas, arrivals } = await serve(done)
    await wait(mas, { ...quick, brandSid: "second" })
    expect(arrivals[0]?.headers["x-brand-sid"]).toBe("second")
  })
})
