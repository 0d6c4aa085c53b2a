import { setTimeout as realPause } from "node:timers/promises"
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest"
import { type Day, SimulationError, type SimulationProgress, simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"

const faked = () => [Date, setTimeout, setInterval, setImmediate, clearTimeout, Math.random, crypto.randomUUID]
const real = faked()

let stderr: MockInstance<typeof process.stderr.write>
beforeEach(() => {
  stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  return () => stderr.mockRestore()
})
const stderrText = () => stderr.mock.calls.map(([text]) => String(text)).join("")

/** Blocks this thread: with a host timer the day would run on, depending on the machine's load. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Fails if a request is lost; each day takes `ms` milliseconds of the host. */
const breaks = (ms: number) => async (day: Day) => {
  const shop = day.process("shop", ({ clientOptions }) => new Mas({ ...clientOptions, maxRetries: 0 }))
  let failed = 0
  day.eventually("no call fails", () => failed < 3)
  await day.times(40, async (number) => {
    if (ms > 0) block(ms / 40)
    await shop.call((mas) =>
      mas.messages.send({ channel: "email", to: `c${number}@example.test`, subject: "Hi", body: "Hi" }).catch(() => {
        failed++
      }),
    )
  })
}

/** Never ends: one step per millisecond. */
async function steps(day: Day): Promise<void> {
  while (true) await day.sleep(1)
}

const failureOf = (days: Promise<unknown>): Promise<unknown> =>
  days.then(
    () => expect.fail("No day broke"),
    (error: unknown) => error,
  )

describe("days that all hold", () => {
  it("say on stderr what was tried, unless onProgress does", async () => {
    await simulate({ runs: 2, faults: "calm", for: "1h" }, (day) => day.sleep("1h"))
    expect(stderrText()).toBe("simulate: 2 days, 0 faults, none broke\n")
    stderr.mockClear()
    await simulate({ runs: 1, faults: "calm", for: "1h", onProgress: () => {} }, (day) => day.sleep("1h"))
    expect(stderrText()).toBe("")
  })
})

describe("a failing day", () => {
  it("is reported at once on stderr and to onProgress, with its seed and check, before faults are removed", {
    tags: "slow",
  }, async () => {
    const progress: SimulationProgress[] = []
    const stderrAt: string[] = []
    const onProgress = (one: SimulationProgress) => {
      if (one.broken !== undefined) stderrAt.push(stderrText())
      progress.push(one)
    }
    const error = await failureOf(simulate({ runs: 3, onProgress }, breaks(0)))
    if (!(error instanceof SimulationError)) throw error
    expect(stderrAt[1]).toBe(`simulate: run 1, seed ${error.seed} broke: no call fails\n`)
    const reports = progress.flatMap(({ broken }) => broken ?? [])
    expect(new Set(reports.map(({ seed, check }) => `${seed} ${check}`))).toEqual(
      new Set([`${error.seed} no call fails`]),
    )
    const sizes = reports.map(({ faults }) => faults.length)
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
    expect(reports.at(-1)?.faults).toEqual(error.faults)
    expect(sizes.at(-1)).toBeLessThan(sizes[0] ?? 0)
  })

  it.each([
    ["0", 0],
    ["a moment", "50ms"],
  ])("has the smallest set of faults so far when shrinkFor, %s, is over", { tags: "slow" }, async (_, shrinkFor) => {
    let days = 0
    const error = await failureOf(
      simulate({ runs: 3, shrinkFor }, (day) => {
        days++
        return breaks(400)(day)
      }),
    )
    if (!(error instanceof SimulationError)) throw error
    // The days until one fails, and the few that fit into shrinkFor: of up to 300.
    expect(days).toBeLessThan(20)
    const [, remaining, all] = /found in time \(shrinkFor\) that breaks it, (\d+) of (\d+):/.exec(error.message) ?? []
    expect([remaining, all]).toEqual([`${error.faults.length}`, remaining])
    expect(faked()).toEqual(real)
  })

  it("is repeated with only its faults by the report's line, once", { tags: "slow" }, async () => {
    const error = await failureOf(simulate({ runs: 3 }, breaks(0)))
    if (!(error instanceof SimulationError)) throw error
    const { seed, faults: only } = error
    expect(error.message).toContain(
      `simulate({ seed: ${seed}, faults: "storm", for: "36h", only: ${JSON.stringify(only)} }, …)`,
    )
    let days = 0
    const again = await failureOf(
      simulate({ seed, only }, (day) => {
        days++
        return breaks(0)(day)
      }),
    )
    if (!(again instanceof SimulationError)) throw again
    expect([days, again.faults, again.table]).toEqual([1, only, error.table])
    expect(again.message).toContain(`With these faults, ${only.length}:`)
    expect(await simulate({ seed, only: [] }, breaks(0))).toMatchObject({ runs: 1, faults: 0 })
    const mistyped = simulate({ seed, only: ["no such fault"] }, breaks(0))
    await expect(mistyped).rejects.toThrow("the fault no such fault does not happen in this day")
  })
})

describe("the signal of simulate", () => {
  it.each<[string, (day: Day) => unknown]>([
    ["while time passes", (day) => steps(day)],
    ["while days begin and end", () => {}],
    ["during real work", (day) => void day.process("p", () => realPause(60_000))],
    ["during a check", (day) => day.always("well", () => realPause(60_000))],
  ])("ends it with its reason, and restores time and random values: %s", async (_, body) => {
    const giveUp = new AbortController()
    const reason = new Error("The runner has given up")
    void realPause(100).then(() => giveUp.abort(reason))
    const { signal } = giveUp
    expect(await failureOf(simulate({ runs: 1_000_000, faults: "calm", signal }, body))).toBe(reason)
    expect(faked()).toEqual(real)
  })

  it("prevents the start if already aborted, and must be an AbortSignal", async () => {
    const lived = vi.fn()
    await expect(simulate({ signal: AbortSignal.abort(new Error("Too late")) }, lived)).rejects.toThrow("Too late")
    expect(lived).not.toHaveBeenCalled()
    await expect(simulate({ signal: {} } as object, lived)).rejects.toThrow("simulate: signal: must be an AbortSignal")
  })

  it("ends the search for fewer faults, with the error so far", async () => {
    const giveUp = new AbortController()
    const onProgress = ({ broken }: SimulationProgress) => broken && giveUp.abort()
    const error = await failureOf(simulate({ runs: 3, signal: giveUp.signal, onProgress }, breaks(0)))
    expect(error).toBeInstanceOf(SimulationError)
    expect(faked()).toEqual(real)
  })

  it("can be that of a test's context, which its timeout aborts", { timeout: 60_000 }, async ({ signal }) => {
    expect(await simulate({ runs: 1, faults: "calm", signal }, () => {})).toMatchObject({ runs: 1 })
  })
})

it("restores time and random values if onProgress throws", async () => {
  const onProgress = () => {
    throw new Error("Enough")
  }
  await expect(simulate({ onProgress }, () => {})).rejects.toThrow("Enough")
  expect(faked()).toEqual(real)
})

it.each([
  [{ only: ["a"] }, "simulate: only: needs the seed of one day"],
  [{ only: ["a"], seed: 1, runs: 2 }, "simulate: only: needs the seed of one day"],
  [{ only: [1], seed: 1 }, "simulate: only.0: must be text"],
  [{ shrinkFor: "soon" }, "simulate: shrinkFor: must be milliseconds, or text such as 30s"],
])("names the invalid option: %j", async (options, message) => {
  await expect(simulate(options as object, () => {})).rejects.toThrow(message)
})
